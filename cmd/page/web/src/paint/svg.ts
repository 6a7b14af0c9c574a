// Marks as SVG nodes, and the palette as custom properties of the page.
import type { Crest } from '../data';
import { corner, half, rise } from './hex';
import { between, fogs, look, pale } from './marks';
import type { Ink, Mark } from './marks';
import { round } from './region';

const space = 'http://www.w3.org/2000/svg';

export type Crests = Record<number, Crest> | undefined;

export function node<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const el = document.createElementNS(space, tag);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, String(v));
  return el;
}

const colour = /^#[0-9a-f]{6}$/i;

// colourOf is a realm's colour; nobody's and unknown ones are grey.
export const colourOf = (crests: Crests, realm: number | undefined): string => {
  const c = realm ? crests?.[realm]?.colour : undefined;
  return c && colour.test(c) ? c : look.palette.light['unowned']!;
};

// paletteSheet is the palette as custom properties: --m-NAME, and of what is a realm's the colour of its border: --band.
export function paletteSheet(): CSSStyleSheet {
  const { light, dark } = look.palette, sheet = new CSSStyleSheet();
  const band = `.realm{--band:light-dark(var(--c),color-mix(in srgb,var(--c),#fff ${pale}%))}`;
  sheet.replaceSync(`${band}:root{${Object.keys(light).map((k) => `--m-${k}:light-dark(${light[k]},${dark[k] ?? light[k]})`).join(';')}}`);
  return sheet;
}

// inkOf are the attributes for a shape's colours.
export function inkOf(ink: Ink): Record<string, string> {
  const name = (c: string) => (c === 'owner' ? 'var(--c)' : c === 'band' ? 'var(--band)' : `var(--m-${c})`);
  const out: Record<string, string> = {};
  if (ink.fill) out['fill'] = name(ink.fill);
  if (ink.stroke) out['stroke'] = name(ink.stroke);
  if (ink.width) out['stroke-width'] = String(ink.width);
  if (ink.dash && ink.dash.length > 0) { out['stroke-dasharray'] = ink.dash.join(' '); if (ink.dash[0]! > 1) out['stroke-linecap'] = 'butt'; }
  if (ink.from) out['stroke-dashoffset'] = String(round(ink.from));
  if (ink.opacity) out['opacity'] = String(ink.opacity / 100);
  return out;
}

let clips = 0;

// svg makes nodes of marks.
export function svg(marks: readonly Mark[], crests: Crests): DocumentFragment {
  const out = document.createDocumentFragment();
  for (const m of marks) {
    switch (m.is) {
      case 'path': out.append(node('path', { d: m.d, ...inkOf(m) })); break;
      case 'symbol':
        out.append(node('use', { href: `#${m.from}-${m.name}`, transform: `translate(${round(m.x)} ${round(m.y)})${m.size === 1 ? '' : ` scale(${Math.round(m.size * 100) / 100})`}` }));
        break;
      case 'text': {
        const t = node('text', { class: m.look, x: round(m.x), y: round(m.y) });
        t.textContent = m.text;
        out.append(t);
        break;
      }
      case 'group': out.append(grouped(m, crests));
    }
  }
  return out;
}

function grouped(m: Extract<Mark, { is: 'group' }>, crests: Crests): Node {
  const g = node('g');
  if (m.look) g.setAttribute('class', m.look);
  if (m.realm !== undefined) g.style.setProperty('--c', colourOf(crests, m.realm));
  if (m.opacity) g.setAttribute('opacity', String(m.opacity / 100));
  if (m.at || m.size) {
    g.setAttribute('transform', `translate(${round(m.at?.[0] ?? 0)} ${round(m.at?.[1] ?? 0)})${m.size ? ` scale(${m.size})` : ''}`);
  }
  if (m.id !== undefined) g.dataset['id'] = m.id;
  if (m.clip !== undefined) {
    const id = `clip${++clips}`, clip = node('clipPath', { id });
    clip.append(node('path', { d: m.clip }));
    g.setAttribute('clip-path', `url(#${id})`);
    g.append(clip);
  }
  g.append(svg(m.of, crests));
  return g;
}

// definitions are the symbols, which the map uses by their names, and the hatching of fog.
export function definitions(): SVGDefsElement {
  const defs = node('defs');
  for (const from of ['symbols', 'buildings', 'states'] as const) {
    for (const [name, list] of Object.entries(look[from])) {
      const g = node('g', { id: `${from}-${name}` });
      for (const s of list) g.append(node('path', { d: s.d, ...inkOf(s) }));
      defs.append(g);
    }
  }
  for (const [id, { veil, lines }] of Object.entries(fogs)) {
    const p = node('pattern', { id, width: between, height: between, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' });
    p.append(node('rect', { width: between, height: between, fill: 'var(--m-fog)', opacity: veil }),
      node('path', { d: `M0 0V${between}`, stroke: 'var(--m-foghatch)', 'stroke-width': 1, opacity: lines }));
    defs.append(p);
  }
  const paper = node('pattern', { id: 'paper', width: 2 * half, height: 2 * rise, patternUnits: 'userSpaceOnUse', patternTransform: `translate(${-half} ${-corner})` });
  paper.append(node('path', { class: 'paper', d: `M${half} 0L${2 * half} ${corner / 2}V${corner * 1.5}L${half} ${2 * corner}V${2 * rise}M${half} ${2 * corner}L0 ${corner * 1.5}V${corner / 2}L${half} 0` }));
  defs.append(paper);
  return defs;
}
