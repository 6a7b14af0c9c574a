// The sheet on which the map lies: it keeps what was drawn in tiles, so that panning draws only what is new. Pan and
// zoom are d3-zoom's.
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { Board, hexAt, middleX, middleY, half, type Cell } from './geometry';
import { arrow, hexPath, paint, type Arrow, type Look, type Overlay } from './paint';

const side = 512; // of a tile, in pixels of the device
const keep = 96; // tiles

interface Tile { canvas: HTMLCanvasElement; scale: number; version: number; x: number; y: number; used: number }

export interface Shown {
  board: Board; look: Look; overlay: Overlay; selected: Cell | undefined; arrows: Arrow[]; rings: Cell[];
}

export class Sheet {
  private ctx: CanvasRenderingContext2D;
  private zoom: ZoomBehavior<HTMLCanvasElement, unknown>;
  private at: ZoomTransform = zoomIdentity;
  private tiles = new Map<string, Tile>();
  private version = 0;
  private settled = 1; // the scale for which tiles are made
  private frame = 0;
  private count = 0;
  private timer = 0;
  private placed = false;
  width = 0; height = 0; ratio = 1;
  frames = 0; // drawn, for who measures

  constructor(private canvas: HTMLCanvasElement, private shown: Shown) {
    this.ctx = canvas.getContext('2d')!;
    this.zoom = zoom<HTMLCanvasElement, unknown>().clickDistance(6).tapDistance(12)
      .on('zoom', (e: { transform: ZoomTransform }) => { this.at = e.transform; this.settle(); this.ask(); });
    select(canvas).call(this.zoom).on('dblclick.zoom', null);
  }

  close() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    select(this.canvas).on('.zoom', null);
    this.tiles.clear();
  }

  // show takes what is to be drawn; tiles are made anew only if what lies on them changed.
  show(next: Shown) {
    const was = this.shown;
    this.shown = next;
    const same = was.board === next.board && was.overlay.marks === next.overlay.marks &&
      was.overlay.stands === next.overlay.stands && JSON.stringify(was.look) === JSON.stringify(next.look);
    if (!same) this.version++;
    if (was.board !== next.board) this.bound();
    this.ask();
  }

  // size takes the size of the canvas on the screen.
  size(width: number, height: number, ratio: number) {
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    const [w, h] = [this.width, this.height];
    [this.width, this.height, this.ratio] = [width, height, ratio];
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.bound();
    if (!this.placed && width > 0 && height > 0) {
      this.placed = true;
      this.start();
    } else if (w > 0) this.zoom.translateBy(select(this.canvas), (width - w) / 2 / this.at.k, (height - h) / 2 / this.at.k);
    this.draw();
  }

  private bound() {
    const [left, top, right, bottom] = this.shown.board.box();
    const fit = Math.min(this.width / (right - left), this.height / (bottom - top)) || 1;
    this.zoom.extent([[0, 0], [this.width, this.height]])
      .scaleExtent([Math.min(fit * 0.8, 1), 6])
      .translateExtent([[left - 200, top - 200], [right + 200, bottom + 200]]);
  }

  // fit shows the whole board.
  fit() {
    const [left, top, right, bottom] = this.shown.board.box();
    const beside = this.width > 480 ? 60 : 0; // for the buttons
    const k = Math.min(3, 0.96 * Math.min((this.width - beside) / (right - left), this.height / (bottom - top)));
    this.move((left + right) / 2 + beside / 2 / k, (top + bottom) / 2, k);
  }

  // start shows the selected field or else the whole board, not so small that nothing can be read.
  private start() {
    this.fit();
    const least = 1.35, on = this.shown.selected;
    if (this.at.k < least) {
      const [left, top, right, bottom] = this.shown.board.box();
      this.move(on ? middleX(on.h) : (left + right) / 2, on ? middleY(on.y) : (top + bottom) / 2, least);
    }
  }

  private move(x: number, y: number, k: number) {
    this.zoom.transform(select(this.canvas),
      zoomIdentity.translate(this.width / 2, this.height / 2).scale(k).translate(-x, -y));
  }

  by(factor: number) { this.zoom.scaleBy(select(this.canvas), factor); }
  pan(x: number, y: number) { this.zoom.translateBy(select(this.canvas), x / this.at.k, y / this.at.k); }

  // reveal brings a field into sight, if it is not there; in the middle, if that is asked for.
  reveal(c: Cell, middle = false) {
    const x = this.at.applyX(middleX(c.h)), y = this.at.applyY(middleY(c.y)), rim = half * this.at.k * 1.6;
    if (!middle && x > rim && y > rim && x < this.width - rim && y < this.height - rim) return;
    this.zoom.translateTo(select(this.canvas), middleX(c.h), middleY(c.y));
  }

  // field is the one at a place of the canvas.
  field(x: number, y: number): Cell | undefined {
    return this.shown.board.at(...hexAt(this.at.invertX(x), this.at.invertY(y)));
  }

  private settle() {
    if (this.tiles.size === 0) { this.settled = this.at.k; return; }
    if (this.at.k === this.settled) return;
    clearTimeout(this.timer);
    const from = this.at.k / this.settled;
    if (from > 4 || from < 0.25) { this.settled = this.at.k; return; }
    this.timer = window.setTimeout(() => { this.settled = this.at.k; this.ask(); }, 140);
  }

  ask() { if (!this.frame) this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); }); }

  private draw() {
    const { ctx, at } = this, ratio = this.ratio;
    if (this.width === 0) return;
    this.frames++;
    this.count++;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.lay()) this.ask();
    ctx.setTransform(at.k * ratio, 0, 0, at.k * ratio, at.x * ratio, at.y * ratio);
    this.above();
  }

  // lay puts the tiles on the sheet and makes what is missing, for a while; true: something is still missing.
  private lay(): boolean {
    const { ctx, at, ratio } = this, unit = this.settled * ratio; // pixels of a tile to a world unit
    const grow = at.k / this.settled, dx = at.x * ratio, dy = at.y * ratio;
    const first = Math.floor(-dx / grow / side), last = Math.floor((this.canvas.width - dx) / grow / side);
    const top = Math.floor(-dy / grow / side), bottom = Math.floor((this.canvas.height - dy) / grow / side);
    const box = this.shown.board.box().map((v) => v * unit / side) as [number, number, number, number];
    const wanted: { tile: Tile | undefined; x: number; y: number }[] = [];
    let missing = 0;
    for (let y = Math.max(top, Math.floor(box[1])); y <= Math.min(bottom, Math.floor(box[3])); y++) {
      for (let x = Math.max(first, Math.floor(box[0])); x <= Math.min(last, Math.floor(box[2])); x++) {
        const tile = this.tiles.get(this.key(x, y));
        if (!tile) missing++;
        wanted.push({ tile, x, y });
      }
    }
    const until = performance.now() + 9;
    for (const w of wanted) {
      if (!w.tile && performance.now() < until) { w.tile = this.make(w.x, w.y); missing--; }
    }
    if (missing > 0) this.older();
    for (const { tile, x, y } of wanted) {
      if (!tile) continue;
      tile.used = this.count;
      const px = grow === 1 ? Math.round(dx + x * side) : dx + x * side * grow;
      const py = grow === 1 ? Math.round(dy + y * side) : dy + y * side * grow;
      ctx.drawImage(tile.canvas, px, py, side * grow, side * grow);
    }
    this.forget(missing === 0);
    return missing > 0;
  }

  private key(x: number, y: number) { return `${this.settled}/${this.ratio}/${this.version}/${x}/${y}`; }

  private make(x: number, y: number): Tile {
    const canvas = document.createElement('canvas'), unit = this.settled * this.ratio;
    canvas.width = canvas.height = side;
    const c = canvas.getContext('2d')!;
    c.setTransform(unit, 0, 0, unit, -x * side, -y * side);
    const { board, look, overlay } = this.shown;
    const cells = board.within(x * side / unit, y * side / unit, (x + 1) * side / unit, (y + 1) * side / unit);
    paint(c, board, cells, this.settled, look, overlay);
    const tile = { canvas, scale: unit, version: this.version, x, y, used: this.count };
    this.tiles.set(this.key(x, y), tile);
    return tile;
  }

  // older draws tiles of another scale or of what was shown before, until the right ones are there.
  private older() {
    const { ctx, at, ratio } = this;
    for (const t of this.tiles.values()) {
      if (t.version === this.version && t.scale === this.settled * ratio) continue;
      const grow = at.k * ratio / t.scale, x = at.x * ratio + t.x * side * grow, y = at.y * ratio + t.y * side * grow;
      if (x > this.canvas.width || y > this.canvas.height || x + side * grow < 0 || y + side * grow < 0) continue;
      t.used = this.count;
      ctx.drawImage(t.canvas, x, y, side * grow, side * grow);
    }
  }

  private forget(whole: boolean) {
    for (const [k, t] of this.tiles) {
      const old = t.version !== this.version || t.scale !== this.settled * this.ratio;
      if ((old && whole) || (this.tiles.size > keep && t.used < this.count - 30)) this.tiles.delete(k);
    }
  }

  // above draws what changes often: ways, rings, the selected field.
  private above() {
    const { ctx, shown } = this, thin = Math.min(1, 1.2 / this.at.k + 0.35);
    for (const c of shown.rings) {
      for (const [of, width] of [['#fff', 5], ['#000', 2]] as const) this.ring(c, of, width * thin, 1);
    }
    for (const a of shown.arrows) arrow(ctx, shown.board, a, shown.look.dark);
    if (shown.selected) {
      this.ring(shown.selected, '#fff', 6 * thin, 1.03);
      this.ring(shown.selected, '#b000ff', 3.4 * thin, 1.03);
    }
  }

  private ring(c: Cell, colour: string, width: number, part: number) {
    const { ctx } = this;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.lineJoin = 'round';
    ctx.beginPath();
    hexPath(ctx, middleX(c.h), middleY(c.y), part);
    ctx.stroke();
  }
}
