// The land: water with its depths, ground, heights that throw shadows, slopes, and what grows there.
import type { ChartTerrain } from '../data';
import { corner, corners, middleX, middleY, steps } from './hex';
import type { Board, Cell } from './hex';
import { group, look, of, path, symbol } from './marks';
import type { Mark } from './marks';
import { chance, outline, round } from './region';
import type { Uneven } from './region';

const water = new Set(['sea', 'deep', 'strait', 'reef']);

// groundOf is what a field's terrain is drawn as.
export const groundOf = (t: ChartTerrain | undefined) => (of(look.grounds, t?.ground) ? t!.ground! : 'land');
export const heightOf = (t: ChartTerrain | undefined) => Math.max(0, Math.min(3, t?.height ?? 1));

// labelOf is where the label of a field stands.
export const labelOf = (c: { h: number; y: number }): [number, number] => [middleX(c.h), middleY(c.y) + corner - 6.5];

export class Land {
  readonly wet: Cell[] = [];
  readonly dry: Cell[] = [];
  readonly shore: string;
  constructor(readonly board: Board, readonly by: Uneven, readonly sheer: boolean, readonly lined = false) {
    for (const c of board.cells) (water.has(this.ground(c)) ? this.wet : this.dry).push(c);
    this.shore = outline(this.dry, by);
  }

  terrain(c: Cell) { return this.board.chart.terrains[c.t]; }
  ground(c: Cell) { return groundOf(this.terrain(c)); }
  height(c: Cell) { return heightOf(this.terrain(c)); }
  isWet(c: Cell) { return water.has(this.ground(c)); }

  marks(): Mark[] {
    return [...this.waters(), ...this.grounds(), ...this.heights(), ...(this.sheer ? this.slopes() : [])];
  }

  // waters are the sea with paler depths along the coast.
  private waters(): Mark[] {
    if (this.wet.length === 0) return [];
    const all = outline(this.wet, this.by), out: Mark[] = [path(all, { fill: 'sea', stroke: 'sea', width: 1 })];
    const deep = this.wet.filter((c) => this.ground(c) === 'deep');
    if (deep.length > 0) out.push(path(outline(deep, this.by), { fill: 'deep' }));
    if (this.lined) {
      const lines = [44, 33, 23, 14, 6].flatMap((w, i) => [path(this.shore, { stroke: 'wave', width: w, opacity: 30 + 12 * i }), path(this.shore, { stroke: 'sea', width: w - 1.8 })]);
      out.push(group([...lines, path(this.shore, { stroke: 'rock', width: 3.2 })], { clip: all }));
      return out;
    }
    out.push(group([
      path(this.shore, { stroke: 'shoal', width: 46, opacity: 30 }), path(this.shore, { stroke: 'shoal', width: 27, opacity: 45 }),
      path(this.shore, { stroke: 'shoal', width: 12, opacity: 95 }), path(this.shore, { stroke: 'rock', width: 2.6, opacity: 75 }),
    ], { clip: all }));
    return out;
  }

  private grounds(): Mark[] {
    const out: Mark[] = [path(this.shore, { fill: 'meadow' })];
    const kinds = new Map<string, Cell[]>();
    for (const c of this.dry) {
      const g = this.ground(c);
      if (g === 'meadow') continue;
      const list = kinds.get(g);
      if (list) list.push(c); else kinds.set(g, [c]);
    }
    for (const g of Object.keys(look.grounds)) {
      const cells = kinds.get(g);
      if (!cells) continue;
      const d = outline(cells, this.by);
      if (g === 'river') out.push(path(d, { fill: 'river', stroke: 'watercase', width: 4 }), path(d, { fill: 'river' }));
      else out.push(path(d, { fill: g, stroke: g, width: 2.4 }));
    }
    return out;
  }

  // heights are plateaus that throw a shadow to the south-east, tinted by what grows on them.
  private heights(): Mark[] {
    const out: Mark[] = [];
    for (const h of [2, 3]) {
      const high = this.dry.filter((c) => this.height(c) >= h);
      if (high.length === 0) continue;
      const d = outline(high, this.by), on: Mark[] = [path(d, { fill: h === 2 ? 'highland' : 'mountain' })];
      for (const g of Object.keys(look.grounds)) {
        const cells = high.filter((c) => this.ground(c) === g && g !== 'land');
        if (cells.length > 0) on.push(path(outline(cells, this.by), { fill: g, opacity: h === 2 ? 70 : 26 }));
      }
      on.push(group([path(d, { stroke: 'rim', width: 3.4, opacity: 26 })], { at: [1.4, 1.8] }));
      out.push(group([
        group([path(d, { fill: 'shadow', opacity: 13 })], { at: [6, 8.500] }), group([path(d, { fill: 'shadow', opacity: 13 })], { at: [4, 5.500] }),
        group([path(d, { fill: 'shadow', opacity: 15 })], { at: [2, 3] }),
      ], { clip: this.shore }), group(on, { clip: d }), path(d, { stroke: 'hachure', width: 0.8, opacity: 45 }));
    }
    return out;
  }

  // slopes are strokes on the lower side of each step in height, dense where nobody can climb. They leave room for the
  // labels of fields.
  private slopes(): Mark[] {
    let soft = '', cliffs = '';
    for (const c of this.dry) {
      const x = middleX(c.h), y = middleY(c.y), near = [c, ...steps.map((s) => this.board.at(c.h + s[0], c.y + s[1]))].filter((n) => n !== undefined).map(labelOf);
      for (let d = 0; d < 6; d++) {
        const n = this.board.at(c.h + steps[d]![0], c.y + steps[d]![1]);
        if (!n || this.isWet(n)) continue;
        const fall = this.height(c) - this.height(n);
        if (fall <= 0) continue;
        const steep = fall > 1, a = corners[d]!, b = corners[(d + 1) % 6]!;
        const nx = (a[0] + b[0]) / 2, ny = (a[1] + b[1]) / 2, far = Math.hypot(nx, ny), count = steep ? 10 : 6;
        let strokes = '';
        for (let i = 0; i < count; i++) {
          const t = (i + 0.6) / (count + 0.2), l = (steep ? 8.500 : 5) * (0.7 + 0.6 * chance(x + i * 3, y + d));
          const sx = x + a[0] + (b[0] - a[0]) * t, sy = y + a[1] + (b[1] - a[1]) * t;
          if (near.some(([lx, ly]) => Math.abs(sx + nx / far * l / 2 - lx) < 15 && Math.abs(sy + ny / far * l / 2 - ly + 3) < 9)) continue;
          strokes += `M${round(sx)} ${round(sy)}l${round((nx / far) * l)} ${round((ny / far) * l)}`;
        }
        if (steep) cliffs += strokes; else soft += strokes;
      }
    }
    return [...(soft ? [path(soft, { stroke: 'hachure', width: 1, opacity: 65 })] : []), ...(cliffs ? [path(cliffs, { stroke: 'cliff', width: 1.500, opacity: 90 })] : [])];
  }

  // growth is what grows and lies on fields, from north to south; where something stands in the middle, it makes room.
  growth(busy: (c: Cell) => boolean): Mark[] {
    const all: [number, Mark][] = [];
    for (const c of this.board.cells) {
      const x = middleX(c.h), y = middleY(c.y), g = this.ground(c), h = this.height(c), room = busy(c);
      const lists = [...(h >= 3 && !['volcano', 'ice'].includes(g) ? (look.grounds[g] ?? []).slice(0, 1).map((s) => ({ ...s, n: Math.min(s.n, 3) })) : look.grounds[g] ?? []), ...(look.heights[h] ?? [])];
      if (g === 'volcano') { all.push([y, symbol('volcano', x, y + 15, 1.6)]); continue; }
      for (const [k, s] of lists.entries()) {
        if (s.symbol === 'peak') { all.push(...peaks(c, room)); continue; }
        const n = h === 2 && k === 0 ? Math.ceil(s.n * 0.7) : s.n, from = room ? Math.max(s.from, 0.6) : s.from;
        const count = room ? Math.ceil(n * 0.8) : n;
        for (let i = 0; i < count; i++) {
          const r = (m: number) => chance(c.h * 3 + i * 7 + k * 31, c.y * 7 + i * 2 + k * 17, m);
          const angle = ((i + 0.8 * r(1) + k * 0.5) / count) * 2 * Math.PI, far = corner * (from + (0.76 - from) * r(2));
          const big = 0.9 + 0.2 * r(3);
          const squeeze = s.symbol === 'hill' || s.symbol === 'dune' ? 0.8 : 0.84;
          const dy = Math.sin(angle) * far * squeeze + 4;
          all.push([y + dy, symbol(s.symbol, x + Math.cos(angle) * far * squeeze, y + dy, big * s.size / 100)]);
        }
      }
    }
    return all.sort((a, b) => a[0] - b[0]).map(([, m]) => m);
  }
}

// peaks are a ridge that stays inside its field, so that no border, road or label lies under a mountain. Where something
// stands, it keeps to the upper corners.
function peaks(c: { h: number; y: number }, room: boolean): [number, Mark][] {
  const x = middleX(c.h), y = middleY(c.y), turn = chance(c.h, c.y, 9) < 0.5 ? -1 : 1;
  const spots = room ? [[-20, -7, 0.6], [20, -9, 0.54]] : [[-15, 1, 0.78], [14, -2, 0.68], [2, 12, 0.88]];
  return spots.map(([dx, dy, size], i): [number, Mark] => {
    const r = (m: number) => chance(c.h * 5 + i, c.y * 3 + i, m) - 0.5, at = y + dy! + 3 * r(2);
    return [at, symbol('peak', x + turn * dx! + 5 * r(1), at, size! * (1 + 0.16 * r(3)))];
  });
}
