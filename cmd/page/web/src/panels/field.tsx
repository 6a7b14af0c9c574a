// The field inspector: what is there, who is there, and what can be raised and built; on its borders, too.
import { useEffect, useState } from 'preact/hooks';
import type { Amount, Change, FactArmy, Lang, Mover, Site, Work } from '../data';
import { armiesOf, badgeOf, erased, formOf, hereOf, kindOf, others, partOf, staying } from '../desk/armies';
import { begun, lacks, linesOf, sitesOf, toggle } from '../desk/build';
import { change, put } from '../desk/desk';
import { go, pick, shut } from '../desk/nav';
import { amounts, number } from '../desk/numbers';
import { BuildingSign, CounterSign, hasBuilding, Icon } from '../icons';
import { corners } from '../paint/hex';
import { useLaid, useParts, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { placeOf, realmName } from './army';
import { Panel } from './panel';

export function FieldPanel({ store }: { store: Store }) {
  const { lang, opened, table, rows } = useLaid(store, 'lang', 'opened', 'table', 'rows', 'made');
  const { at } = useParts(store, 'checked', 'danger', 'at');
  const cell = opened.chart?.cells.find((c) => c.label === at);
  const fact = table.facts.fields.find((f) => f.at === at), names = table.facts.names ?? {};
  const crests = opened.chart?.crests, terrain = opened.chart!.terrains[cell?.t ?? -1]?.name ?? '';
  const age = cell?.age ?? 0, seen = age < 0 ? say(lang, 'seen-long') : age === 1 ? say(lang, 'seen-last') : age > 1 ? say(lang, 'seen-ago', { n: age }) : '';
  const what = opened.chart?.signs?.find((s) => s.sign === cell?.sign)?.name;
  const stays = staying(store.state), mine = hereOf(store.state, at ?? ''), foes = others(store.state).filter((a) => a.at === at);
  const works = opened.takes ? (opened.desk?.works ?? []).flatMap((w) => { const s = sitesOf(store.state, w).filter((x) => x.at === at); return s.length > 0 ? [{ work: w, sites: s }] : []; }) : [];
  const raises = opened.takes && (opened.desk?.units ?? []).some((u) => (u.sites ?? []).some((s) => s.at === at && !s.why));
  const free = useSurvey(store, cell && !cell.owner ? cell.label : ''), values = Object.entries(fact?.values ?? {}).slice(0, 3);
  if (!cell) return null;
  return (
    <Panel lang={lang} title={cell.name || what && `${what} ${cell.label}` || placeOf(store, cell.label)} peeks close={() => shut(store)}
      sub={[terrain, cell.name ? cell.label : '', cell.owner ? realmName(store, cell.owner) : say(lang, 'nobody'), seen].filter(Boolean).join(' · ')}
      sign={hasBuilding(cell.building) ? <BuildingSign name={cell.building} realm={cell.owner ?? 0} crests={crests} /> : undefined}>
      {free.length > 0 && <div class="kv free">{free.map((a) => <div key={a.code}><b>{a.text ?? number(lang, a.amount)}</b><span>{a.name}</span></div>)}</div>}
      {values.length > 0 && <div class="kv">{values.map(([k, v]) => <div key={k}><b>{number(lang, v)}</b><span>{names[k] ?? k}</span></div>)}</div>}
      {mine.length + foes.length > 0 && <div><h3 class="gap">{say(lang, 'armies-here')}</h3>
        {mine.map((a, i) => <button key={a.name} type="button" class="bc one" data-pick={a.name} onClick={() => pick(store, a.name)}><CounterSign counter={{ realm: opened.realm, arm: a.arm, weight: a.weight }} crests={crests} />
          <b>{a.name}{a.men ? ` · ${number(lang, a.men)}` : ''}</b><small>{badgeOf(a, rows, opened.sections, opened, stays) === '!' ? say(lang, 'no-order-yet') : say(lang, 'has-orders')}</small>{i < 9 && <kbd>{i + 1}</kbd>}</button>)}
        {foes.map((a, i) => <button key={i} type="button" class="bc one" aria-pressed={feared(store, a)} onClick={() => store.set({ danger: feared(store, a) ? null : mover(store, a) })}><CounterSign counter={{ realm: a.unknown ? undefined : a.realm, ...kindOf(opened, a) }} crests={crests} />
          <b>{a.unknown ? say(lang, 'unknown-army') : a.name || kindOf(opened, a)?.name || a.kind}{a.men ? ` · ${number(lang, a.men)}` : ''}</b><small>{[a.unknown ? '' : a.realm ? realmName(store, a.realm) : say(lang, 'nobody'), say(lang, 'danger')].filter(Boolean).join(' · ')}</small></button>)}
      </div>}
      <Note store={store} at={cell.label} />
      {raises && <div class="row"><button type="button" class="btn" onClick={() => { store.set({ place: cell.label }); go(store, 'recruit'); }}>{say(lang, 'recruit-here')} …</button></div>}
      {works.some((w) => w.sites.some((s) => !s.edge)) && <Works store={store} at={cell.label} list={works.filter((w) => w.sites.some((s) => !s.edge))} />}
      {works.some((w) => w.sites.some((s) => s.edge)) && <Edges store={store} at={cell.label} list={works.filter((w) => w.sites.some((s) => s.edge))} />}
    </Panel>
  );
}

// useSurvey is what the engine says of a free field; '': of none.
function useSurvey(store: Store, at: string): readonly Amount[] {
  const [told, tell] = useState<{ at: string; list: Amount[] }>({ at: '', list: [] }), opened = useStore(store, (s) => s.opened);
  useEffect(() => {
    if (at) store.engine.survey(at).then((list) => tell({ at, list }), () => tell({ at: '', list: [] }));
  }, [store, at, opened]);
  return told.at === at ? told.list : [];
}

// Note is what the player notes about a field; it is kept in "my table", and goes to nobody.
function Note({ store, at }: { store: Store; at: string }) {
  const lang = store.state.lang, notes = useStore(store, (s) => s.notes), now = notes.find((n) => n.at === at);
  const [open, set] = useState(false);
  const noted = (text: string) => put(store, { notes: text.trim() === '' ? notes.filter((n) => n !== now) : now ? notes.map((n) => (n === now ? { ...n, text } : n)) : [...notes, { at, text }] }, `note ${at}`);
  if (!now && !open) return <div class="row more"><button type="button" class="link" onClick={() => set(true)}>{say(lang, 'note')} …</button></div>;
  return <textarea class="write note more" maxLength={10_000} aria-label={say(lang, 'note')} placeholder={say(lang, 'note')} value={now?.text ?? ''} onInput={(e) => noted(e.currentTarget.value)} />;
}

// mover is a foreign army as it was seen, for the engine.
const mover = (store: Store, a: FactArmy): Mover => ({ realm: a.unknown ? undefined : a.realm, kind: a.kind || (kindOf(store.state.opened, a) ? a.name.split(' ')[0] : undefined), at: a.at });
const feared = (store: Store, a: FactArmy) => JSON.stringify(store.state.danger) === JSON.stringify(mover(store, a));

type List = { work: Work; sites: Site[] }[];

export const WorkSign = ({ store, work }: { store: Store; work: Work }) => !hasBuilding(work.symbol) ? <Icon of={work.symbol ?? ''} /> :
  <BuildingSign name={work.symbol} realm={store.state.opened!.realm} crests={store.state.opened!.chart?.crests} />;

// turnsOf is how long a work takes; '': it stands at once, or that depends.
export const turnsOf = (lang: Lang, { turns }: Work) => (turns ? say(lang, 'n-turns', { n: turns }) : '');

function Works({ store, at, list }: { store: Store; at: string; list: List }) {
  const { lang, rows } = store.state;
  const whys = new Set(list.map(({ sites }) => sites.find((x) => !x.edge)?.why?.text)), alike = list.length > 1 && whys.size === 1 ? [...whys][0] : undefined;
  return (
    <div><h3 class="gap">{say(lang, 'build-here')}</h3>{alike && <p class="say w gap">{alike}</p>}<div class="cards">{list.map(({ work, sites }) => {
      const s = sites.find((x) => !x.edge)!, price = s.price ?? work.price, on = linesOf(store, rows, work, at).length > 0;
      const short = on ? '' : lacks(store.state, price), says = [amounts(lang, price), turnsOf(lang, work)].filter(Boolean).join(' · ');
      return <button key={work.code} type="button" class="bc" aria-pressed={on} disabled={!on && (!!s.why || !!short)} title={work.gives} onClick={() => void toggle(store, work, s)}>
        <WorkSign store={store} work={work} />
        <b>{work.name}</b><small>{says}</small>{!on && (alike ? '' : s.why || short) && <small class="why">{s.why?.text ?? short}</small>}</button>;
    })}</div></div>
  );
}

// Edges are what can be built on the borders: what is chosen first, then the border on the ring.
function Edges({ store, at, list }: { store: Store; at: string; list: List }) {
  const { lang, opened, rows } = store.state, [code, set] = useState(store.state.work);
  const now = list.find((w) => w.work.code === code) ?? list[0]!;
  const cell = opened!.chart!.cells.find((c) => c.label === at)!;
  const form = formOf(opened!.sections, now.work.action.draft.letter, now.work.action.draft.form), way = partOf(form, 'path');
  const planned = (w: Work, d: number) => { const r = linesOf(store, rows, w, at)[0]; return (r?.values?.[way] ?? '').includes(String(d)); };
  const toggle = (d: number) => {
    const site = now.sites.find((s) => s.edge === d);
    if (!site) return;
    void change(store, (all): Change[] => {
      const r = linesOf(store, all, now.work, at)[0];
      if (!r?.values || way < 0) return site.why ? [] : [{ line: 0, ...begun(store, now.work.action, site) }];
      const was = r.values[way] ?? '', dirs = was.includes(String(d)) ? was.replaceAll(String(d), '') : was + String(d);
      if (dirs === '') return [erased(r)];
      return [{ line: r.line, letter: r.letter, form: r.form, values: r.values.map((v, i) => (i === way ? dirs : v)) }];
    });
  };
  const k = 1.5, price = now.sites.find((s) => !s.why)?.price ?? now.work.price;
  return (
    <div><h3 class="gap">{say(lang, 'edges')} <small class="dim">{amounts(lang, price)}</small></h3>
      <div class="seg" role="group" aria-label={say(lang, 'edges')}>{list.map(({ work }) => <button key={work.code} type="button" aria-pressed={work === now.work} onClick={() => set(work.code)}>{work.name}</button>)}</div>
      <svg class="ring" viewBox="-96 -92 192 184" role="group" aria-label={say(lang, 'edges')}>{[1, 2, 3, 4, 5, 6].map((d) => {
        const a = corners[d - 1]!, b = corners[d % 6]!, mx = (a[0] + b[0]) / 2 * k, my = (a[1] + b[1]) / 2 * k, site = now.sites.find((s) => s.edge === d);
        const on = planned(now.work, d), bit = 1 << (d - 1), has = { wall: ((cell.walls ?? 0) & bit) > 0, road: ((cell.roads ?? 0) & bit) > 0, river: ((cell.rivers ?? 0) & bit) > 0 };
        const off = !on && (!site || !!site.why);
        return <g key={d}>
          <path d={`M${a[0] * k} ${a[1] * k}L${b[0] * k} ${b[1] * k}`} stroke={has.wall ? 'var(--ink)' : has.river ? 'var(--m-water)' : 'var(--line2)'} stroke-width={has.wall ? 8 : has.river ? 6 : 3} stroke-linecap="round" />
          {has.road && <path d={`M0 0L${mx} ${my}`} stroke="var(--m-road)" stroke-width="4" stroke-dasharray="7 4" />}
          {on && <path d={now.work.symbol === 'wall' ? `M${a[0] * k * .9} ${a[1] * k * .9}L${b[0] * k * .9} ${b[1] * k * .9}` : `M0 0L${mx} ${my}`} stroke="var(--acc)" stroke-width="5" stroke-dasharray="6 4" />}
          <g transform={`translate(${mx * 1.32} ${my * 1.3})`} role="button" tabindex={off ? -1 : 0} aria-disabled={off} aria-pressed={on} aria-label={`${now.work.name}: ${say(lang, 'edge-n', { n: d })}${site?.why ? `. ${site.why.text}` : ''}`}
            opacity={off ? 0.45 : 1} onClick={() => { if (!off) toggle(d); }} onKeyDown={(e) => { if ((e.key === 'Enter' || e.key === ' ') && !off) { e.preventDefault(); toggle(d); } }}>
            <circle r="14" fill={on ? 'var(--acc)' : 'var(--card)'} stroke="var(--line2)" /><text y="4.5" style={{ fill: on ? 'var(--accink)' : 'var(--ink)' }}>{d}</text></g></g>;
      })}<text y="4" class="mid">{cell.label}</text></svg>
    </div>
  );
}
