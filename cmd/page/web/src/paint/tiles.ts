// Tiles: the land of a large map on canvas, in squares of 512 pixels. They are painted where the reader looks, moved
// when he moves, and painted anew only where a field has changed or the scale has.
import { Brush, canvas } from './canvas';
import { Board, corner, half, middleX, middleY, rise } from './hex';
import type { Cell } from './hex';
import { look } from './marks';
import { levelOf, paint, wholeOf } from './painter';
import type { Style, Whole } from './painter';
import { groundOf, heightOf } from './terrain';

const side = 512;
const margin = 2.4 * rise; // what lies in it can show in a tile, or bend what does
const calm = 140; // milliseconds after which a new scale is painted

interface Tile { image: HTMLCanvasElement; stale: boolean }

// Sheet is the tiles of one scale. It moves as a whole.
interface Sheet { k: number; box: HTMLDivElement; tiles: Map<string, Tile>; brush: Brush }

export class Tiles {
  readonly host = document.createElement('div');
  private board: Board | null = null;
  private style: Style = {};
  private busy: (c: Cell) => boolean = () => false;
  private whole: Whole | null = null;
  private looks = new Map<string, string>(); // of fields: what is drawn of them
  private sheets: Sheet[] = []; // the last is the one that is painted; others show until it is
  private x = 0; private y = 0; private k = 1;
  private width = 0; private height = 0;
  private timer = 0; private frame = 0;
  private dark = false;

  // svg is what lies over the tiles, and whose style says how letters look.
  constructor(private svg: SVGElement) {
    this.host.className = 'tiles';
    this.host.setAttribute('aria-hidden', 'true');
    const see = () => { if (this.board && this.dark !== this.isDark()) this.anew(); };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', see);
    new MutationObserver(see).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  }

  // set puts a board there; null: there is none.
  set(board: Board | null, style: Style = {}, busy: (c: Cell) => boolean = () => false) {
    const before = this.board, was = this.looks, old = this.whole;
    this.board = board;
    if (!board) { this.whole = null; this.looks = new Map(); this.clear(); return; }
    this.style = style;
    this.busy = busy;
    const whole = this.whole = wholeOf(board, style), shifted = new Set([...whole.borders].filter(([realm, b]) => old?.borders.get(realm)?.d !== b.d).map(([realm]) => realm));
    this.looks = new Map(board.cells.map((c) => [`${c.h},${c.y}`, lookOf(board, c, busy(c))]));
    const same = before && old && String(old.compass) === String(whole.compass) && JSON.stringify([before.chart.crests, this.style]) === JSON.stringify([board.chart.crests, style]);
    if (!same) { this.anew(); return; }
    const changed = [...before.cells, ...board.cells].filter((c) => {
      const key = `${c.h},${c.y}`;
      return was.get(key) !== this.looks.get(key) || shifted.has(c.owner ?? 0);
    });
    for (const s of this.sheets) {
      for (const [at, t] of s.tiles) {
        const [left, top, right, bottom] = partOf(at, s.k);
        t.stale ||= changed.some((c) => { const x = middleX(c.h), y = middleY(c.y); return x > left && x < right && y > top && y < bottom; });
      }
    }
    this.works();
  }

  // place says which part of the world is looked at.
  place(x: number, y: number, k: number, width: number, height: number) {
    [this.x, this.y, this.k, this.width, this.height] = [x, y, k, width, height];
    if (!this.board || width === 0) return;
    for (const s of this.sheets) this.move(s);
    if (this.sheets.length === 0) { this.begin(); return; }
    clearTimeout(this.timer);
    if (this.sheets.at(-1)!.k !== k) this.timer = window.setTimeout(() => this.begin(), calm);
    else this.works();
  }

  private move(s: Sheet) {
    const f = this.k / s.k;
    s.box.style.transform = `translate(${this.x}px,${this.y}px)${f === 1 ? '' : ` scale(${f})`}`;
  }

  private clear() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    for (const s of this.sheets) s.box.remove();
    this.sheets = [];
  }

  private anew() {
    this.clear();
    if (this.width > 0) this.begin();
  }

  private isDark() { return getComputedStyle(this.svg).color === rgb(look.palette.dark['ink']!); }

  // begin paints at the present scale what is in sight; what was there shows until then.
  private begin() {
    this.dark = this.isDark();
    const box = document.createElement('div'), brush = new Brush(this.svg, this.dark, this.board!.chart.crests, this.k * devicePixelRatio);
    const s: Sheet = { k: this.k, box, tiles: new Map(), brush };
    this.move(s);
    for (const at of this.around(0)) this.tile(s, at);
    this.host.append(box);
    for (const old of this.sheets) old.box.remove();
    this.sheets = [s];
    this.works();
  }

  // around are the tiles in sight and so many around them, those in sight first.
  private around(more: number): string[] {
    const out: string[] = [], range = (n: number) => {
      for (let ty = Math.floor(-this.y / side) - n; ty * side < this.height - this.y + n * side; ty++) {
        for (let tx = Math.floor(-this.x / side) - n; tx * side < this.width - this.x + n * side; tx++) out.push(`${tx},${ty}`);
      }
    };
    for (let n = 0; n <= more; n++) range(n);
    return [...new Set(out)];
  }

  // works paints a tile a frame, until all around are there.
  private works() {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const s = this.sheets.at(-1);
      if (!s || s.k !== this.k) return;
      const wanted = this.around(1), next = wanted.find((at) => s.tiles.get(at)?.stale ?? true);
      if (next === undefined) { this.drops(s); return; }
      this.tile(s, next);
      this.works();
    });
  }

  // drops forgets tiles that are far away.
  private drops(s: Sheet) {
    const near = new Set(this.around(2));
    for (const [at, t] of s.tiles) if (!near.has(at)) { t.image.remove(); s.tiles.delete(at); }
  }

  // tile paints a tile.
  private tile(s: Sheet, at: string) {
    const dots = devicePixelRatio, [tx, ty] = at.split(',').map(Number) as [number, number];
    let t = s.tiles.get(at);
    if (!t) {
      const image = canvas(Math.round(side * dots), Math.round(side * dots));
      image.style.cssText = `left:${tx * side}px;top:${ty * side}px;width:${side}px;height:${side}px`;
      s.tiles.set(at, t = { image, stale: false });
      s.box.append(image);
    }
    t.stale = false;
    const c = t.image.getContext('2d')!, [left, top, right, bottom] = partOf(at, s.k);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, t.image.width, t.image.height);
    c.setTransform(s.k * dots, 0, 0, s.k * dots, -tx * t.image.width, -ty * t.image.height);
    c.lineJoin = 'round';
    if (levelOf(s.k) !== 'far') this.paper(c, left, top, right, bottom);
    const cells = this.board!.within(left, top, right, bottom);
    if (cells.length > 0) s.brush.draw(c, paint(new Board({ ...this.board!.chart, cells }), this.style, this.busy, this.whole!, levelOf(s.k)));
  }

  // paper is a faint grid where nothing is known.
  private paper(c: CanvasRenderingContext2D, left: number, top: number, right: number, bottom: number) {
    const p = new Path2D();
    for (let y = Math.floor(-bottom / rise); -y * rise > top; y++) {
      for (let h = 2 * Math.floor(left / half / 2) + (y & 1); h * half < right; h += 2) {
        const x = middleX(h), m = middleY(y);
        p.moveTo(x, m - corner);
        p.lineTo(x + half, m - corner / 2);
        p.lineTo(x + half, m + corner / 2);
        p.lineTo(x, m + corner);
      }
    }
    c.globalAlpha = 0.12;
    c.strokeStyle = getComputedStyle(this.host).color;
    c.lineWidth = 1;
    c.setLineDash([]);
    c.stroke(p);
    c.globalAlpha = 1;
  }
}

// partOf is the part of the world that a tile shows, with its margin.
function partOf(at: string, k: number): [number, number, number, number] {
  const [tx, ty] = at.split(',').map(Number) as [number, number], long = side / k;
  return [tx * long - margin, ty * long - margin, (tx + 1) * long + margin, (ty + 1) * long + margin];
}

// lookOf is all that is drawn of a field.
function lookOf(board: Board, c: Cell, busy: boolean): string {
  const t = board.chart.terrains[c.t];
  return JSON.stringify([groundOf(t), heightOf(t), busy, c.label, c.age, c.owner, c.sign, c.building, c.state, !!c.name, c.rivers, c.roads, c.bridges, c.walls]);
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)).join(', ')})`;
