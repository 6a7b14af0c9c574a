// The stage: the SVG on which the map lies. It pans and zooms by pointers, wheel and buttons, and says which field or
// army was pointed at. Layers are drawn anew one by one. Of a large map the land lies on tiles below.
import { measuring } from './canvas';
import { Board, apart, corner, half, hexAt, middleX, middleY, steps } from './hex';
import type { Cell } from './hex';
import type { Mark } from './marks';
import { fieldOf, levelOf, names, paint } from './painter';
import type { Style } from './painter';
import { definitions, node, svg } from './svg';
import type { Crests } from './svg';
import { Tiles } from './tiles';

export type Layer = 'base' | 'over' | 'units' | 'names' | 'top' | 'mark';
type Box = [left: number, top: number, right: number, bottom: number];
export interface Inset { left: number; top: number; right: number; bottom: number } // of the stage, covered by panels

export interface Pointed { cell: Cell | undefined; h: number; y: number; army: string | null } // cell: what is known there

const order: Layer[] = ['base', 'over', 'units', 'names', 'top', 'mark'];

const smallest = 0.01; // at it, the largest maps are whole
const largest = 4;
const legible = 0.4; // what stands on a field is drawn no smaller than at it
const many = 300; // fields: more are drawn on tiles

// into is the place within bounds that is nearest; where there is no room, their middle.
const into = (at: number, from: number, to: number) => (from > to ? (from + to) / 2 : Math.min(to, Math.max(from, at)));

export class Stage {
  readonly svg = node('svg', { class: 'map', role: 'application', tabindex: 0 });
  readonly tiles = new Tiles(this.svg);
  private world = node('g', { class: 'world', fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
  private layers = new Map<Layer, SVGGElement>();
  private drawn = new Map<Layer, { crests: Crests; nodes: Map<string, Node[]> }>(); // the nodes of a layer, by their marks
  private paper = node('rect', { x: -20_000, y: -20_000, width: 40_000, height: 40_000, fill: 'url(#paper)' });
  private hover = node('path', { class: 'hover', d: '' });
  private board: Board | null = null;
  private style: Style = {};
  private pencil: CanvasRenderingContext2D | null = null; // asked what lies where
  private shapes = new Map<Cell, Path2D>(); // of provinces that were pointed at
  private crests: Crests;
  private x = 0; private y = 0; private k = 1;
  private width = 0; private height = 0;
  private placed: unknown = null;
  private moved = false; // by whoever looks at it: then a window of another size leaves it so
  private seen: [Cell, boolean] | null = null; // what was brought into sight last: in a window of another size, too
  inset: Inset = { left: 0, top: 0, right: 0, bottom: 0 };
  focus: readonly string[] = []; // the fields on which own armies stand
  turn: unknown = undefined; // whose and which is shown: another is framed anew
  whole = false; // at the start, too, however little can be read then

  constructor(private pointed: (p: Pointed) => void, private hovered: (c: Cell | undefined) => void = () => {}) {
    this.svg.append(definitions(), this.world);
    this.world.append(this.paper);
    for (const name of order) {
      const g = node('g', { class: `l-${name}` });
      this.layers.set(name, g);
      this.world.append(g);
    }
    this.world.append(this.hover);
    this.listens();
  }

  private set(board: Board) {
    const grew = !!this.board && String(this.board.box()) !== String(board.box());
    this.board = board;
    this.crests = board.chart.crests;
    this.hover.setAttribute('d', '');
    if (this.width > 0 && (this.placed !== this.turn || grew && !this.moved)) this.fit(true);
  }

  // land draws the board.
  land(board: Board, style: Style, busy: (c: Cell) => boolean) {
    const tiled = board.cells.length > many;
    this.style = style;
    this.shapes.clear();
    this.set(board);
    this.paper.style.display = tiled ? 'none' : '';
    this.tiles.set(tiled ? board : null, style, busy);
    this.layer('base', tiled ? [] : paint(board, style, busy));
    this.layer('names', names(board, busy, style, measuring(this.svg)));
    this.place();
  }

  // layer draws a layer anew. What it has already stays there.
  layer(name: Layer, marks: readonly Mark[]) {
    const g = this.layers.get(name)!, was = this.drawn.get(name), left = was?.crests === this.crests ? was!.nodes : new Map<string, Node[]>();
    const now = marks.map((m) => { const key = JSON.stringify(m); return { key, node: left.get(key)?.shift() ?? svg([m], this.crests).firstChild! }; });
    const there = new Set(now.map((n) => n.node)), nodes = new Map<string, Node[]>();
    for (const n of [...g.childNodes]) if (!there.has(n as ChildNode)) n.remove();
    let at = g.firstChild;
    for (const { key, node } of now) {
      if (node === at) at = at.nextSibling; else g.insertBefore(node, at);
      nodes.set(key, [...(nodes.get(key) ?? []), node]);
    }
    this.drawn.set(name, { crests: this.crests, nodes });
  }

  size(width: number, height: number) {
    const first = this.width === 0;
    if (!first) { this.x += (width - this.width) / 2; this.y += (height - this.height) / 2; }
    this.width = width;
    this.height = height;
    const seen = this.seen;
    if (first || !this.moved) this.fit(true); else this.place();
    if (seen && !this.moved) this.reveal(...seen);
  }

  private place() {
    const x = Math.round(this.x), y = Math.round(this.y); // tiles are sharp only on whole pixels
    this.world.setAttribute('transform', `translate(${x} ${y}) scale(${this.k.toFixed(4)})`);
    this.svg.dataset['level'] = levelOf(this.k);
    this.world.style.setProperty('--grown', String(Math.max(1, legible / this.k)));
    this.tiles.place(x, y, this.k, this.width, this.height);
  }

  // fit shows the whole board in what no panel covers. At the start, and anew for each turn, it shows the largest frame that
  // can be read.
  fit(start = false) {
    if (!this.board || this.width === 0) return;
    this.placed = this.turn;
    this.moved = false;
    this.seen = null;
    const i = this.inset, edge = 16;
    const w = Math.max(80, this.width - i.left - i.right), h = Math.max(80, this.height - i.top - i.bottom);
    const scale = ([left, top, right, bottom]: Box) => Math.min((w - 2 * edge) / (right - left), (h - 2 * edge) / (bottom - top));
    const list = start && !this.whole ? this.frames() : [{ box: this.board.box(), least: smallest }];
    const { box, least } = list.find((f) => scale(f.box) >= f.least) ?? list.at(-1)!, [left, top, right, bottom] = box;
    this.k = Math.min(start ? 1.9 : largest, Math.max(least, scale(box)));
    this.x = i.left + w / 2 - ((left + right) / 2) * this.k;
    this.y = i.top + h / 2 - ((top + bottom) / 2) * this.k;
    this.place();
  }

  // frames are what can be shown first, the largest first, each with the scale below which too little of it can be read: all
  // that is known; own land and armies with a ring around them; nine tenths of these, the nearest to the capital; three
  // quarters. An open board is always whole.
  private frames(): { box: Box; least: number }[] {
    const { cells, chart } = this.board!, all = this.board!.box(), phone = this.width < 760;
    if (chart.drawn === 'board') return [{ box: all, least: smallest }];
    const own = cells.filter((c) => c.own || (c.owner && c.owner === chart.realm));
    const mine = [...own, ...this.focus.map((l) => this.board!.by(l)).filter((c): c is Cell => !!c)];
    const home = own.find((c) => c.building === 'capital') ?? mine[0], nearest = phone ? 0.42 : 0.5;
    if (!home) return [{ box: all, least: nearest }];
    const around = (list: readonly Cell[], by: number): Box => {
      const x = list.map((c) => middleX(c.h)), y = list.map((c) => middleY(c.y));
      return [Math.min(...x) - half * by, Math.min(...y) - corner * by, Math.max(...x) + half * by, Math.max(...y) + corner * by];
    };
    const far = mine.map((c) => apart(c, home)).sort((a, b) => a - b);
    const most = (share: number) => mine.filter((c) => apart(c, home) <= far[Math.floor((far.length - 1) * share)]!);
    return [{ box: all, least: phone ? 0.8 : 1 }, { box: around(mine, 2.2), least: phone ? 0.62 : 0.72 },
      { box: around(most(0.9), 1.6), least: phone ? 0.5 : 0.6 }, { box: around(most(0.75), 1.4), least: nearest }];
  }

  // beside frames the map in what a report leaves of it, and gives back what was seen before.
  beside(): () => void {
    const was = [this.x, this.y, this.k, this.moved] as const;
    this.moved = false;
    this.fit(true);
    return () => { [this.x, this.y, this.k, this.moved] = was; this.seen = null; if (this.moved) this.place(); else this.fit(true); };
  }

  // by makes everything larger or smaller around a place of the screen.
  by(factor: number, px = this.width / 2, py = this.height / 2) {
    const k = Math.min(largest, Math.max(smallest, this.k * factor)), f = k / this.k;
    this.moved = true;
    this.x = px - (px - this.x) * f;
    this.y = py - (py - this.y) * f;
    this.k = k;
    this.place();
  }

  // reveal brings a field into what no panel covers, and moves the map no farther than that. What it returns takes that back, unless the map was moved, or more
  // was brought into sight since.
  reveal(c: Cell, close = false): () => void {
    const was = [this.x, this.y, this.k] as const, seen: [Cell, boolean] = this.seen = [c, close];
    this.brings(c, close);
    const now = [this.x, this.y, this.k];
    return () => { if (seen === this.seen && now.join() === [this.x, this.y, this.k].join()) { this.seen = null; [this.x, this.y, this.k] = was; this.place(); } };
  }

  private brings(c: Cell, close: boolean) {
    const i = this.inset, x = middleX(c.h) * this.k + this.x, y = middleY(c.y) * this.k + this.y, rim = half * this.k * 1.3, room = (this.height - i.top - i.bottom) / 2;
    const high = close ? Math.min(half * this.k * 2.7, Math.max(rim, room)) : rim; // also the fields around it
    const left = i.left + rim, right = this.width - i.right - rim, top = i.top + high, bottom = this.height - i.bottom - high;
    if (this.k < 0.6 && close) { this.k = 0.9; this.x = (left + right) / 2 - middleX(c.h) * this.k; this.y = (top + bottom) / 2 - middleY(c.y) * this.k; this.place(); return; }
    this.x += into(x, left, right) - x;
    this.y += into(y, top, bottom) - y;
    this.place();
  }

  pan(x: number, y: number) { this.moved = true; this.x += x; this.y += y; this.place(); }

  private world2(e: { clientX: number; clientY: number }): [number, number] {
    const r = this.svg.getBoundingClientRect();
    return [(e.clientX - r.left - this.x) / this.k, (e.clientY - r.top - this.y) / this.k];
  }

  // cellAt is the field whose drawn outline holds a place of the world: of provinces, that is not the nearest hex.
  private cellAt(x: number, y: number): Cell | undefined {
    const [h, v] = hexAt(x, y), near = this.board?.at(h, v);
    if (!this.style.organic || !this.board) return near;
    const pen = this.pencil ??= document.createElement('canvas').getContext('2d')!;
    for (const c of [near, ...steps.map((s) => this.board!.at(h + s[0], v + s[1]))]) {
      if (!c) continue;
      let p = this.shapes.get(c);
      if (!p) this.shapes.set(c, p = new Path2D(fieldOf(c, this.style)));
      if (pen.isPointInPath(p, x, y)) return c;
    }
    return undefined;
  }

  // under is what lies at a place of the window.
  under(e: { clientX: number; clientY: number }): Pointed {
    const cell = this.cellAt(...this.world2(e)), [h, y] = cell ? [cell.h, cell.y] : hexAt(...this.world2(e));
    const army = document.elementsFromPoint(e.clientX, e.clientY)
      .map((el) => el.closest<SVGElement>('[data-id]')?.dataset['id']).find((id) => id !== undefined);
    return { cell, h, y, army: army ?? null };
  }

  private listens() {
    const down = new Map<number, { x: number; y: number }>();
    let moved = false, pinch = 0;
    const gap = () => { const [a, b] = [...down.values()]; return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0; };
    this.svg.addEventListener('pointerdown', (e) => {
      if (down.size === 0) moved = false;
      down.set(e.pointerId, { x: e.clientX, y: e.clientY });
      this.svg.setPointerCapture(e.pointerId);
      pinch = gap();
    });
    this.svg.addEventListener('pointermove', (e) => {
      const was = down.get(e.pointerId);
      if (!was) { this.over(e); return; }
      const dx = e.clientX - was.x, dy = e.clientY - was.y;
      if (!moved && Math.hypot(dx, dy) < 6) return;
      moved = true;
      down.set(e.pointerId, { x: e.clientX, y: e.clientY });
      this.pan(dx / down.size, dy / down.size);
      if (down.size === 2) {
        const now = gap(), r = this.svg.getBoundingClientRect(), [a, b] = [...down.values()];
        if (pinch > 0 && now > 0) this.by(now / pinch, (a!.x + b!.x) / 2 - r.left, (a!.y + b!.y) / 2 - r.top);
        pinch = now;
      }
    });
    const up = (e: PointerEvent) => {
      if (!down.delete(e.pointerId)) return;
      if (!moved && down.size === 0 && e.type === 'pointerup') this.pointed(this.under(e));
      pinch = gap();
    };
    this.svg.addEventListener('pointerup', up);
    this.svg.addEventListener('pointercancel', up);
    this.svg.addEventListener('pointerleave', () => { this.hover.setAttribute('d', ''); this.hovered(undefined); });
    this.svg.addEventListener('wheel', (e) => {
      e.preventDefault();
      const r = this.svg.getBoundingClientRect();
      this.by(Math.exp(-Math.max(-120, Math.min(120, e.deltaY)) * 0.0022), e.clientX - r.left, e.clientY - r.top);
    }, { passive: false });
  }

  private last: Cell | undefined;
  private over(e: PointerEvent) {
    if (e.pointerType === 'touch') return;
    const c = this.cellAt(...this.world2(e));
    if (c === this.last) return;
    this.last = c;
    this.hover.setAttribute('d', c ? fieldOf(c, this.style) : '');
    this.hovered(c);
  }

  // where is the middle of a field on the screen, by its label or its place, for who tests.
  where(of: string | { h: number; y: number }): [number, number] | null {
    const c = typeof of === 'string' ? this.board?.by(of) : of, r = this.svg.getBoundingClientRect();
    return c ? [r.left + middleX(c.h) * this.k + this.x, r.top + middleY(c.y) * this.k + this.y + corner * 0.2 * this.k] : null;
  }
}
