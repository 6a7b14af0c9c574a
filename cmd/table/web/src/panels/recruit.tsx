// Recruiting: a table of what can be raised at a place, and the purse below it, which falls as numbers are typed.
import { useEffect } from 'preact/hooks';
import type { Entry, Row, Unit } from '../data';
import { erased, faultsOf, formOf } from '../desk/armies';
import { begun, linesOf } from '../desk/build';
import { change } from '../desk/desk';
import { shut } from '../desk/nav';
import { amounts, number, purse } from '../desk/numbers';
import { BuildingSign, CounterSign, hasBuilding } from '../icons';
import { theStage } from '../map';
import { useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { nameOf } from './army';
import { Panel } from './panel';

export function Recruit({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const opened = useStore(store, (s) => s.opened)!;
  const rows = useStore(store, (s) => s.rows);
  const checked = useStore(store, (s) => s.checked);
  const place = useStore(store, (s) => s.place);
  useStore(store, (s) => s.checkedOf); useStore(store, (s) => s.readOf);
  const units = opened.desk?.units ?? [];
  const places = [...new Set(units.flatMap((u) => (u.sites ?? []).map((s) => s.at)))];
  const good = places.filter((p) => units.some((u) => (u.sites ?? []).some((s) => s.at === p && !s.why)));
  const home = good.find((p) => opened.chart?.cells.some((c) => c.label === p && c.building === 'capital'));
  const at = places.includes(place) ? place : home ?? good[0] ?? places[0] ?? '';
  const cell = opened.chart?.cells.find((c) => c.label === at), crests = opened.chart?.crests;
  useEffect(() => (cell ? theStage()?.reveal(cell, true) : undefined), [at]); // what is raised stands there
  const figures = [...new Map(units.flatMap((u) => u.figures ?? []).map((f) => [f.code, f.name])).entries()].slice(0, 2);
  const each = units.some((u) => (u.price ?? []).length > 0), once = units.some((u) => (u.once ?? []).length > 0), upkeep = units.some((u) => (u.upkeep ?? []).length > 0);
  const room = checked?.ledger?.find((e) => e.kind === 'room' && e.at === at)?.text;
  const cost = (line: number) => (checked?.ledger ?? []).filter((e) => e.kind === 'order' && e.line === line);
  const first = (u: Unit) => { const f = formOf(opened.sections, u.action.draft.letter, u.action.draft.form); return f?.parts.findIndex((p, i) => p.kind === 'number' && p.needed && u.action.draft.values[i] === '') ?? -1; };
  return (
    <Panel lang={lang} wide flush halves class="recruit" close={() => shut(store)} title={at ? say(lang, 'recruit-in', { at: cell?.name || at }) : say(lang, 'recruit-at-large')} sub={room}
      sign={hasBuilding(cell?.building) ? <BuildingSign name={cell.building} realm={opened.realm} crests={crests} /> : undefined}
      tools={places.length > 1 && <select class="btn" aria-label={say(lang, 'place')} value={at} onChange={(e) => store.set({ place: e.currentTarget.value })}>
        {places.map((p) => <option key={p} value={p} disabled={!good.includes(p)}>{nameOf(store, p) === p ? p || '–' : `${nameOf(store, p)} ${p}`}</option>)}</select>}
      foot={<PurseBar store={store} />}>
      {units.length === 0 ? <p class="dim pad">{say(lang, 'nothing-recruit')}</p> : <table class="t"><thead><tr><th>{say(lang, 'kind')}</th>{each && <th class="wide-only">{say(lang, 'each')}</th>}{once && <th class="wide-only">{say(lang, 'once')}</th>}
        {upkeep && <th class="wide-only">{say(lang, 'upkeep')}</th>}{figures.map(([k, n]) => <th key={k} class="wide-only">{n}</th>)}<th>{say(lang, 'how-many')}</th><th>{say(lang, 'cost')}</th></tr></thead>
        <tbody>{units.map((u) => {
          const site = (u.sites ?? []).find((s) => s.at === at), why = u.action.why ?? site?.why ?? (site ? undefined : { text: '' });
          const all = linesOf(store, rows, u, at), i = first(u), field = u.action.fields?.find((f) => f.part === i), paid = all.flatMap((r) => cost(r.line));
          // several lines may raise the same army: what is typed is their sum, and becomes one line
          const same = (list: Row[]) => list.filter((r) => r.army === list[0]?.army), others = all.filter((r) => r.army !== all[0]?.army);
          const n = i < 0 ? all.length : same(all).reduce((sum, r) => sum + (Number(r.values?.[i]) || 0), 0);
          const put = (v: string) => void change(store, (now) => {
            const [was, ...rest] = same(linesOf(store, now, u, at)), count = v.replace(/\D/g, '').replace(/^0+/, '');
            if (was?.values) return [count === '' ? erased(was) : { line: was.line, letter: was.letter, form: was.form, values: was.values.map((x, k) => (k === i ? count : x)) }, ...rest.map(erased)];
            if (count === '' || !site) return [];
            const draft = begun(store, u.action, site);
            return [{ line: 0, ...draft, values: draft.values.map((x, k) => (k === i ? count : x)) }];
          });
          // where no number is asked for, each line raises one
          const more = () => void change(store, () => [{ line: 0, ...begun(store, u.action, site!) }]), fewer = () => void change(store, (now) => linesOf(store, now, u, at).slice(-1).map(erased));
          const wrong = all.flatMap((r) => faultsOf(store.state, r)).find((p) => p.severity === 'error');
          const most = site?.most || field?.most;
          const says = wrong?.text || why?.text || [...others.map((r) => `${r.army}: ${r.values?.[i] ?? ''}`), most ? say(lang, 'most-n', { n: number(lang, most) }) : '', u.code.toLowerCase() === u.name.toLowerCase() ? '' : u.code, (field?.least && field.least > 1 ? say(lang, 'least-n', { n: number(lang, field.least) }) : '')].filter(Boolean).join(' · ');
          return <tr key={u.code} class={n > 0 ? 'has' : why ? 'off' : ''}>
            <td><span class="nm"><CounterSign counter={{ realm: opened.realm, arm: u.arm, weight: u.weight }} crests={crests} /><span>{u.name}<small class={wrong ? 'badt' : undefined} title={why?.text}>{says}</small><small class="phone-only">{[amounts(lang, u.price), amounts(lang, u.once)].filter(Boolean).join(' + ')}</small></span></span></td>
            {each && <td class="wide-only">{amounts(lang, u.price)}</td>}{once && <td class="wide-only">{amounts(lang, u.once)}</td>}{upkeep && <td class="wide-only">{amounts(lang, u.upkeep)}</td>}
            {figures.map(([k]) => <td key={k} class="wide-only">{(() => { const f = u.figures?.find((x) => x.code === k); return f && f.amount ? number(lang, f.amount) : '–'; })()}</td>)}
            <td>{!why && i >= 0 ? <input type="number" min="0" max={site?.most || field?.most || undefined} step={(field?.least ?? 1) >= 100 ? 100 : 1} placeholder="0" value={n || ''} aria-label={say(lang, 'how-many-of', { name: u.name })} onChange={(e) => put(e.currentTarget.value)} />
              : (!why || n > 0) && <span class="count">{n > 0 && <><button type="button" class="btn" aria-label={`− ${u.name}`} onClick={fewer}>−</button> <b>{n}</b> </>}<button type="button" class="btn" disabled={!!why} aria-label={`+ ${u.name}`} onClick={more}>+</button></span>}</td>
            <td>{paid.length > 0 && <b>{summed(paid).map((a) => number(lang, -a)).join(' + ')}</b>}</td></tr>;
        })}</tbody></table>}
    </Panel>
  );
}

// summed are amounts of each thing.
function summed(list: readonly Entry[]): number[] {
  const by = new Map<string, number>();
  for (const e of list) by.set(e.code, (by.get(e.code) ?? 0) + e.amount);
  return [...by.values()];
}

// PurseBar is what there is, what the orders take of it, and what is left.
export function PurseBar({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  useStore(store, (s) => s.checked);
  const rows = useStore(store, (s) => s.rows);
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
