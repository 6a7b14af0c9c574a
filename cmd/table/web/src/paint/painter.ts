// The painter: a chart becomes marks, in the order in which they lie on each other. It is the same for all games.
import { corner, corners, middleX, middleY, steps } from './hex';
import type { Board, Cell } from './hex';
import { group, look, of, path, text } from './marks';
import type { Ink, Mark } from './marks';
import { chance, drawn, hexagon, natural, organic, outline, rings, round, runs } from './region';
import type { Run, Uneven } from './region';
import { Land, labelOf } from './terrain';

// Style is how a game's map differs: provinces instead of hexes, no coordinates, a sea chart.
export interface Style { organic?: boolean; labels?: boolean; chart?: boolean }

// Whole is what a part of a board must know of the rest, so that its neighbours go on with what it draws: where the
// compass is, and how the borders with dashes run.
export interface Whole { compass: readonly [number, number]; borders: Map<number, { d: string; runs: Run[] }> }

const evenOf = (style: Style) => ({ by: style.organic ? organic : natural, own: style.organic ? organic : drawn });

export function wholeOf(board: Board, style: Style): Whole {
  const { by, own } = evenOf(style), borders: Whole['borders'] = new Map();
  for (const [realm, cells] of owners(board)) {
    if (patternOf(board, realm).length === 0) continue;
    const list = rings(cells, own);
    borders.set(realm, { d: list.map((r) => r.join()).join(), runs: runs(list) });
  }
  return { compass: compass(new Land(board, by, false)), borders };
}

export type Level = 'far' | 'middle' | 'near';
export const levelOf = (k: number): Level => (k < 0.42 ? 'far' : k < 0.8 ? 'middle' : 'near');

// paint is the land of a board, or of a part of a whole one, with what can be seen from so near.
export function paint(board: Board, style: Style, busy: (c: Cell) => boolean, whole?: Whole, level: Level = 'near'): Mark[] {
  const { by, own } = evenOf(style);
  const land = new Land(board, by, !style.organic);
  const known = outline(board.cells, by);
  return [
    path(known, { fill: 'halo', stroke: 'halo', width: 30 }),
    ...land.marks(),
    ...washes(board, own),
    path(style.organic ? board.cells.map((c) => outline([c], by)).join('') : board.cells.map((c) => hexagon(middleX(c.h), middleY(c.y))).join(''),
      { stroke: 'grid', width: style.organic ? 1.6 : 0.9, opacity: 28 }),
    ...(style.chart ? [rhumbs(land, by, whole?.compass ?? compass(land))] : []),
    ...(level === 'far' ? [] : [group(land.growth((c) => busy(c) || (c.building ?? '') !== ''), { look: 'growth' })]),
    ...(style.organic ? ways(board, land) : edges(board)),
    ...bands(board, own, whole),
    ...walls(board),
    ...fog(board, by),
    ...buildings(board, style),
    ...(level !== 'near' || style.labels === false ? [] : labels(board)),
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
    const d = outline(cells, by), dash = patternOf(board, realm), ink = { stroke: 'band', width: dash[0] === 2 ? 7 : 5.400, dash };
    const long = whole?.borders.get(realm)?.runs.filter((r) => r.left < right && r.right > left && r.top < bottom && r.bottom > top);
    return group([path(d, { stroke: 'band', width: 15, opacity: 46 }), ...(long ? long.map((r) => path(r.d, { ...ink, from: r.from })) : [path(d, ink)])],
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

// ways lead from province to province: dots, blue where they are over water.
function ways(board: Board, land: Land): Mark[] {
  let dry = '', wet = '';
  for (const c of board.cells) {
    for (const d of bits(c.roads)) {
      const n = board.at(c.h + steps[d]![0], c.y + steps[d]![1]);
      if (!n || d > 2) continue; // the other half is the same ways from the other end
      const line = `M${middleX(c.h)} ${middleY(c.y)}L${middleX(n.h)} ${middleY(n.y)}`;
      if (land.isWet(c) || land.isWet(n)) wet += line; else dry += line;
    }
  }
  const dots = (d: string, stroke: string): Mark[] => (d ? [path(d, { stroke: 'roadcase', width: 4.6, opacity: 60 }), path(d, { stroke, width: 2.6, dash: [0.5, 5.5] })] : []);
  return [...dots(dry, 'road'), ...dots(wet, 'water')];
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

// placeOf is where a building of a field stands.
export const placeOf = (c: { h: number; y: number }, building = ''): [number, number] => [middleX(c.h), middleY(c.y) - (building === 'capital' ? 14 : 15)];

function buildings(board: Board, style: Style): Mark[] {
  const out: Mark[] = [];
  for (const c of board.cells) {
    const name = of(look.buildings, c.building) ? c.building! : '';
    const at = placeOf(c, name);
    if (name === '') {
      if (c.sign && !(style.labels === false && c.walls)) out.push(text('t-sign', at[0], at[1] + 6, c.sign));
      continue;
    }
    const marks: Mark[] = [{ is: 'symbol', from: 'buildings', name, x: 0, y: 0, size: 1 }];
    if (of(look.states, c.state)) marks.push({ is: 'symbol', from: 'states', name: c.state!, x: 0, y: 0, size: 1 });
    out.push(group(marks, { at, realm: c.owner ?? 0, look: 'place' }));
  }
  return out;
}

const labels = (board: Board): Mark[] => board.cells.filter((c) => !c.name).map((c) => text('t-label', ...labelOf(c), c.label));

// names lie above armies.
export const names = (board: Board): Mark[] => board.cells.filter((c) => c.name).map((c) =>
  text(c.building === 'capital' ? 't-name capital' : 't-name', middleX(c.h), middleY(c.y) + corner + 5, c.name!));

// compass is where a sea chart has its rose.
function compass(land: Land): [number, number] {
  const [left, top, right, bottom] = land.board.box(), n = land.wet.length;
  const east = n > 0 ? land.wet.reduce((sum, c) => sum + middleX(c.h), 0) / n : (left + right) / 2;
  return [east + (right - east) * 0.3, top + (bottom - top) * 0.52];
}

// rhumbs are the lines of a sea chart, from its compass.
function rhumbs(land: Land, by: Uneven, [x, y]: readonly [number, number]): Mark {
  let d = '';
  for (let i = 0; i < 16; i++) { const a = (i / 16) * 2 * Math.PI; d += `M${round(x)} ${round(y)}l${round(Math.cos(a) * 1500)} ${round(Math.sin(a) * 1500)}`; }
  const rose: Mark[] = [path('M0 -36L5.500 -5.500 36 0 5.500 5.500 0 36 -5.500 5.500 -36 0 -5.500 -5.500Z', { fill: 'ink', opacity: 88 }), path('M0 -36V0L-5.500 -5.500ZM36 0H0L5.500 -5.500ZM0 36V0L5.500 5.500ZM-36 0H0L-5.500 5.500Z', { fill: 'inkhalo', opacity: 62 })];
  return group([group([path(d, { stroke: 'wave', width: 0.9, opacity: 60 })], { clip: outline(land.wet, by) }), group(rose, { at: [x, y] })]);
}
