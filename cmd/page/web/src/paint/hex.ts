// The map's geometry: pointy-top hexes in doubled coordinates (worlds/game/hex.go), placed as resolve/picture
// places them. World units: a field's neighbours to the east and west are 2×half away, rows are apart by rise;
// y grows to the north on the chart and to the south on the screen.
import type { Chart, ChartCell } from '../data';

export const half = 34;
export const rise = 59;
export const corner = (2 * rise) / 3;

// steps lead to the six neighbours, from NE round by the south; bit d of a cell's masks belongs to steps[d].
export const steps: readonly (readonly [h: number, y: number])[] = [[1, 1], [2, 0], [1, -1], [-1, -1], [-2, 0], [-1, 1]];

// apart is how many steps lie between two hexes.
export const apart = (a: { h: number; y: number }, b: { h: number; y: number }) => {
  const h = Math.abs(a.h - b.h), y = Math.abs(a.y - b.y);
  return y + Math.max(0, h - y) / 2;
};

// corners of a hex, from the north; the edge of steps[d] is between corners d and d+1.
export const corners: readonly (readonly [x: number, y: number])[] = [[0, -corner], [half, -corner / 2],
  [half, corner / 2], [0, corner], [-half, corner / 2], [-half, -corner / 2]];

export const middleX = (h: number) => h * half;
export const middleY = (y: number) => -y * rise;

// hexAt gives the doubled coordinates of the field at a place of the world.
export function hexAt(x: number, y: number): [h: number, y: number] {
  const about = Math.round(-y / rise);
  let best: [number, number] = [0, 0], least = Infinity;
  for (let row = about - 1; row <= about + 1; row++) {
    const odd = row & 1;
    const h = 2 * Math.round((x / half - odd) / 2) + odd;
    const dx = x - middleX(h), dy = y - middleY(row);
    const d = dx * dx + dy * dy;
    if (d < least) { least = d; best = [h, row]; }
  }
  return best;
}

// Cell is a field on the board; told is who told of it, where it is not the reader's own knowledge.
export type Cell = ChartCell & { told?: string };

const most = 40000; // fields, as many as a picture shows
const widest = 30000;

const key = (h: number, y: number) => h * 65536 + y;

// Board is a chart that can be asked what is where. What cannot be placed is left out.
export class Board {
  readonly cells: Cell[] = [];
  private places = new Map<number, Cell>();
  private labels = new Map<string, Cell>();
  private rows = new Map<number, Cell[]>();
  west = 0; east = 0; north = 0; south = 0; // doubled coordinates

  constructor(readonly chart: Chart) {
    for (const c of chart.cells) {
      const sound = Number.isInteger(c.h) && Number.isInteger(c.y) && ((c.h + c.y) & 1) === 0;
      if (!sound || Math.abs(c.h) > widest || Math.abs(c.y) > widest || this.cells.length >= most) continue;
      if (this.places.has(key(c.h, c.y))) continue;
      this.place(c);
    }
    for (const row of this.rows.values()) row.sort((a, b) => a.h - b.h);
  }

  private place(c: Cell) {
    if (this.cells.length === 0) { this.west = this.east = c.h; this.north = this.south = c.y; }
    this.west = Math.min(this.west, c.h);
    this.east = Math.max(this.east, c.h);
    this.north = Math.max(this.north, c.y);
    this.south = Math.min(this.south, c.y);
    this.cells.push(c);
    this.places.set(key(c.h, c.y), c);
    if (!this.labels.has(c.label)) this.labels.set(c.label, c);
    const row = this.rows.get(c.y);
    if (row) row.push(c); else this.rows.set(c.y, [c]);
  }

  at(h: number, y: number): Cell | undefined { return this.places.get(key(h, y)); }
  by(label: string | null | undefined): Cell | undefined { return label == null ? undefined : this.labels.get(label); }

  // box is what the board covers of the world: left, top, right, bottom.
  box(): [number, number, number, number] {
    return [middleX(this.west) - half, middleY(this.north) - corner, middleX(this.east) + half,
      middleY(this.south) + corner];
  }

  // within lists the fields of which something lies in a part of the world, from north to south.
  within(left: number, top: number, right: number, bottom: number): Cell[] {
    const out: Cell[] = [];
    const first = Math.min(this.north, Math.floor((-top + corner) / rise)),
      last = Math.max(this.south, Math.ceil((-bottom - corner) / rise));
    for (let y = first; y >= last; y--) {
      const row = this.rows.get(y);
      if (!row) continue;
      const from = (left - half) / half, to = (right + half) / half;
      let low = 0, high = row.length;
      while (low < high) {
        const mid = (low + high) >> 1;
        if (row[mid]!.h < from) low = mid + 1; else high = mid;
      }
      for (; low < row.length && row[low]!.h <= to; low++) out.push(row[low]!);
    }
    return out;
  }

  // next is the field to which an arrow key leads: the neighbour, or the next one known in that direction. Up and down
  // keep to the column `h` from which they began.
  next(from: Cell, to: 'west' | 'east' | 'north' | 'south', h = from.h): Cell | undefined {
    if (to === 'west' || to === 'east') {
      const row = this.rows.get(from.y)!, i = row.indexOf(from);
      return row[to === 'west' ? i - 1 : i + 1];
    }
    const down = to === 'south' ? -1 : 1, end = to === 'south' ? this.south : this.north;
    for (let y = from.y + down; (end - y) * down >= 0; y += down) {
      const row = this.rows.get(y);
      if (row) return row.reduce((a, b) => (Math.abs(b.h - h) < Math.abs(a.h - h) ? b : a));
    }
    return undefined;
  }
}
