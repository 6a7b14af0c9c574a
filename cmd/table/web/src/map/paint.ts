// Draws a board: ground first, then what lies on borders, then what is on fields; the looks of resolve/picture.
import type { ChartTerrain } from '../data';
import { Board, corner, corners, half, middleX, middleY, steps, type Cell } from './geometry';
import { against, css, fade, faded, mix, realmColour, realmPattern, rgb, type Pattern, type RGB } from './colours';

// Mark is what an overlay lays on a field: a tint, a pattern, a short text, a ring, a sign of one's own.
export interface Mark { tint?: string; alpha?: number; pattern?: Pattern; text?: string; ring?: string; corner?: string; note?: Sign }
// Sign is what a player marked a field with.
export interface Sign { text: string; colour: string }
// Stand is how many armies stand on a field.
export interface Stand { own: number; others: number; unknown: number }
export interface Overlay {
  marks?: Map<string, Mark>; // by label
  stands?: Map<string, Stand>; // by label; without it the chart says where armies are
}
export interface Look { dark: boolean; land: boolean; labels: boolean; armies: boolean }

type Ctx = CanvasRenderingContext2D;

// line goes between two places beside the middle of a field, by edge.
const edge = (d: number, part: number) => {
  const a = corners[d]!, b = corners[(d + 1) % 6]!;
  return [a[0] * part, a[1] * part, b[0] * part, b[1] * part] as const;
};
const out = (d: number, from: number) => {
  const a = corners[d]!, b = corners[(d + 1) % 6]!;
  return [((a[0] + b[0]) / 2) * from, ((a[1] + b[1]) / 2) * from, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
};

export function hexPath(c: Ctx, x: number, y: number, part: number) {
  c.moveTo(x, y - corner * part);
  for (let i = 1; i < 6; i++) c.lineTo(x + corners[i]![0] * part, y + corners[i]![1] * part);
  c.closePath();
}

const fills = new Map<string, { rim: RGB; fill: RGB }>();

// ground is a terrain's colours at an age.
export function ground(t: ChartTerrain | undefined, age: number | undefined, dark: boolean) {
  const steps = faded(age), key = `${t?.rim}${t?.fill}${steps}${dark}`;
  let known = fills.get(key);
  if (!known) {
    known = { rim: fade(rgb(t?.rim ?? ''), steps, dark), fill: fade(rgb(t?.fill ?? ''), steps, dark) };
    if (fills.size > 2000) fills.clear();
    fills.set(key, known);
  }
  return known;
}

const tiles = new Map<string, HTMLCanvasElement>();

// patternTile is a small picture that is repeated over a realm's land.
function patternTile(kind: Pattern, colour: string): HTMLCanvasElement {
  const key = kind + colour, known = tiles.get(key);
  if (known) return known;
  const n = 16, t = document.createElement('canvas');
  t.width = t.height = n;
  const c = t.getContext('2d')!;
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = 2.4;
  c.beginPath();
  if (kind === 'rising' || kind === 'crossed') for (const k of [-n, 0, n]) { c.moveTo(k, n); c.lineTo(k + n, 0); }
  if (kind === 'falling' || kind === 'crossed') for (const k of [-n, 0, n]) { c.moveTo(k, 0); c.lineTo(k + n, n); }
  if (kind === 'level') { c.moveTo(0, n / 4); c.lineTo(n, n / 4); c.moveTo(0, (3 * n) / 4); c.lineTo(n, (3 * n) / 4); }
  if (kind === 'upright') { c.moveTo(n / 4, 0); c.lineTo(n / 4, n); c.moveTo((3 * n) / 4, 0); c.lineTo((3 * n) / 4, n); }
  c.stroke();
  if (kind === 'dots') for (const [x, y] of [[4, 4], [12, 12]] as const) {
    c.beginPath(); c.arc(x, y, 2.4, 0, 7); c.fill();
  }
  if (tiles.size > 200) tiles.clear();
  tiles.set(key, t);
  return t;
}

function pattern(c: Ctx, kind: Pattern, colour: string): CanvasPattern | null {
  if (kind === 'plain') return null;
  const p = c.createPattern(patternTile(kind, colour), 'repeat');
  p?.setTransform(new DOMMatrix([0.5, 0, 0, 0.5, 0, 0]));
  return p;
}

// paint draws what lies in a part of the world; the context counts world units, scale is pixels of the screen to one.
export function paint(c: Ctx, board: Board, cells: Cell[], scale: number, look: Look, over: Overlay) {
  const size = half * scale;
  lay(c, board, cells, size, look);
  if (look.land) land(c, board, cells, size);
  if (over.marks) tint(c, cells, over.marks);
  told(c, cells);
  borders(c, board, cells, size);
  for (const cell of cells) stands(c, board, cell, size, look, over);
}

function lay(c: Ctx, board: Board, cells: Cell[], size: number, look: Look) {
  const kinds = new Map<string, { rim: RGB; fill: RGB; cells: Cell[] }>();
  for (const cell of cells) {
    const key = cell.t + '.' + faded(cell.age), known = kinds.get(key);
    if (known) known.cells.push(cell);
    else kinds.set(key, { ...ground(board.chart.terrains[cell.t], cell.age, look.dark), cells: [cell] });
  }
  // outline, rim and middle, all fields of a ground at once
  const layers: [number, (k: { rim: RGB; fill: RGB }) => RGB][] = size < 4 ? [[1.03, (k) => mix(k.fill, k.rim, 0.3)]] :
    [[1.03, (k) => mix(k.rim, [0, 0, 0], 0.25)], [0.96, (k) => k.rim], [0.8, (k) => k.fill]];
  for (const [part, colour] of layers) {
    for (const k of kinds.values()) {
      c.fillStyle = css(colour(k));
      c.beginPath();
      for (const cell of k.cells) hexPath(c, middleX(cell.h), middleY(cell.y), part);
      c.fill();
    }
  }
}

// land shows whose fields are, so that their terrain can still be seen: the reader's have their border alone, others' are
// hatched thinly besides, each realm in its way. From far away, where neither can be seen, they are tinted.
function land(c: Ctx, board: Board, cells: Cell[], size: number) {
  const by = new Map<number, Cell[]>();
  for (const cell of cells) {
    if (!cell.owner) continue;
    const list = by.get(cell.owner);
    if (list) list.push(cell); else by.set(cell.owner, [cell]);
  }
  for (const [owner, list] of by) {
    const colour = realmColour(owner, board.chart.realm);
    const path = () => {
      c.beginPath();
      for (const cell of list) hexPath(c, middleX(cell.h), middleY(cell.y), size < 4 ? 1 : 0.8);
    };
    const p = size < 4 ? css(colour, 0.38) : pattern(c, realmPattern(owner, board.chart.realm), css(colour, 0.55));
    if (!p) continue;
    c.fillStyle = p;
    path();
    c.fill();
  }
}

function tint(c: Ctx, cells: Cell[], marks: Map<string, Mark>) {
  for (const cell of cells) {
    const m = marks.get(cell.label);
    if (!m) continue;
    c.beginPath();
    hexPath(c, middleX(cell.h), middleY(cell.y), 0.92);
    if (m.tint) {
      c.globalAlpha = m.alpha ?? 0.6;
      c.fillStyle = m.tint;
      c.fill();
      c.globalAlpha = 1;
    }
    const p = m.pattern && pattern(c, m.pattern, m.tint ?? '#000');
    if (p) { c.fillStyle = p; c.fill(); }
    if (m.ring) { c.strokeStyle = m.ring; c.lineWidth = 2.5; c.stroke(); }
  }
}

// told hatches what is not the reader's own knowledge.
function told(c: Ctx, cells: Cell[]) {
  const list = cells.filter((cell) => cell.told);
  if (list.length === 0) return;
  c.beginPath();
  for (const cell of list) hexPath(c, middleX(cell.h), middleY(cell.y), 1);
  for (const [kind, colour] of [['rising', 'rgba(255,255,255,.75)'], ['falling', 'rgba(0,0,0,.55)']] as const) {
    const p = pattern(c, kind, colour);
    if (p) { c.fillStyle = p; c.fill(); }
  }
}

// lines collects lines of one look and strokes them at once.
class Lines {
  private kinds = new Map<string, { colour: string; width: number; lines: number[] }>();
  add(order: number, colour: string, width: number, x: number, y: number, l: readonly [number, number, number, number]) {
    const key = `${order} ${colour}`, known = this.kinds.get(key);
    const at = [x + l[0], y + l[1], x + l[2], y + l[3]];
    if (known) known.lines.push(...at); else this.kinds.set(key, { colour, width, lines: at });
  }
  stroke(c: Ctx) {
    for (const k of [...this.kinds.keys()].sort()) {
      const { colour, width, lines: l } = this.kinds.get(k)!;
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.lineCap = k < '2' ? 'round' : 'butt'; // an owner's border goes round the corner
      c.beginPath();
      for (let i = 0; i < l.length; i += 4) { c.moveTo(l[i]!, l[i + 1]!); c.lineTo(l[i + 2]!, l[i + 3]!); }
      c.stroke();
    }
  }
}

function borders(c: Ctx, board: Board, cells: Cell[], size: number) {
  const all = new Lines();
  const broad = size < 5 ? 1.6 : 1; // far away lines would be lost
  for (const cell of cells) {
    if (!cell.owner && !cell.rivers && !cell.roads && !cell.bridges && !cell.walls) continue;
    const x = middleX(cell.h), y = middleY(cell.y);
    for (let d = 0; d < 6; d++) {
      const bit = 1 << d, way = steps[d]!;
      if ((cell.rivers ?? 0) & bit) all.add(2, '#1e50e6', 4 * broad, x, y, edge(d, 1));
      if (cell.owner && board.at(cell.h + way[0], cell.y + way[1])?.owner !== cell.owner) {
        all.add(0, '#fff', 7, x, y, edge(d, 0.84)); // a rim of the same colour would swallow it
        all.add(1, css(realmColour(cell.owner, board.chart.realm)), 4 * broad, x, y, edge(d, 0.86));
      }
      if (size < 4) continue;
      if ((cell.bridges ?? 0) & bit) all.add(3, '#aa783c', 6, x, y, out(d, 0.8));
      if ((cell.roads ?? 0) & bit) all.add(4, '#6e3c14', 2.4, x, y, out(d, 0));
      if ((cell.walls ?? 0) & bit) all.add(5, '#3c3c3c', 4, x, y, edge(d, 0.94));
    }
  }
  all.stroke(c);
}

const face = (size: number, bold = false) => `${bold ? '600 ' : ''}${size}px system-ui, sans-serif`;

function stands(c: Ctx, board: Board, cell: Cell, size: number, look: Look, over: Overlay) {
  const x = middleX(cell.h), y = middleY(cell.y), mark = over.marks?.get(cell.label);
  c.textAlign = 'center';
  c.textBaseline = 'alphabetic';
  if (size >= 9) {
    if (cell.sign) boxed(c, mark?.corner ? x - 4 : x, y + 2.6, mark?.corner ? 7.5 : 8, cell.sign);
    if (mark?.text) boxed(c, x, y + 3, 9, mark.text, true);
    if (mark?.corner) boxed(c, x + 8.5, y + 3, 8, mark.corner, true);
    if (look.land && cell.owner && size >= 12) badge(c, x, y - 14.8, cell.owner, board.chart.realm);
  }
  if (look.armies) armies(c, x, y, size, cell, over.stands?.get(cell.label), over.stands !== undefined);
  if (look.labels && size >= 15) {
    const fill = ground(board.chart.terrains[cell.t], cell.age, look.dark).fill;
    c.font = face(7.2);
    const ink = mark?.tint ? '#000' : against(fill);
    if (mark?.tint || look.land) {
      c.strokeStyle = ink === '#000' ? 'rgba(255,255,255,.75)' : 'rgba(0,0,0,.75)';
      c.lineWidth = 1.6;
      c.strokeText(cell.label, x, y + 11, 26);
    }
    c.fillStyle = ink;
    c.fillText(cell.label, x, y + 11, 26);
  }
  if (mark?.note && size >= 9) signed(c, x - 12, y + 3.7, mark.note);
}

// signed draws a player's own sign in its colour, with an outline that stands out from all that may lie below it.
function signed(c: Ctx, x: number, y: number, sign: Sign) {
  c.font = face(9.5, true);
  c.lineJoin = 'round';
  for (const [of, width] of [['#000', 4], ['#fff', 2.8]] as const) {
    c.strokeStyle = of;
    c.lineWidth = width;
    c.strokeText(sign.text, x, y, 10);
  }
  c.fillStyle = sign.colour;
  c.fillText(sign.text, x, y, 10);
}

function boxed(c: Ctx, x: number, y: number, size: number, text: string, bold = false) {
  c.font = face(size, bold);
  const s = text.slice(0, 6), w = Math.min(c.measureText(s).width, 26) + 3;
  c.fillStyle = '#fff';
  c.fillRect(x - w / 2, y - size + 0.5, w, size + 1);
  c.fillStyle = '#000';
  c.fillText(s, x, y, 26);
}

// badge is the number of the realm that owns a field.
function badge(c: Ctx, x: number, y: number, owner: number, reader: number | undefined) {
  const colour = realmColour(owner, reader), s = String(owner);
  c.fillStyle = '#fff';
  c.beginPath(); c.arc(x, y, 3.9, 0, 7); c.fill();
  c.fillStyle = css(colour);
  c.beginPath(); c.arc(x, y, 3.4, 0, 7); c.fill();
  c.font = face(s.length > 1 ? 4.2 : 5.4, true);
  c.fillStyle = against(colour);
  c.fillText(s, x, y + 1.9);
}

function armies(c: Ctx, x: number, y: number, size: number, cell: Cell, stand: Stand | undefined, counted: boolean) {
  const own = counted ? stand?.own ?? 0 : cell.own ? 1 : 0;
  const others = counted ? stand?.others ?? 0 : cell.others ? 1 : 0;
  const unknown = stand?.unknown ?? 0;
  const grow = size < 9 ? 1.5 : 1;
  if (own) {
    disc(c, x - 7.5, y - 9, 4 * grow, '#000');
    if (own > 1 && size >= 12) count(c, x - 7.5, y - 6.9, own);
  }
  if (others || unknown) {
    const at = x + 7.5;
    diamond(c, at, y - 9, 5 * grow, others ? '#c80000' : '#6a6a6a');
    if (size >= 12 && (others + unknown > 1 || !others)) count(c, at, y - 6.9, others ? others + unknown : '?');
  }
}

function count(c: Ctx, x: number, y: number, n: number | string) {
  c.font = face(6, true);
  c.fillStyle = '#fff';
  c.fillText(String(n), x, y);
}

// disc is an own army, diamond another's: told apart by shape, too.
function disc(c: Ctx, x: number, y: number, r: number, colour: string) {
  c.fillStyle = '#fff';
  c.beginPath(); c.arc(x, y, r + 1, 0, 7); c.fill();
  c.fillStyle = colour;
  c.beginPath(); c.arc(x, y, r, 0, 7); c.fill();
}

function diamond(c: Ctx, x: number, y: number, r: number, colour: string) {
  for (const [by, of] of [[r + 1.4, '#fff'], [r, colour]] as const) {
    c.fillStyle = of;
    c.beginPath(); c.moveTo(x, y - by); c.lineTo(x + by, y); c.lineTo(x, y + by); c.lineTo(x - by, y); c.closePath();
    c.fill();
  }
}

// Arrow is a way over fields, drawn above all else.
export interface Arrow { path: string[]; colour?: string; dashed?: boolean; text?: string }

export function arrow(c: Ctx, board: Board, a: Arrow, dark: boolean) {
  const at = a.path.map((l) => board.by(l)).filter((x): x is Cell => !!x).map((x) => [middleX(x.h), middleY(x.y)] as const);
  const last = at[at.length - 1];
  if (!last) return;
  const colour = a.colour ?? (dark ? '#fff' : '#000');
  c.lineCap = c.lineJoin = 'round';
  for (const [of, width] of [[dark ? '#000' : '#fff', 5.5], [colour, 2.8]] as const) {
    c.strokeStyle = of;
    c.lineWidth = width;
    c.setLineDash(a.dashed && of === colour ? [5, 5] : []);
    c.beginPath();
    at.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.stroke();
  }
  c.setLineDash([]);
  const before = at[at.length - 2];
  if (before) {
    const turn = Math.atan2(last[1] - before[1], last[0] - before[0]);
    c.fillStyle = colour;
    c.beginPath();
    c.moveTo(last[0] + 7 * Math.cos(turn), last[1] + 7 * Math.sin(turn));
    for (const by of [2.5, -2.5]) c.lineTo(last[0] + 7 * Math.cos(turn + by), last[1] + 7 * Math.sin(turn + by));
    c.closePath();
    c.fill();
  } else disc(c, last[0], last[1], 3, colour);
  if (a.text) { c.textAlign = 'center'; boxed(c, last[0], last[1] + 14, 9, a.text, true); }
}
