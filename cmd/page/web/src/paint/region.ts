// Outlines of sets of fields: the outer edges, chained and made uneven by a hash of the place, so that neighbours meet
// without gaps and every machine draws the same.
import { corners, middleX, middleY, steps } from './hex';

export interface Spot { h: number; y: number }

// chance is a number from 0 to 1 by a place: the same on every machine.
export function chance(x: number, y: number, k = 0): number {
  let n = (Math.round(x * 8) * 374761393 + Math.round(y * 8) * 668265263 + k * 2246822519) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  n = Math.imul(n ^ (n >>> 16), 2246822519);
  return ((n ^ (n >>> 15)) >>> 0) / 4294967296;
}

export const round = (n: number) => Math.round(n * 10) / 10;
export const keyOf = (h: number, y: number) => `${h},${y}`;

// hexagon is the outline of a single field, by the ruler.
export const hexagon = (x: number, y: number, size = 1) =>
  `M${corners.map(([a, b]) => `${round(x + a * size)} ${round(y + b * size)}`).join('L')}Z`;

export interface Uneven { corner: number; edge: number } // how far, in units of the world
export const natural: Uneven = { corner: 3.2, edge: 4.2 };
export const drawn: Uneven = { corner: 2, edge: 2 };
export const organic: Uneven = { corner: 9, edge: 10 };

type Point = [x: number, y: number];
interface Edge { a: Point; b: Point; d: number }

// outline is the path around fields, holes too.
export const outline = (cells: readonly Spot[], by: Uneven = natural): string => rings(cells, by).map((r) => `${piece(r, 0, r.length)}Z`).join('');

// mover moves corners, each by its place.
const mover = (by: Uneven) => ([x, y]: Point): Point => {
  const rx = Math.round(x), ry = Math.round(y);
  return [x + (chance(rx, ry, 1) - 0.5) * 2 * by.corner, y + (chance(rx, ry, 2) - 0.5) * 2 * by.corner];
};

// rings are the lines around fields, holes too: the bends between whose middles each line runs.
export function rings(cells: readonly Spot[], by: Uneven): Point[][] {
  const set = new Set(cells.map((c) => keyOf(c.h, c.y)));
  const next = new Map<string, Edge[]>();
  const name = ([x, y]: Point) => `${Math.round(x)},${Math.round(y)}`;
  const moved = mover(by);
  for (const c of cells) {
    const x = middleX(c.h), y = middleY(c.y);
    for (let d = 0; d < 6; d++) {
      if (set.has(keyOf(c.h + steps[d]![0], c.y + steps[d]![1]))) continue;
      const from = corners[d]!, to = corners[(d + 1) % 6]!;
      const edge: Edge = { a: [x + from[0], y + from[1]], b: [x + to[0], y + to[1]], d };
      const at = name(edge.a), there = next.get(at);
      if (there) there.push(edge); else next.set(at, [edge]);
    }
  }
  const out: Point[][] = [];
  for (const begin of next.values()) {
    while (begin.length > 0) out.push(ring(begin.pop()!, next, name, moved, by.edge));
  }
  return out;
}

// ring follows the edges from one until it comes back.
function ring(first: Edge, next: Map<string, Edge[]>, name: (p: Point) => string,
  moved: (p: Point) => Point, wave: number): Point[] {
  const points: Point[] = [];
  for (let e: Edge | undefined = first, i = 0; e && i < 20_000; i++) {
    points.push(...bent(e, moved, wave));
    const list: Edge[] | undefined = next.get(name(e.b));
    if (!list || list.length === 0) break;
    e = list.length === 1 ? list.pop() : sharpest(list, e.d);
  }
  return points;
}

const middle = (r: readonly Point[], i: number): Point => {
  const p = r[(i + r.length) % r.length]!, q = r[(i + 1) % r.length]!;
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
};

// piece is the path of some bends of a ring.
function piece(r: readonly Point[], from: number, to: number): string {
  const at = ([x, y]: Point) => `${round(x)} ${round(y)}`;
  let out = `M${at(middle(r, from - 1))}`;
  for (let i = from; i < to; i++) out += `Q${at(r[i]!)} ${at(middle(r, i))}`;
  return out;
}

// edge is the border of a field to one neighbour, between its corners.
export function edge(c: Spot, d: number, by: Uneven): string {
  const x = middleX(c.h), y = middleY(c.y), a = corners[d]!, b = corners[(d + 1) % 6]!;
  const points = bent({ a: [x + a[0], y + a[1]], b: [x + b[0], y + b[1]], d }, mover(by), by.edge);
  return piece([...points, mover(by)([x + b[0], y + b[1]])], 1, 3);
}

// Run is a piece of a ring, with how long the ring is before it: so a dashed line can be drawn in pieces.
export interface Run { d: string; from: number; left: number; top: number; right: number; bottom: number }

// runs cuts rings into pieces.
export function runs(list: readonly (readonly Point[])[]): Run[] {
  const out: Run[] = [];
  for (const r of list) {
    let long = 0;
    for (let i = 0; i < r.length; i += 48) {
      const to = Math.min(r.length, i + 48), from = long, on = [middle(r, i - 1)];
      for (let k = i; k < to; k++) {
        const a = middle(r, k - 1), b = r[k]!, c = middle(r, k);
        long += (2 * Math.hypot(c[0] - a[0], c[1] - a[1]) + Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1])) / 3;
        on.push(b, c);
      }
      const x = on.map((p) => p[0]), y = on.map((p) => p[1]);
      out.push({ d: piece(r, i, to), from, left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) });
    }
  }
  return out;
}

// sharpest takes the edge that keeps the region on the same hand, where two of its corners touch.
function sharpest(list: Edge[], d: number): Edge {
  let best = 0, least = 9;
  list.forEach((q, i) => {
    const turn = (q.d - d + 6) % 6, cost = turn === 1 ? 0 : turn === 5 ? 1 : 2;
    if (cost < least) { least = cost; best = i; }
  });
  return list.splice(best, 1)[0]!;
}

// bent are three points of an edge; seen from both sides it bends the same way.
function bent(e: Edge, moved: (p: Point) => Point, wave: number): Point[] {
  const a = moved(e.a), b = moved(e.b);
  const mx = (e.a[0] + e.b[0]) / 2, my = (e.a[1] + e.b[1]) / 2;
  const from = corners[e.d]!, to = corners[(e.d + 1) % 6]!;
  const nx = to[1] - from[1], ny = from[0] - to[0], long = Math.hypot(nx, ny) || 1;
  const sign = nx > 0.01 || (Math.abs(nx) <= 0.01 && ny > 0) ? 1 : -1;
  const w1 = (chance(mx, my, 3) - 0.5) * 2 * wave * sign, w2 = (chance(mx, my, 4) - 0.5) * 2 * wave * sign;
  const [wa, wb] = sign < 0 ? [w2, w1] : [w1, w2];
  const at = (t: number, w: number): Point =>
    [a[0] + (b[0] - a[0]) * t + (nx / long) * w, a[1] + (b[1] - a[1]) * t + (ny / long) * w];
  return [a, at(0.34, wa), at(0.67, wb)];
}
