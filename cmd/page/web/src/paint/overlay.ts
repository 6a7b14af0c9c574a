// What lies over the land: counters, ways that are ordered, fields that can be reached, ghosts of what is planned.
import type { Reached } from '../data';
import { counterOf, pileOf, shapeOf } from './counter';
import type { Counter } from './counter';
import { apart, corners, middleX, middleY } from './hex';
import type { Board, Cell } from './hex';
import { group, path, text } from './marks';
import type { Mark } from './marks';
import { fieldOf, placeOf, slotsOf, wallOf } from './painter';
import type { Style } from './painter';
import { natural, organic, outline, round } from './region';

export const posOf = (c: { h: number; y: number }): [number, number] => [middleX(c.h), middleY(c.y) + 8];

export interface Standing extends Counter { at: string; rank: number }

// stacks are counters on their fields: up to three side by side; of more, the last is a pile that says how many more.
export function stacks(board: Board, list: readonly Standing[]): Map<string, Mark[]> {
  const by = new Map<string, Standing[]>(), out = new Map<string, Mark[]>();
  for (const a of list) { const there = by.get(a.at); if (there) there.push(a); else by.set(a.at, [a]); }
  for (const [at, all] of by) {
    const c = board.by(at);
    if (c) out.set(at, stack(c, all.sort((a, b) => a.rank - b.rank), board.chart.drawn === 'provinces'));
  }
  return out;
}

const most = 3; // counters side by side
export const heap = '*'; // and the field, instead of an army's name: the rest of a pile, which may lie on the field's rim

// lifted are the same stacks with one army on top of its own, so that it is seen. The other stacks stay as they are.
export function lifted(all: Map<string, Mark[]>, board: Board, list: readonly Standing[], army: string | null): Map<string, Mark[]> {
  const first = army === null ? undefined : list.find((a) => a.id === army), c = board.by(first?.at), there = c ? list.filter((a) => a.at === c.label) : [];
  if (!first || !c || there.length <= most) return all;
  const ranked = there.sort((a, b) => a.rank - b.rank), i = ranked.indexOf(first);
  return new Map(all).set(c.label, stack(c, [...ranked.slice(i), ...ranked.slice(0, i)], board.chart.drawn === 'provinces'));
}

// sort is what tells counters apart at a glance: whose they are, and their shape.
const sort = (a: Standing) => `${a.realm ?? '?'} ${shapeOf(a)}`;

// stack is a stack on its field, the first on top. In a larger one, other sorts come before more of the same, so that a
// fleet is seen beside an army. A click on the rest opens the list of who stands there.
function stack(c: Cell, all: readonly Standing[], province: boolean): Mark[] {
  const other = all.length > most ? all.find((a) => sort(a) !== sort(all[0]!)) ?? all[1]! : undefined;
  const show = other ? [all[0]!, other] : all, rest = all.filter((a) => !show.includes(a));
  const slots = slotsOf(c, true, province), n = show.length + (rest.length > 0 ? 1 : 0), size = n > 2 ? slots.more : slots.pair, step = (n > 2 ? 31 : 32) * size;
  const x = middleX(c.h), y = middleY(c.y) + slots.army;
  const out = show.map((a, i) => counterOf(a, x + (i - (n - 1) / 2) * step, y, size));
  if (rest.length === 0) return out;
  const top = rest.find((a) => show.every((b) => sort(b) !== sort(a))) ?? rest[0]!;
  return [...out, pileOf({ ...top, men: undefined, number: undefined, ghost: rest.every((r) => r.ghost), id: heap + c.label, badge: rest.some((r) => r.badge === '!') ? '!' : undefined }, rest.length, x + step, y, size)];
}

const spot = ([x, y]: readonly [number, number]) => `${round(x)} ${round(y)}`;
const line = (points: readonly (readonly [number, number])[]) => `M${points.map(spot).join('L')}`;

// beside tells whether two fields touch. Who comes from one to another that does not came by a way that no map shows.
const beside = (a: { h: number; y: number }, b: { h: number; y: number }) => apart(a, b) <= 1;

// arrow is a way over fields with its head. Between fields that do not touch, such as a home and its sea, it is dotted.
export function arrow(cells: readonly { h: number; y: number }[], realm: number, faint: boolean): Mark[] {
  if (cells.length < 2) return [];
  const p = cells.map(posOf), a = p[p.length - 2]!, b = p[p.length - 1]!, angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, cut = faint ? 9 : 4;
  const end: [number, number] = [b[0] - ((b[0] - a[0]) / far) * cut, b[1] - ((b[1] - a[1]) / far) * cut];
  const to = [...p.slice(1, -1), end], s = faint ? 8 : 11, parts = (near: boolean) => to.map((q, i) => (beside(cells[i]!, cells[i + 1]!) === near ? `M${spot(p[i]!)}L${spot(q)}` : '')).join('');
  const way = ['way0', 'way1'].flatMap((look) => [['', parts(true)], [' dots', parts(false)]].filter(([, d]) => d).map(([dots, d]): Mark => ({ is: 'group', look: `${look}${faint ? ' faint' : ''}${dots}`, of: [{ is: 'path', d: d! }] })));
  const tip = (t: number, l: number): [number, number] => [end[0] + Math.cos(angle + t) * l, end[1] + Math.sin(angle + t) * l];
  const head = `${line([tip(0, s), tip(2.3, s * 0.85), tip(Math.PI, s * 0.25), tip(-2.3, s * 0.85)])}Z`;
  return [group([...way, { is: 'group', look: 'head', of: [{ is: 'path', d: head }] }], { realm })];
}

type Near = Pick<Reached, 'h' | 'y' | 'week'>;

// reach veils what cannot be reached, and says of each other field in which week it is. Of a march that has begun, still
// are the fields that it can reach now; what it could have reached at its start is half veiled. The weeks lie above
// counters and names, the rest below them.
export function reach(board: Board, list: readonly Near[], from: readonly Cell[], busy: ReadonlySet<string>, week: (n: number) => string, style: Style, still?: readonly Near[] | null): { land: Mark[]; weeks: Mark[] } {
  const cells = (of: readonly Near[]) => of.map((r) => board.at(r.h, r.y)).filter((c): c is Cell => !!c);
  const veil = (of: Cell[], look: string): Mark => group([{ is: 'path', d: outline(of, style.organic ? organic : natural) }], { look });
  const at = new Set([...from, ...cells(list)]), now = still ? new Set([...from, ...cells(still)]) : at, out = [veil(board.cells.filter((c) => !at.has(c) && !now.has(c)), 'veil')];
  if (still) out.push(veil([...at].filter((c) => !now.has(c)), 'veil half'));
  let rims = '';
  const weeks: Mark[] = [];
  for (const r of still ?? list) {
    const c = board.at(r.h, r.y);
    if (!c || from.includes(c)) continue;
    const x = middleX(c.h), y = middleY(c.y), ly = c.building || c.name ? y - 31 : busy.has(c.label) ? y - 24 : y + 4;
    rims += fieldOf(c, style, 0.9);
    const t = week(r.week ?? 0);
    if (t === '') continue;
    const w = 8 + t.length * 4.6;
    weeks.push(group([{ is: 'group', look: 'pill', of: [{ is: 'path', d: `M${round(-w / 2 + 5)} -9H${round(w / 2 - 5)}A5.800 5.800 0 0 1 ${round(w / 2 - 5)} 2.600H${round(-w / 2 + 5)}A5.800 5.800 0 0 1 ${round(-w / 2 + 5)} -9Z` }] }, text('t-week', 0, 0, t)], { at: [x, ly] }));
  }
  return { land: [...out, { is: 'group', look: 'reach', of: [{ is: 'path', d: rims }] }], weeks };
}

// beads number the fields of a way by their weeks.
export const beads = (steps: readonly { h: number; y: number; n: number | string }[], realm: number): Mark[] => steps.map((s) =>
  group([{ is: 'group', look: 'bead', of: [{ is: 'path', d: 'M-9.500 0A9.500 9.500 0 1 0 9.500 0A9.500 9.500 0 1 0-9.500 0Z' }] }, text('t-bead', 0, 3.6, String(s.n))], { at: posOf(s), realm }));

// chosen rings a field.
export const chosen = (c: { h: number; y: number }, style: Style): Mark[] => {
  const d = fieldOf(c, style, 0.96);
  return [{ is: 'group', look: 'sel-a', of: [{ is: 'path', d }] }, { is: 'group', look: 'sel-b', of: [{ is: 'path', d }] }];
};

export interface Ghost { cell: Cell; building?: string; edges?: number[]; wall?: boolean }

// ghosts are what is ordered to be built, where it will stand.
export const ghosts = (list: readonly Ghost[], realm: number, busy: ReadonlySet<string>, style: Style): Mark[] => list.flatMap((g) => {
  const x = middleX(g.cell.h), y = middleY(g.cell.y);
  if (g.building) return [group([{ is: 'symbol', from: 'buildings', name: g.building, x: 0, y: 0, size: 1 }], { ...placeOf({ ...g.cell, building: g.building }, busy.has(g.cell.label), style), realm, opacity: 66 })];
  let d = '';
  for (const e of g.edges ?? []) {
    const a = corners[e - 1], b = corners[e % 6];
    if (!a || !b) continue;
    d += g.wall ? wallOf(x, y, e - 1) : `M${round(x)} ${round(y)}l${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
  }
  return d ? [path(d, { stroke: 'white', width: 6 }), path(d, { stroke: 'accent', width: 3.6, dash: [5, 4] })] : [];
});

// noted marks the fields of which the player has noted something.
export const noted = (cells: readonly Cell[]): Mark[] => cells.map((c) =>
  group([path('M-5.500 -7H5.500V3L1.500 7H-5.500Z', { fill: 'gold', stroke: 'dark', width: 1.2 }), path('M5.500 3H1.500V7M-3 -3.500H3M-3 -0.500H3', { stroke: 'dark', width: 1 })],
    { at: [middleX(c.h) + 21, middleY(c.y) - 19] }));

// clashes mark where a battle was.
export const clashes = (cells: readonly Cell[]): Mark[] => cells.map((c) =>
  group([path('M0 -14L3.500 -5 12 -9 7 -1 15 3 6.500 5 8 14 0 8 -8 14 -6.500 5 -15 3 -7 -1 -12 -9 -3.500 -5Z', { fill: 'gold', stroke: 'lava', width: 1.4 }),
    path('M-3.600 -3.600L3.600 3.600M3.600 -3.600L-3.600 3.600', { stroke: 'cliff', width: 2.4 })], { at: [middleX(c.h), middleY(c.y) - 27], look: 'clash' }));
