// The map: what the engine says of the world, and over it what the draft orders.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { armiesOf, isGhost, badgeOf, commandable, doing, formOf, kindOf, ordersOf, others, partOf, placeOf, raised, sized, sizeOf, staying, wayOf } from './desk/armies';
import { placesOf, sitesOf, toggle } from './desk/build';
import { armyOf, isTarget, march, step } from './desk/command';
import { open, pick } from './desk/nav';
import { Icon } from './icons';
import { Board } from './paint/hex';
import type { Cell } from './paint/hex';
import { look, of } from './paint/marks';
import type { Mark } from './paint/marks';
import { arrow, beads, chosen, clashes, ghosts, heap, lifted, noted, reach, stacks } from './paint/overlay';
import type { Ghost, Standing } from './paint/overlay';
import type { Style } from './paint/painter';
import { Stage } from './paint/stage';
import type { Inset, Pointed } from './paint/stage';
import { useParts, useStore } from './state';
import type { State, Store } from './state';
import { say } from './words';
import { trailsOf } from './weeks/trails';
import type { Trail } from './weeks/trails';

// long is how many turns ago an army may have been seen to be shown where that was.
const long = 4;

export interface Moment { standing: Standing[]; trails: { cells: Cell[]; realm: number }[]; battles: Cell[]; focus?: Cell | undefined } // of the replay; focus is brought into sight

let stage: Stage | null = null;
// theStage is the map on the screen, for keys and buttons.
export const theStage = () => stage;

export function MapView({ store, moment, inset, board, whole, beside }: { store: Store; moment: Moment | null; inset: Inset; board: Board | null; whole: boolean; beside: boolean }) {
  const { lang, opened, table } = useParts(store, 'lang', 'opened', 'table');
  const rows = useStore(store, (s) => s.rows), made = useStore(store, (s) => s.made), stays = useStore(store, staying);
  const { army, at } = useParts(store, 'army', 'at');
  const host = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<Cell | undefined>(undefined);
  const now = useMemo(() => {
    const s = new Stage((at) => pointed(store, at), setTip);
    stage = s;
    return s;
  }, [store]);
  now.inset = inset;
  now.whole = whole;
  now.turn = table ? `${table.world} ${table.realm} ${table.turn}` : undefined;
  const style = useMemo(() => styleOf(board), [board]);

  useLayoutEffect(() => {
    host.current!.append(now.tiles.host, now.svg);
    const see = new ResizeObserver(([e]) => now.size(e!.contentRect.width, e!.contentRect.height));
    see.observe(host.current!);
    return () => { see.disconnect(); now.tiles.host.remove(); now.svg.remove(); };
  }, [now]);
  useEffect(() => { now.svg.setAttribute('aria-label', say(lang, 'map-label')); }, [lang]);

  const past = useStore(store, (s) => s.past);
  const trails = useMemo(() => (table && board ? trailsOf([...past, table].map((t) => t.facts), (l) => board.by(l) !== undefined) : []), [past, table, board]);
  const standing = useMemo(() => (moment ? moment.standing : [...standingOf(store), ...lost(store, trails)]), [store, opened, table, rows, made, stays, moment, trails]);
  const heaps = useMemo(() => (board ? stacks(board, standing) : null), [board, standing]);
  const piles = useMemo(() => heaps && (moment ? heaps : lifted(heaps, board!, standing, army)), [heaps, moment, army]);
  // land, names and places make room for who stands there by the report; for others only where something would lie under them
  const stand = useMemo(() => new Set(standing.map((a) => a.at)), [board, table]);
  const more = standing.filter((a) => !stand.has(a.at) && (style.organic || hasPlace(board?.by(a.at)))).map((a) => a.at).sort().join('\n');
  const busy = useMemo(() => new Set([...stand, ...more.split('\n')]), [stand, more]);
  // before the browser paints, so that it paints once
  useLayoutEffect(() => {
    if (!board) return;
    now.focus = standing.filter((a) => a.own).map((a) => a.at);
    now.land(board, style, (c) => busy.has(c.label));
  }, [now, board, style, busy]);
  const focus = moment?.focus;
  useLayoutEffect(() => (focus ? now.reveal(focus, true) : undefined), [now, focus]);
  const framed = beside && board !== null;
  useLayoutEffect(() => (framed ? now.beside() : undefined), [now, framed]);
  useLayoutEffect(() => { if (whole) now.fit(); }, [now, whole, inset.left, inset.right, inset.bottom]);
  useLayoutEffect(() => { if (board) now.layer('units', [...piles!.values()].flat()); }, [now, board, piles]);

  const way = useStore(store, (s) => s.way), courses = useStore(store, (s) => s.courses);
  const danger = useStore(store, (s) => s.danger), work = useStore(store, chosenWork);
  const notes = useStore(store, (s) => s.notes);
  useLayoutEffect(() => {
    if (!board) return;
    const me = opened?.realm ?? 0, over: Mark[] = [], top: Mark[] = [];
    if (moment) {
      for (const t of moment.trails) over.push(...arrow(t.cells, t.realm, true));
      top.push(...clashes(moment.battles));
    } else {
      for (const t of trails) {
        if (t.turn === table?.facts.turn) over.push(...arrow(t.at.map((l) => board.by(l)).filter((c): c is Cell => !!c), t.army.realm ?? 0, true));
      }
      over.push(...ghosts(planned(store, board), me, busy, style));
      const reached = (army || danger) && way.reached && way.reached.length > 0 ? reach(board, way.reached, [board.by(way.at), ...way.steps.map((s) => board.at(s.h, s.y))].filter((c): c is Cell => !!c), busy,
        (n) => (n > 0 && (opened?.desk?.weeks ?? 0) > 0 ? say(lang, 'wk', { n }) : ''), style, way.still) : null;
      const sites = placesOf(work ? sitesOf(store.state, work) : []).map((s) => board.by(s.at)).filter((c): c is Cell => !!c);
      if (sites.length > 0) over.push(...reach(board, sites, [], busy, () => '', style).land);
      if (reached) { over.unshift(...reached.land); top.push(...reached.weeks); }
      for (const [name, cells] of ordered(store, board, courses)) if (name !== army) over.push(...arrow(cells, me, true));
      const from = board.by(way.at);
      if (army && from) {
        over.push(...arrow([way.steps.at(-1) ?? from, ...way.tries], me, true));
        over.push(...arrow([from, ...way.steps.filter((s, i) => i === 0 ? s.at !== way.at : s.at !== way.steps[i - 1]!.at)], me, false));
        top.push(...beads(way.steps.filter((s, i) => s.at !== (i === 0 ? way.at : way.steps[i - 1]!.at)).map((s, i) => ({ ...s, n: s.week || i + 1 })), me));
      }
    }
    if (!moment) top.push(...noted(notes.map((n) => board.by(n.at)).filter((c): c is Cell => !!c)));
    now.layer('over', over);
    now.layer('top', top);
    const c = army ? board.by(armyOf(store, army)?.at) : board.by(at);
    now.layer('mark', c && !moment ? chosen(c, style) : []);
    if (c && !moment) now.reveal(c, army !== null);
  }, [now, board, opened, rows, made, army, at, way, danger, busy, moment, notes, lang, trails, work, courses, inset.left, inset.right, inset.bottom]);

  return (
    <>
      <div class="map-host" ref={host} />
      <div class="zoom">
        <button type="button" aria-label={say(lang, 'closer')} onClick={() => now.by(1.35)}>+</button>
        <button type="button" aria-label={say(lang, 'farther')} onClick={() => now.by(1 / 1.35)}>−</button>
        <button type="button" aria-label={say(lang, 'whole-map')} onClick={() => now.fit()}><Icon of="fit" /></button>
      </div>
      {tip && board && <Tip store={store} board={board} cell={tip} />}
      <div class="sr" role="status">{at && !moment ? spoken(store, board?.by(at)) : ''}</div>
    </>
  );
}

function Tip({ store, board, cell }: { store: Store; board: Board; cell: Cell }) {
  const realms = useStore(store, (s) => (s.view === 'proof' ? s.drawn : s.opened)?.realms);
  const t = board.chart.terrains[cell.t]?.name ?? '';
  const owner = cell.owner ? realms?.find((r) => r.number === cell.owner)?.name ?? '' : '';
  return <div class="tip" aria-hidden="true"><b>{cell.name || cell.label}</b> <small>{[cell.name ? cell.label : '', t, owner].filter(Boolean).join(' · ')}</small></div>;
}

// spoken is a field for who does not see it: its name, land, owner, and who is there.
function spoken(store: Store, cell: Cell | undefined): string {
  const { opened, lang } = store.state;
  if (!cell || !opened) return '';
  const owner = cell.owner ? opened.realms.find((r) => r.number === cell.owner)?.name ?? String(cell.owner) : say(lang, 'nobody');
  const there = [...armiesOf(store.state).filter((a) => a.at === cell.label && !a.in).map((a) => a.name),
    ...others(store.state).filter((a) => a.at === cell.label).map((a) => (a.unknown ? say(lang, 'unknown-army') : a.name))];
  return [cell.name, cell.label, opened.chart?.terrains[cell.t]?.name, opened.chart?.signs?.find((s) => s.sign === cell.sign)?.name, owner, ...there].filter(Boolean).join(', ');
}

const hasPlace = (c: Cell | undefined) => !!(c && (c.building || c.sign || c.name));

// styleOf is how the map of a game differs from others.
export function styleOf(board: Board | null): Style {
  if (!board) return {};
  const grounds = new Set(board.chart.terrains.map((t) => t.ground));
  return { organic: board.chart.drawn === 'provinces', chart: grounds.has('land') && (grounds.has('sea') || grounds.has('deep')), labels: board.chart.drawn !== 'board' };
}

// chosenWork is the work for which the map shows places.
const chosenWork = (s: State) => (s.view === 'build' && s.opened?.takes ? s.opened.desk?.works?.find((w) => w.code === s.work) : undefined);

// pointed does what a click on the map means.
function pointed(store: Store, { cell, h, y, army: id }: Pointed) {
  const { army, opened, view } = store.state;
  if (view === 'replay' || view === 'proof' || !opened) return;
  const work = chosenWork(store.state), site = work && cell && sitesOf(store.state, work).find((s) => s.at === cell.label && !s.why && !s.edge);
  if (site) { store.set({ at: site.at }); void toggle(store, work, site); return; }
  const own = id !== null && commandable(store.state).some((a) => a.name === id);
  const target = army !== null && cell !== undefined && view === 'army' && isTarget(store.state, cell);
  if (id?.startsWith(heap) && !target) { open(store, id.slice(heap.length)); return; }
  if (own && id !== army && !target) { pick(store, id); return; }
  if (army && view === 'army') void march(store, army, cell ?? { h, y });
  else if (cell) open(store, cell.label);
}
export { step };

// standingOf are the counters of the present.
function standingOf(store: Store): Standing[] {
  const { opened, table, rows } = store.state, out: Standing[] = [];
  const sections = opened?.sections ?? [], me = table?.realm ?? 0;
  const mine = armiesOf(store.state), size = sized(store.state);
  for (const a of mine) {
    if (a.in || !a.at) continue;
    const can = (a.actions ?? []).some((x) => !x.why);
    out.push({ at: a.at, realm: me, arm: a.arm, weight: a.weight, men: size(a), own: true, id: a.name, badge: can ? badgeOf(a, rows, sections, opened, staying(store.state)) : undefined, ghost: isGhost(store.state, a), rank: (a.arm === 'mixed' ? -1e9 : 0) - (a.men ?? 0) - 1e10 });
  }
  if (mine.length === 0) {
    for (const a of table?.facts.armies ?? []) {
      if (a.realm === me && !a.unknown && a.at) out.push({ at: a.at, realm: me, ...kindOf(opened, a), men: sizeOf(opened, a), own: true, id: a.name, rank: -(a.men ?? 0) - 1e10 });
    }
  }
  for (const { unit, at, men, row } of raised(opened, rows)) {
    // what can be commanded already stands there by its name
    if (mine.some((a) => isGhost(store.state, a) && (row.values?.includes(a.name) || a.at === at && (a.arm === unit.arm || a.kind.toLowerCase() === unit.code.toLowerCase()) || a.kind === unit.code && !a.actions))) continue;
    const same = men && out.find((o) => o.ghost && !o.id && o.men && o.at === at && o.arm === unit.arm && o.weight === unit.weight);
    if (same) same.men! += men;
    else out.push({ at, realm: me, arm: unit.arm, weight: unit.weight, men, ghost: true, rank: -1e8 - (men ?? 0) });
  }
  for (const a of others(store.state)) {
    out.push({ at: a.at!, realm: a.unknown ? undefined : a.realm ?? 0, ...kindOf(opened, a), men: sizeOf(opened, a), number: a.unknown ? undefined : a.realm || undefined, rank: -(a.men ?? 0) });
  }
  return out;
}

// lost are armies that earlier reports have seen and the newest has not: where they were last.
function lost(store: Store, trails: readonly Trail[]): Standing[] {
  const { opened, table } = store.state, now = table?.facts.turn ?? 0;
  return trails.filter((t) => t.turn < now && t.turn >= now - long).map((t) => ({
    at: t.at.at(-1)!, realm: t.army.realm ?? 0, ...kindOf(opened, t.army), men: t.army.men, number: t.army.realm || undefined, ghost: true, rank: 1,
  }));
}

// ordered are the ways of all armies that march, and from where they come to what they attack. Where lines do not say each
// step, the engine does.
function ordered(store: Store, board: Board, courses: State['courses']): [string, { h: number; y: number }[]][] {
  const { opened, rows } = store.state, out: [string, { h: number; y: number }[]][] = [];
  for (const a of armiesOf(store.state)) {
    for (const r of ordersOf(rows, a.name)) {
      const x = doing(a.actions, r, opened!.sections), end = board.by(a.to ?? a.at);
      if (x?.code !== 'attack' || !end) continue;
      for (const at of x.fields?.flatMap((f) => r.values?.[f.part]?.split(/\s+/) ?? []) ?? []) { const c = board.by(at); if (c) out.push([`${a.name} ${at}`, [end, c]]); }
    }
    const from = board.by(a.at), r = ordersOf(rows, a.name).find((x) => wayOf(x, opened!.sections) !== ''), course = courses[a.name];
    if (from && course) { out.push([a.name, [from, ...course.filter((s, i) => s.at !== (i === 0 ? a.at : course[i - 1]!.at))]]); continue; }
    if (!from || !r) continue;
    const cells: { h: number; y: number }[] = [from];
    let h = from.h, y = from.y;
    for (const d of wayOf(r, opened!.sections)) {
      const s = step(d);
      if (!s) continue;
      h += s[0]; y += s[1];
      cells.push({ h, y });
    }
    out.push([a.name, cells]);
  }
  return out;
}

// planned are what lines of the draft build, as far as the desk's works say it.
function planned(store: Store, board: Board): Ghost[] {
  const { opened, rows } = store.state, out: Ghost[] = [];
  for (const w of opened?.desk?.works ?? []) {
    for (const r of rows) {
      if (r.kind !== 'order' || !doing([w.action], r, opened!.sections)) continue;
      const cell = board.by(placeOf(store.state, r)), form = formOf(opened!.sections, r.letter, r.form), i = partOf(form, 'path');
      if (!cell) continue;
      const edges = i >= 0 ? [...(r.values?.[i] ?? '')].map(Number) : [];
      if (edges.length > 0) out.push({ cell, edges, wall: w.symbol === 'wall' });
      else out.push({ cell, building: of(look.buildings, w.symbol) ? w.symbol! : 'camp' });
    }
  }
  return out;
}
