// Recruiting: a table of what can be raised at a place, and the purse below it, which falls as numbers are typed.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry, Row, Said, Unit } from '../data';
import { countPart, erased, faultsOf, formOf, partOf } from '../desk/armies';
import { begun, lacks } from '../desk/build';
import { part } from '../desk/command';
import { change } from '../desk/desk';
import { go, shut } from '../desk/nav';
import { amounts, number, purse } from '../desk/numbers';
import { again, counted, edited, fill, raises, reinforced } from '../desk/recruit';
import type { Reinforced } from '../desk/recruit';
import { BuildingSign, CounterSign, hasBuilding } from '../icons';
import { theStage } from '../map';
import { useNarrow } from '../shell/media';
import { textOf, useLaid, useParts, useStore } from '../state';
import type { Store } from '../state';
import { fold } from '../orders/identity';
import { say } from '../words';
import { nameOf } from './army';
import { NotHere, Panel } from './panel';

export function Recruit({ store }: { store: Store }) {
  const { lang, opened, place } = useLaid(store, 'lang', 'opened', 'rows', 'place', 'checkedOf', 'readOf');
  const checked = useStore(store, (s) => s.checked);
  const units = opened.desk?.units ?? [], phone = useNarrow();
  const places = [...new Set(units.flatMap((u) => (u.sites ?? []).map((s) => s.at)))];
  const good = places.filter((p) => units.some((u) => (u.sites ?? []).some((s) => s.at === p && !s.why)));
  const home = good.find((p) => opened.chart?.cells.some((c) => c.label === p && c.building === 'capital'));
  const at = places.includes(place) ? place : home ?? good[0] ?? places[0] ?? '';
  const cell = opened.chart?.cells.find((c) => c.label === at), crests = opened.chart?.crests;
  useEffect(() => (cell ? theStage()?.reveal(cell, true) : undefined), [at]); // what is raised stands there
  const figures = [...new Map(units.flatMap((u) => u.figures ?? []).map((f) => [f.code, f.name])).entries()].slice(0, 2);
  const each = units.some((u) => (u.price ?? []).length > 0), once = units.some((u) => (u.once ?? []).length > 0), upkeep = units.some((u) => (u.upkeep ?? []).length > 0);
  const room = checked?.ledger?.find((e) => e.kind === 'room' && e.at === at)?.text;
  const shown: Shown = { each, once, upkeep, figures, wide: phone ? 0 : Number(each) + Number(once) + Number(upkeep) + figures.length };
  const more = reinforced(store).filter(({ action: { draft } }) => draft.values[partOf(formOf(opened.sections, draft.letter, draft.form), 'place')] === at);
  const text = useStore(store, () => textOf(store)), [left, set] = useState<Unit[] | null>(null);
  useEffect(() => {
    let open = true;
    store.engine.units(text).then((all) => { if (open) set(all); }, () => undefined);
    return () => { open = false; };
  }, [text, opened]);
  return (
    <Panel lang={lang} wide flush halves class="recruit" close={() => shut(store)} title={at ? say(lang, 'recruit-in', { at: cell?.name || at }) : say(lang, 'recruit-at-large')} sub={room}
      sign={hasBuilding(cell?.building) ? <BuildingSign name={cell.building} realm={opened.realm} crests={crests} /> : undefined}
      tools={places.length > 1 && <select class="btn" aria-label={say(lang, 'place')} value={at} onChange={(e) => store.set({ place: e.currentTarget.value })}>
        {places.map((p) => <option key={p} value={p} disabled={!good.includes(p)}>{nameOf(store, p) === p ? p || '–' : `${nameOf(store, p)} ${p}`}</option>)}</select>}
      foot={<PurseBar store={store} />}>
      {units.length === 0 ? <p class="dim pad">{say(lang, 'nothing-recruit')}</p> : <table class="t"><thead><tr><th>{say(lang, 'kind')}</th>{each && <th class="wide-only">{say(lang, 'each')}</th>}{once && <th class="wide-only">{say(lang, 'once')}</th>}
        {upkeep && <th class="wide-only">{say(lang, 'upkeep')}</th>}{figures.map(([k, n]) => <th key={k} class="wide-only">{n}</th>)}<th>{say(lang, 'how-many')}</th><th>{say(lang, 'cost')}</th></tr></thead>
        {more.length > 0 && <tbody><tr><th colSpan={3 + shown.wide}>{say(lang, 'reinforce-here')}</th></tr>{more.map((x) => <Again key={x.army.name} store={store} of={x} wide={shown.wide} />)}<tr><th colSpan={3 + shown.wide}>{say(lang, 'recruit-new')}</th></tr></tbody>}
        <tbody>{units.filter((u) => !notHere(store, u, at)).map((u) => <Raise key={`${at} ${u.code}`} store={store} u={u} at={at} shown={shown} left={left?.find((x) => x.code === u.code)} />)}</tbody></table>}
      {(opened.desk?.works?.length ?? 0) > 0 && <p class="pad"><button type="button" class="link" onClick={() => go(store, 'build')}>{say(lang, 'build')} …</button></p>}
      <NotHere lang={lang} of={units.flatMap((u) => { const why = notHere(store, u, at); return why ? [{ name: u.name, why }] : []; })} />
    </Panel>
  );
}

// notHere is why a unit cannot be raised at a place; undefined: it can, or the draft does.
function notHere(store: Store, u: Unit, at: string): Said | undefined {
  const site = (u.sites ?? []).find((s) => s.at === at), why = u.action.why ?? (site ? site.why : { code: '', text: say(store.state.lang, 'nowhere') });
  return why && raises(store, u, at).lines(store.state.rows).length === 0 ? why : undefined;
}

// Shown are the columns of the table.
interface Shown { each: boolean; once: boolean; upkeep: boolean; figures: [string, string][]; wide: number }

// Paid is what lines cost.
function Paid({ store, lines }: { store: Store; lines: readonly Row[] }) {
  const paid = (store.state.checked?.ledger ?? []).filter((e) => e.kind === 'order' && lines.some((r) => r.line === e.line));
  return <td>{paid.length > 0 && <b>{summed(paid).map((a) => number(store.state.lang, -a)).join(' + ')}</b>}</td>;
}

// Raise is a unit that can be raised. What the draft raises already is used up: left is what it leaves.
function Raise({ store, u, at, shown, left }: { store: Store; u: Unit; at: string; shown: Shown; left: Unit | undefined }) {
  const { lang, rows } = store.state, opened = store.state.opened!, { sections } = opened, i = countPart(sections, u.action.draft);
  const site = (u.sites ?? []).find((s) => s.at === at), rest = site && left?.sites?.find((s) => s.at === at && s.edge === site.edge);
  const box = raises(store, u, at), all = box.lines(rows), own = edited(all), n = i < 0 ? all.length : counted(sections, own), others = all.filter((r) => !own.includes(r));
  const why = u.action.why ?? site?.why ?? (site ? (n === 0 ? rest?.why : undefined) : { text: '' });
  // where no number is asked for, each line raises one
  const more = () => void change(store, () => [{ line: 0, ...begun(store, u.action, site!) }]), fewer = () => void change(store, (now) => box.lines(now).slice(-1).map(erased));
  const wrong = all.flatMap((r) => faultsOf(store.state, r)).find((p) => p.severity === 'error'), field = u.action.fields?.find((f) => f.part === i);
  const most = Math.min(site?.most || field?.most || Infinity, i < 0 ? Infinity : rest?.why ? n : n + (rest?.most || Infinity));
  const into = (r: Row) => r.army || (r.form !== u.action.draft.form && r.values?.at(-1)) || '';
  const least = field?.least && field.least > 1 ? number(lang, field.least) : '', room = most < Infinity ? number(lang, most) : '';
  const limits = least && room ? say(lang, 'from-to', { a: least, b: room }) : least ? say(lang, 'least-n', { n: least }) : room && say(lang, 'most-n', { n: room });
  const says = wrong?.text || why?.text || [all[0] && all[0].form !== u.action.draft.form ? into(all[0]) : '', ...others.map((r) => `${into(r)}: ${counted(sections, [r])}`), fold(u.code) === fold(u.name) ? '' : u.code, limits].filter(Boolean).join(' · ');
  return <tr class={n > 0 ? 'has' : why ? 'off' : ''}>
    <td><span class="nm"><CounterSign counter={{ realm: opened.realm, arm: u.arm, weight: u.weight }} crests={opened.chart?.crests} /><span>{u.name}<small class={wrong ? 'badt' : undefined} title={why?.text}>{says}</small><small class="phone-only">{[amounts(lang, u.price), amounts(lang, u.once)].filter(Boolean).join(' + ')}</small></span></span>
      {all[0] && <Ways store={store} u={u} row={all[0]} />}</td>
    {shown.each && <td class="wide-only">{amounts(lang, u.price)}</td>}{shown.once && <td class="wide-only">{amounts(lang, u.once)}</td>}{shown.upkeep && <td class="wide-only">{amounts(lang, u.upkeep)}</td>}
    {shown.figures.map(([k]) => <td key={k} class="wide-only">{(() => { const f = u.figures?.find((x) => x.code === k); return f && f.amount ? number(lang, f.amount) : '–'; })()}</td>)}
    <td>{!why && i >= 0 ? <Count n={n} most={most} step={(field?.least ?? 1) >= 100 ? 100 : 1} label={say(lang, 'how-many-of', { name: u.name })} put={(v) => void fill(store, box, v)} />
      : (!why || n > 0) && <span class="count">{n > 0 && <><button type="button" class="btn" aria-label={`− ${u.name}`} onClick={fewer}>−</button> <b>{n}</b> </>}<button type="button" class="btn" disabled={!!why || !!rest?.why || lacks(store.state, [...u.price ?? [], ...u.once ?? []]) !== ''} title={rest?.why?.text} aria-label={`+ ${u.name}`} onClick={more}>+</button></span>}</td>
    <Paid store={store} lines={all} /></tr>;
}

// pause is how long after a key what was typed counts, in ms: the purse falls while one types.
const pause = 250;

// Count is a number that the draft has. What is being typed stays while the engine answers what was typed before.
function Count({ n, most, step, label, put }: { n: number; most: number; step: number; label: string; put: (v: string) => void }) {
  const [typed, type] = useState<string | null>(null), waits = useRef<ReturnType<typeof setTimeout> | undefined>(undefined), box = useRef<HTMLInputElement>(null);
  useEffect(() => { if (document.activeElement !== box.current) type(null); }, [n]);
  const take = (v: string, after: number) => { clearTimeout(waits.current); if (after === 0) put(v); else waits.current = setTimeout(() => put(v), after); };
  return <input ref={box} type="number" min="0" max={most < Infinity ? most : undefined} step={step} placeholder="0" value={typed ?? (n || '')} aria-label={label}
    onFocus={(e) => e.currentTarget.select()} onInput={(e) => { type(e.currentTarget.value); take(e.currentTarget.value, pause); }} onChange={(e) => take(e.currentTarget.value, 0)} onBlur={() => type(null)} />;
}

// Ways are in which ways a unit can be raised, such as fit for the terrain.
function Ways({ store, u, row }: { store: Store; u: Unit; row: Row }) {
  const parts = formOf(store.state.opened!.sections, row.letter, row.form)?.parts ?? [], own = row.form === u.action.draft.form;
  return <>{(u.action.fields ?? []).filter((f) => own && f.choices && parts[f.part]).map((f) => <select key={f.part} class="ways" data-part={parts[f.part]!.name} aria-label={`${u.name}: ${f.choices!.at(-1)!.name}`} value={row.values?.[f.part] ?? ''}
    onChange={(e) => void part(store, row, f.part, e.currentTarget.value)}>{f.choices!.map((c) => <option key={c.value} value={c.value} disabled={!!c.why}>{c.name}</option>)}</select>)}</>;
}

// Again is an army that stands there and can get more men.
function Again({ store, of, wide }: { store: Store; of: Reinforced; wide: number }) {
  const { army, action } = of, { lang, rows } = store.state, opened = store.state.opened!, { sections } = opened;
  const box = again(store, of), all = box.lines(rows), i = countPart(sections, action.draft), n = counted(sections, all);
  const most = action.fields?.find((f) => f.part === i)?.most, wrong = all.flatMap((r) => faultsOf(store.state, r)).find((p) => p.severity === 'error');
  return <tr class={n > 0 ? 'has' : action.why ? 'off' : ''} data-again={army.name}>
    <td><span class="nm"><CounterSign counter={{ realm: opened.realm, arm: army.arm, weight: army.weight }} crests={opened.chart?.crests} /><span>{army.name}{army.men ? ` · ${number(lang, army.men)}` : ''}
      <small class={wrong ? 'badt' : undefined}>{wrong?.text ?? action.why?.text ?? (most ? say(lang, 'most-n', { n: number(lang, most) }) : '')}</small></span></span></td>
    {wide > 0 && <td class="wide-only" colSpan={wide} />}
    <td>{(!action.why || n > 0) && <Count n={n} most={most || Infinity} step={1} label={`${action.name}: ${army.name}`} put={(v) => void fill(store, box, v)} />}</td>
    <Paid store={store} lines={all} /></tr>;
}

// summed are amounts of each thing.
function summed(list: readonly Entry[]): number[] {
  const by = new Map<string, number>();
  for (const e of list) by.set(e.code, (by.get(e.code) ?? 0) + e.amount);
  return [...by.values()];
}

// PurseBar is what there is, what the orders take of it, and what is left.
export function PurseBar({ store }: { store: Store }) {
  const { lang, rows } = useParts(store, 'lang', 'checked', 'rows');
  const sections = store.state.opened!.sections;
  return <div class="purse">{purse(store.state).map((p) => {
    const by = new Map<string, number>();
    for (const e of p.spent) { const l = rows.find((r) => r.line === e.line)?.letter ?? ''; by.set(l, (by.get(l) ?? 0) + e.amount); }
    const parts = [...by.entries()].filter(([, n]) => n > 0), all = Math.max(1, p.all);
    return <div key={p.code}>
      <div class="row apart"><span><b class={p.left < 0 ? 'badt' : ''}>{number(lang, p.left)}</b> {p.left > p.all ? p.name : say(lang, 'purse-left', { all: number(lang, p.all), name: p.name })}</span>
        <small class="dim">{p.other.map((o) => `${o.text || say(lang, o.kind === 'upkeep' ? 'upkeep-next' : 'income-next', { n: '' })} ${number(lang, Math.abs(o.amount))}`).join(' · ')}</small></div>
      <div class="bar" role="img" aria-label={`${number(lang, p.left)} / ${number(lang, p.all)}`}>{parts.map(([l, n]) => <i key={l} class={p.left < 0 ? 'over' : ''} style={{ width: `${Math.min(100, n / all * 100)}%` }} />)}</div>
      <small class="dim">{[...parts.map(([l, n]) => `${sections.find((s) => s.letter === l)?.names[lang === 'de' ? 0 : 1] ?? sections.find((s) => s.letter === l)?.names[0] ?? l} ${number(lang, n)}`), say(lang, 'rest-stays')].join(' · ')}</small>
    </div>;
  })}</div>;
}
