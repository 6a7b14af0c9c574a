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

interface Edge { a: [number, number]; b: [number, number]; d: number }

// outline is the path around fields, holes too.
export function outline(cells: readonly Spot[], by: Uneven = natural): string {
  const set = new Set(cells.map((c) => keyOf(c.h, c.y)));
  const next = new Map<string, Edge[]>();
  const name = ([x, y]: [number, number]) => `${Math.round(x)},${Math.round(y)}`;
  const moved = ([x, y]: [number, number]): [number, number] => {
    const rx = Math.round(x), ry = Math.round(y);
    return [x + (chance(rx, ry, 1) - 0.5) * 2 * by.corner, y + (chance(rx, ry, 2) - 0.5) * 2 * by.corner];
  };
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
  let out = '';
  for (const begin of next.values()) {
    while (begin.length > 0) out += ring(begin.pop()!, next, name, moved, by.edge);
  }
  return out;
}

// ring follows the edges from one until it comes back.
function ring(first: Edge, next: Map<string, Edge[]>, name: (p: [number, number]) => string,
  moved: (p: [number, number]) => [number, number], wave: number): string {
  const points: [number, number][] = [];
  for (let e: Edge | undefined = first, i = 0; e && i < 20_000; i++) {
    points.push(...bent(e, moved, wave));
    const list: Edge[] | undefined = next.get(name(e.b));
    if (!list || list.length === 0) break;
    e = list.length === 1 ? list.pop() : sharpest(list, e.d);
  }
  const n = points.length;
  const middle = (i: number): string => {
    const p = points[i]!, q = points[(i + 1) % n]!;
    return `${round((p[0] + q[0]) / 2)} ${round((p[1] + q[1]) / 2)}`;
  };
  let out = `M${middle(n - 1)}`;
  for (let i = 0; i < n; i++) out += `Q${round(points[i]![0])} ${round(points[i]![1])} ${middle(i)}`;
  return `${out}Z`;
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
function bent(e: Edge, moved: (p: [number, number]) => [number, number], wave: number): [number, number][] {
  const a = moved(e.a), b = moved(e.b);
  const mx = (e.a[0] + e.b[0]) / 2, my = (e.a[1] + e.b[1]) / 2;
  const from = corners[e.d]!, to = corners[(e.d + 1) % 6]!;
  const nx = to[1] - from[1], ny = from[0] - to[0], long = Math.hypot(nx, ny) || 1;
  const sign = nx > 0.01 || (Math.abs(nx) <= 0.01 && ny > 0) ? 1 : -1;
  const w1 = (chance(mx, my, 3) - 0.5) * 2 * wave * sign, w2 = (chance(mx, my, 4) - 0.5) * 2 * wave * sign;
  const [wa, wb] = sign < 0 ? [w2, w1] : [w1, w2];
  const at = (t: number, w: number): [number, number] =>
    [a[0] + (b[0] - a[0]) * t + (nx / long) * w, a[1] + (b[1] - a[1]) * t + (ny / long) * w];
  return [a, at(0.34, wa), at(0.67, wb)];
}
