// The painter: a chart becomes marks, in the order in which they lie on each other. It is the same for all games.
import { corners, half, middleX, middleY, steps } from './hex';
import type { Board, Cell } from './hex';
import { group, look, of, path, text } from './marks';
import type { Ink, Mark } from './marks';
import { chance, drawn, edge, hexagon, natural, organic, outline, rings, round, runs } from './region';
import type { Run, Spot, Uneven } from './region';
import { Land, labelOf } from './terrain';

// Wide says how wide a text with some look is: that differs with the reader's letters.
export type Wide = (text: string, look: string) => number;

// Style is how a game's map differs: provinces instead of hexes, no coordinates, a sea chart.
export interface Style { organic?: boolean; labels?: boolean; chart?: boolean }

// fieldOf is the outline of a single field as its game draws it: what is chosen, reached and pointed at has it. A province
// has but one size.
export const fieldOf = (c: Spot, style: Style, size = 1) => (style.organic ? outline([c], organic) : hexagon(middleX(c.h), middleY(c.y), size));

// Whole is what a part of a board must know of the rest, so that its neighbours go on with what it draws: where the
// compass of a sea chart is, and how the borders with dashes run.
export interface Whole { compass: readonly [number, number]; borders: Map<number, { d: string; runs: Run[] }> }

const evenOf = (style: Style) => ({ by: style.organic ? organic : natural, own: style.organic ? organic : drawn });

export function wholeOf(board: Board, style: Style): Whole {
  const { by, own } = evenOf(style), borders: Whole['borders'] = new Map();
  for (const [realm, cells] of owners(board)) {
    if (patternOf(board, realm).length === 0) continue;
    const list = rings(cells, own);
    borders.set(realm, { d: list.map((r) => r.join()).join(), runs: runs(list) });
  }
  return { compass: style.chart ? compass(new Land(board, by, false), () => false) : [0, 0], borders };
}

export type Level = 'far' | 'middle' | 'near' | 'close';
export const levelOf = (k: number): Level => (k < 0.42 ? 'far' : k < 0.8 ? 'middle' : k < 2.2 ? 'near' : 'close');

// paint is the land of a board, or of a part of a whole one, with what can be seen from so near.
export function paint(board: Board, style: Style, busy: (c: Cell) => boolean, whole?: Whole, level: Level = 'close'): Mark[] {
  const { by, own } = evenOf(style);
  const land = new Land(board, by, !style.organic, style.chart);
  const known = outline(board.cells, by);
  return [
    path(known, { fill: 'halo', stroke: 'halo', width: 30 }),
    ...(style.chart ? islands(board) : []),
    ...land.marks(),
    ...washes(board, own),
    path(style.organic ? board.cells.map((c) => outline([c], by)).join('') : board.cells.map((c) => hexagon(middleX(c.h), middleY(c.y))).join(''),
      { stroke: 'grid', width: style.organic ? 1.6 : 0.9, opacity: style.organic ? 46 : style.chart ? 16 : 24 }),
    ...(style.chart ? [rhumbs(land, by, whole?.compass ?? compass(land, busy))] : []),
    ...(level === 'far' ? [] : [group(land.growth((c) => busy(c) || (c.building ?? '') !== ''), { look: 'growth' })]),
    ...(style.organic ? barriers(board, land) : edges(board)),
    ...bands(board, own, whole),
    ...walls(board),
    ...fog(board, by),
    ...buildings(board, style, busy),
    ...(level === 'far' || level === 'middle' || style.labels === false ? [] : labels(board, style, busy, level)),
  ];
}

const owners = (board: Board) => {
  const out = new Map<number, Cell[]>();
  for (const c of board.cells) {
    const list = c.owner ? out.get(c.owner) : undefined;
    if (list) list.push(c); else if (c.owner) out.set(c.owner, [c]);
  }
  return [...out.entries()].sort((a, b) => a[0] - b[0]);
};

const washes = (board: Board, by: Uneven): Mark[] => owners(board).map(([realm, cells]) =>
  group([path(outline(cells, by), { fill: 'owner', opacity: 9 })], { realm, look: 'realm' }));

// bands lie along the inner side of a realm's border: in its colour, and with its pattern.
function bands(board: Board, by: Uneven, whole: Whole | undefined): Mark[] {
  const [left, top, right, bottom] = board.box();
  return owners(board).map(([realm, cells]) => {
    const d = outline(cells, by), dash = patternOf(board, realm), ink = { stroke: 'band', width: dash[0] === 2 ? 8.8 : 7.6, dash };
    const long = whole?.borders.get(realm)?.runs.filter((r) => r.left < right && r.right > left && r.top < bottom && r.bottom > top);
    return group([path(d, { stroke: 'band', width: 21, opacity: 34 }), path(d, { stroke: 'bandcase', width: 11, opacity: 76 }), ...(long ? long.map((r) => path(r.d, { ...ink, from: r.from })) : [path(d, ink)])],
      { realm, clip: d, look: 'realm' });
  });
}

const patternOf = (board: Board, realm: number) => of(look.patterns, board.chart.crests?.[realm]?.pattern) ?? [];

const bits = (mask: number | undefined) => [0, 1, 2, 3, 4, 5].filter((d) => ((mask ?? 0) >> d) & 1);
const strokes = (d: string, list: Ink[] | undefined): Mark[] => (d ? (list ?? []).map((ink) => path(d, ink)) : []);

// edges are rivers along borders, roads from middle to middle, and bridges.
function edges(board: Board): Mark[] {
  const rivers = new Map<string, string>(), roads = new Map<string, string>();
  let bridges = '';
  for (const c of board.cells) {
    const x = middleX(c.h), y = middleY(c.y);
    const middle = (d: number) => { const a = corners[d]!, b = corners[(d + 1) % 6]!; return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const; };
    for (const d of bits(c.rivers)) {
      const [ex, ey] = middle(d), far = Math.hypot(ex, ey), key = `${Math.round(x + ex)},${Math.round(y + ey)}`;
      const w = (chance(x + ex, y + ey, 7) - 0.5) * 9, a = corners[d]!, b = corners[(d + 1) % 6]!;
      if (!rivers.has(key)) rivers.set(key, `M${round(x + a[0])} ${round(y + a[1])}Q${round(x + ex + (ex / far) * w)} ${round(y + ey + (ey / far) * w)} ${round(x + b[0])} ${round(y + b[1])}`);
    }
    for (const d of bits(c.roads)) {
      const [ex, ey] = middle(d), far = Math.hypot(ex, ey), key = `${Math.round(x + ex)},${Math.round(y + ey)}`;
      const w = (chance(x, y, d) - 0.5) * 14, n = board.at(c.h + steps[d]![0], c.y + steps[d]![1]);
      if (!roads.has(key)) roads.set(key, `M${round(x)} ${round(y + 6)}Q${round(x + ex * 0.6 - (ey / far) * w)} ${round(y + ey * 0.6 + (ex / far) * w + 4)} ${round(x + ex * (n ? 2 : 1.15))} ${round(y + ey * (n ? 2 : 1.15) + (n ? 6 : 0))}`);
    }
    for (const d of bits(c.bridges)) { const [ex, ey] = middle(d); bridges += `M${round(x + ex * 0.8)} ${round(y + ey * 0.8)}L${round(x + ex * 1.2)} ${round(y + ey * 1.2)}`; }
  }
  return [...strokes([...rivers.values()].join(''), look.edges['river']), ...strokes([...roads.values()].join(''), look.edges['road']), ...strokes(bridges, look.edges['bridge'])];
}

// wallOf is a wall inside an edge of a field.
export const wallOf = (x: number, y: number, d: number, s = 0.87) => {
  const a = corners[d]!, b = corners[(d + 1) % 6]!;
  return `M${round(x + a[0] * s)} ${round(y + a[1] * s)}L${round(x + b[0] * s)} ${round(y + b[1] * s)}`;
};

function walls(board: Board): Mark[] {
  let d = '';
  for (const c of board.cells) for (const e of bits(c.walls)) d += wallOf(middleX(c.h), middleY(c.y), e);
  return strokes(d, look.edges['wall']);
}

// barriers are borders between provinces that no way crosses. Where provinces touch, everybody expects a way, and a net of
// them says nothing; so what is drawn is where there is none.
function barriers(board: Board, land: Land): Mark[] {
  let d = '';
  for (const c of board.cells) {
    for (const e of [0, 1, 2]) { // the others are the same borders from the other side
      const n = board.at(c.h + steps[e]![0], c.y + steps[e]![1]);
      if (n && land.isWet(c) === land.isWet(n) && !bits(c.roads).includes(e)) d += edge(c, e, organic);
    }
  }
  return d ? [path(d, { stroke: 'cliff', width: 6, dash: [1.5, 3] })] : [];
}

// islands are the homes of a sea chart, which lie beyond its edge.
function islands(board: Board): Mark[] {
  const alone = board.cells.filter((c) => c.building === 'capital' && steps.every(([h, y]) => !board.at(c.h + h, c.y + y)));
  return alone.map((c) => {
    const x = middleX(c.h), y = middleY(c.y);
    return path(`M${x - 62} ${y}A62 58 0 1 0 ${x + 62} ${y}A62 58 0 1 0 ${x - 62} ${y}Z`, { fill: 'sea', stroke: 'wave', width: 1.4 });
  });
}

// fog hatches what was seen in earlier turns, the older the denser.
function fog(board: Board, by: Uneven): Mark[] {
  const out: Mark[] = [];
  for (const [name, low, high] of [['fog1', 1, 1], ['fog2', 2, 3], ['fog3', 4, 1e9]] as const) {
    const cells = board.cells.filter((c) => { const a = c.age ?? 0; return (a >= low && a <= high) || (name === 'fog3' && a < 0); });
    if (cells.length > 0) out.push(group([{ is: 'path', d: outline(cells, by) }], { look: name }));
  }
  return out;
}

// Slots are where things of a field stand, below its middle: its building above, its name across the middle, armies below.
// So nothing of one field lies on another. size is the building's, pair and more are those of counters: of up to two, and
// of more of them.
export interface Slots { building: number; size: number; name: number; army: number; pair: number; more: number }
type Stands = Pick<Cell, 'building' | 'sign' | 'name'>;

export function slotsOf(c: Stands, busy: boolean, organic = false): Slots {
  const place = !!(c.building || c.sign);
  if (organic && place && busy && c.name) return { building: -21, size: 0.6, name: -1, army: 15, pair: 0.6, more: 0.52 };
  if (organic && place) return busy ? { building: -11, size: 0.66, name: 20, army: 16, pair: 0.66, more: 0.56 } : { building: c.name ? -6 : -3, size: 0.9, name: 21, army: 12, pair: 0.66, more: 0.56 };
  if (organic) return { building: 0, size: 1, name: -18, army: 1, pair: 0.8, more: 0.66 };
  if (place && busy && c.name) return { building: -23, size: c.building === 'capital' ? 0.68 : 0.72, name: -1, army: 16, pair: 0.64, more: 0.57 };
  if (place && busy) return { building: -19, size: 0.78, name: 0, army: 11, pair: 0.74, more: 0.62 };
  if (place) return { building: c.name ? -9 : -4, size: 1, name: 20, army: 15, pair: 0.66, more: 0.58 };
  return { building: 0, size: 1, name: -24, army: 1, pair: 0.82, more: 0.68 };
}

// placeOf is where the building of a field stands, and how large it is.
export function placeOf(c: Spot & Stands, busy: boolean, style: Style): { at: [number, number]; size: number } {
  const { building, size } = slotsOf(c, busy, style.organic);
  return { at: [middleX(c.h), middleY(c.y) + building], size };
}

function buildings(board: Board, style: Style, busy: (c: Cell) => boolean): Mark[] {
  const out: Mark[] = [];
  for (const c of board.cells) {
    const name = of(look.buildings, c.building) ? c.building! : '', { at, size } = placeOf(c, busy(c), style);
    if (name === '') {
      if (c.sign && !(style.labels === false && c.walls)) out.push(text('t-sign', at[0], at[1] + 6, c.sign));
      continue;
    }
    const marks: Mark[] = [{ is: 'symbol', from: 'buildings', name, x: 0, y: 0, size: 1 }];
    if (of(look.states, c.state)) marks.push({ is: 'symbol', from: 'states', name: c.state!, x: 0, y: 0, size: 1 });
    out.push(group(marks, { at, size, realm: c.owner ?? 0, look: 'place' }));
  }
  return out;
}

// labels: a number by which players call a field is there unless one is too far away to read it, coordinates only from
// near. Where armies stand it is beside the place, and in a free province above them.
function labels(board: Board, style: Style, busy: (c: Cell) => boolean, level: Level): Mark[] {
  const out: Mark[] = [];
  for (const c of board.cells) {
    const coordinates = c.label.includes('/'), look = coordinates ? 't-label t-coord' : 't-label';
    if (c.name || coordinates && level !== 'close') continue;
    const [x, y] = labelOf(c);
    if (busy(c) && (c.building || c.sign)) out.push(text(look, x - 22, middleY(c.y) + (style.organic ? -8 : -12), c.label));
    else if (busy(c) && style.organic) out.push(text(look, x, middleY(c.y) - 18, c.label));
    else out.push(text(look, x, style.organic ? y - 13 : y, c.label)); // the lower corner of a province may be bent upwards
  }
  return out;
}

// names lie across their own field. One that is too long runs over its neighbours only where nothing is in its way;
// otherwise it is cut, and the whole of it is said on pointing.
export function names(board: Board, busy: (c: Cell) => boolean, style: Style, wide: Wide): Mark[] {
  return board.cells.filter((c) => c.name).map((c) => {
    const look = c.building === 'capital' ? 't-name capital' : 't-name', letters = [...c.name!];
    const most = 2 * Math.min(roomOf(board, c, -1, busy), roomOf(board, c, 1, busy));
    let t = c.name!;
    while (letters.length > 1 && wide(t, look) > most) { letters.pop(); t = `${letters.join('').trimEnd()}…`; }
    return text(look, middleX(c.h), middleY(c.y) + slotsOf(c, busy(c), style.organic).name, t);
  });
}

// roomOf is how far a name may reach to one side: over an empty field, or as far as armies on it leave room. Behind an
// empty field another name may come as far.
function roomOf(board: Board, c: Cell, side: 1 | -1, busy: (c: Cell) => boolean): number {
  const next = board.at(c.h + 2 * side, c.y);
  if (next && (next.name || next.building || (next.sign && !next.walls))) return half - 3;
  if (next && busy(next)) return 50;
  return board.at(c.h + 4 * side, c.y)?.name ? 2 * half - 3 : 75;
}

// compass is where a sea chart has its rose: on open sea, as far as can be from the rim, from land, and from whoever is
// there.
function compass(land: Land, busy: (c: Cell) => boolean): [number, number] {
  const [left, top, right, bottom] = land.board.box(), stops = land.board.cells.filter((c) => !land.isWet(c) || busy(c) || c.building);
  let best: [number, number] = [(left + right) / 2, (top + bottom) / 2], far = -1;
  for (const c of land.wet) {
    const x = middleX(c.h), y = middleY(c.y);
    const d = stops.reduce((least, s) => Math.min(least, Math.hypot(middleX(s.h) - x, middleY(s.y) - y)), Math.min(x - left, right - x, y - top, bottom - y));
    if (d > far) { far = d; best = [x, y]; }
  }
  return best;
}

// rhumbs are the lines of a sea chart, from its compass.
function rhumbs(land: Land, by: Uneven, [x, y]: readonly [number, number]): Mark {
  let d = '';
  for (let i = 0; i < 16; i++) { const a = (i / 16) * 2 * Math.PI; d += `M${round(x)} ${round(y)}l${round(Math.cos(a) * 1500)} ${round(Math.sin(a) * 1500)}`; }
  const rose: Mark[] = [path('M0 -36L5.500 -5.500 36 0 5.500 5.500 0 36 -5.500 5.500 -36 0 -5.500 -5.500Z', { fill: 'ink', opacity: 88 }), path('M0 -36V0L-5.500 -5.500ZM36 0H0L5.500 -5.500ZM0 36V0L5.500 5.500ZM-36 0H0L-5.500 5.500Z', { fill: 'inkhalo', opacity: 62 })];
  return group([group([path(d, { stroke: 'wave', width: 0.9, opacity: 60 })], { clip: outline(land.wet, by) }), group(rose, { at: [x, y] })]);
}
