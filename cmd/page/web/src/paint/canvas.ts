// Marks on canvas: the same paths as svg.ts makes nodes of, for maps that are too large for nodes.
import { between, fogs, look, of, pale } from './marks';
import type { Ink, Mark, Shape } from './marks';
import { colourOf, node } from './svg';
import type { Crests } from './svg';

type Context = CanvasRenderingContext2D;

const channels = (c: string) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));

// Letters are how a kind of text looks: the page's style says it, for SVG and for canvas.
interface Letters { font: string; fill: string; stroke: string; width: number; strength: number; apart: number }

// lettersOf asks the page's style for letters within an SVG.
function lettersOf(within: SVGElement, look: string): Letters {
  const t = node('text', { class: look });
  within.append(t);
  const s = getComputedStyle(t);
  const l = { font: `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`, fill: s.fill, stroke: s.stroke, width: parseFloat(s.strokeWidth), strength: Number(s.strokeOpacity), apart: parseFloat(s.letterSpacing) || 0 };
  t.remove();
  return l;
}

// measuring says how wide texts are within an SVG.
export function measuring(within: SVGElement): (text: string, look: string) => number {
  const pen = canvas(1, 1).getContext('2d')!, known = new Map<string, Letters>();
  return (t, look) => {
    let l = known.get(look);
    if (!l) known.set(look, l = lettersOf(within, look));
    pen.font = l.font;
    return pen.measureText(t).width + t.length * l.apart;
  };
}

interface Sprite { image: HTMLCanvasElement; x: number; y: number } // the place of its corner, in its own pixels

const most = 40; // how far a symbol reaches from its middle
const large = 1.25; // the size of symbols in the atlas: they are drawn a little larger or smaller

// Brush draws marks at one scale, in light or dark colours.
export class Brush {
  private paths = new Map<string, Path2D>(); // of what is drawn again and again
  private atlas = new Map<string, Sprite>();
  private letters = new Map<string, Letters>();
  private palette: Record<string, string>;

  // svg is where the page's style is asked for letters.
  constructor(private svg: SVGElement, private dark: boolean, private crests: Crests, private scale: number) {
    this.palette = dark ? { ...look.palette.light, ...look.palette.dark } : look.palette.light;
  }

  draw(c: Context, marks: readonly Mark[], owner = '') {
    for (const m of marks) {
      switch (m.is) {
        case 'path': this.path(c, new Path2D(m.d), m, owner); break;
        case 'symbol': if (m.from === 'symbols') this.sprite(c, m); else this.symbol(c, m, owner); break;
        case 'text': this.text(c, m); break;
        case 'group': this.group(c, m, owner);
      }
    }
  }

  private group(c: Context, m: Extract<Mark, { is: 'group' }>, owner: string) {
    const fog = of(fogs, m.look);
    if (fog) { for (const p of m.of) if (p.is === 'path') this.fog(c, new Path2D(p.d), fog); return; }
    c.save();
    if (m.at) c.translate(m.at[0], m.at[1]);
    if (m.size) c.scale(m.size, m.size);
    if (m.clip !== undefined) c.clip(new Path2D(m.clip));
    this.draw(c, m.of, m.realm === undefined ? owner : colourOf(this.crests, m.realm));
    c.restore();
  }

  private colour(name: string, owner: string): string {
    if (name === 'owner') return owner;
    if (name !== 'band') return this.palette[name] ?? '#000000';
    return this.dark ? `rgb(${channels(owner).map((n) => Math.round((n * (100 - pale) + 255 * pale) / 100)).join()})` : owner;
  }

  private path(c: Context, p: Path2D, ink: Ink, owner: string) {
    if (ink.opacity) c.globalAlpha = ink.opacity / 100;
    if (ink.fill) { c.fillStyle = this.colour(ink.fill, owner); c.fill(p); }
    if (ink.stroke) {
      c.strokeStyle = this.colour(ink.stroke, owner);
      c.lineWidth = ink.width ?? 1;
      const dash = ink.dash ?? [];
      c.setLineDash(dash);
      c.lineDashOffset = ink.from ?? 0;
      c.lineCap = dash[0]! > 1 ? 'butt' : 'round';
      c.stroke(p);
    }
    c.globalAlpha = 1;
  }

  private shape(c: Context, s: Shape, owner: string) {
    let p = this.paths.get(s.d);
    if (!p) this.paths.set(s.d, p = new Path2D(s.d));
    this.path(c, p, s, owner);
  }

  // symbol draws what has its owner's colour.
  private symbol(c: Context, m: Extract<Mark, { is: 'symbol' }>, owner: string) {
    c.save();
    c.translate(m.x, m.y);
    c.scale(m.size, m.size);
    for (const s of of(look[m.from], m.name) ?? []) this.shape(c, s, owner);
    c.restore();
  }

  // sprite draws a symbol of the ground from the atlas.
  private sprite(c: Context, m: Extract<Mark, { is: 'symbol' }>) {
    let s = this.atlas.get(m.name);
    if (!s) this.atlas.set(m.name, s = this.made(m.name));
    const f = m.size / (large * this.scale);
    c.drawImage(s.image, m.x + s.x * f, m.y + s.y * f, s.image.width * f, s.image.height * f);
  }

  private made(name: string): Sprite {
    const k = large * this.scale, r = Math.ceil(most * k), all = canvas(2 * r, 2 * r), c = all.getContext('2d', { willReadFrequently: true })!;
    c.setTransform(k, 0, 0, k, r, r);
    c.lineJoin = 'round';
    for (const s of of(look.symbols, name) ?? []) this.shape(c, s, '');
    const [x, y, w, h] = inked(c.getImageData(0, 0, 2 * r, 2 * r)), image = canvas(w, h);
    image.getContext('2d')!.drawImage(all, -x, -y);
    return { image, x: x - r, y: y - r };
  }

  private text(c: Context, m: Extract<Mark, { is: 'text' }>) {
    let l = this.letters.get(m.look);
    if (!l) this.letters.set(m.look, l = lettersOf(this.svg, m.look));
    c.font = l.font;
    c.textAlign = 'center';
    c.strokeStyle = l.stroke;
    c.lineWidth = l.width;
    c.setLineDash([]);
    c.globalAlpha = l.strength;
    c.strokeText(m.text, m.x, m.y);
    c.globalAlpha = 1;
    c.fillStyle = l.fill;
    c.fillText(m.text, m.x, m.y);
  }

  private fog(c: Context, p: Path2D, { veil, lines }: (typeof fogs)[string]) {
    c.save();
    c.clip(p);
    const back = c.getTransform().inverse(), { width, height } = c.canvas;
    const [left, top] = [back.e, back.f], right = left + width * back.a, bottom = top + height * back.d;
    c.globalAlpha = veil;
    c.fillStyle = this.palette['fog']!;
    c.fillRect(left, top, right - left, bottom - top);
    c.globalAlpha = lines;
    c.strokeStyle = this.palette['foghatch']!;
    c.lineWidth = 0.5; // of the other half the pattern of the SVG shows nothing
    c.setLineDash([]);
    const step = between * Math.SQRT2, hatch = new Path2D();
    for (let s = Math.floor((left + top) / step); s * step < right + bottom; s++) { // x + y is the same along a line
      hatch.moveTo(s * step - top, top);
      hatch.lineTo(s * step - bottom, bottom);
    }
    c.stroke(hatch);
    c.restore();
  }
}

export function canvas(width: number, height: number): HTMLCanvasElement {
  const out = document.createElement('canvas');
  out.width = width;
  out.height = height;
  return out;
}

// inked is the part of a picture where something is: left, top, width, height.
function inked({ data, width, height }: ImageData): [number, number, number, number] {
  let left = width, top = height, right = 0, bottom = 0;
  for (let y = 0, i = 3; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      if (data[i] === 0) continue;
      left = Math.min(left, x); right = Math.max(right, x + 1); top = Math.min(top, y); bottom = Math.max(bottom, y + 1);
    }
  }
  return right > left ? [left, top, right - left, bottom - top] : [0, 0, 1, 1];
}
