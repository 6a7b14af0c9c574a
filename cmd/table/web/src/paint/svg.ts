// Marks as SVG nodes.
import type { Crest } from '../data';
import type { Mark } from './marks';
import { round } from './region';
import { signs } from './signs';

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
  return c && colour.test(c) ? c : '#5A5F5C';
};

let clips = 0;

// svg makes nodes of marks.
export function svg(marks: readonly Mark[], crests: Crests): DocumentFragment {
  const out = document.createDocumentFragment();
  for (const m of marks) {
    switch (m.is) {
      case 'path': {
        const p = node('path', { class: m.look, d: m.d });
        if (m.at) p.setAttribute('transform', `translate(${round(m.at[0])} ${round(m.at[1])})`);
        out.append(p);
        break;
      }
      case 'sign':
        out.append(node('use', { href: `#s-${m.sign}`, transform: `translate(${round(m.x)} ${round(m.y)})${m.size === 1 ? '' : ` scale(${Math.round(m.size * 100) / 100})`}` }));
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
  if (m.at || m.size) {
    g.setAttribute('transform', `translate(${round(m.at?.[0] ?? 0)} ${round(m.at?.[1] ?? 0)})${m.size ? ` scale(${m.size})` : ''}`);
  }
  if (m.id) g.dataset.id = m.id;
  if (m.clip !== undefined) {
    const id = `clip${++clips}`, clip = node('clipPath', { id });
    clip.append(node('path', { d: m.clip }));
    g.setAttribute('clip-path', `url(#${id})`);
    g.append(clip);
  }
  g.append(svg(m.of, crests));
  return g;
}

// definitions are the signs, which the map uses by their names, and the patterns of fog and paper.
export function definitions(): SVGDefsElement {
  const defs = node('defs');
  for (const [name, of] of Object.entries(signs)) {
    const g = node('g', { id: `s-${name}` });
    for (const [look, d] of of) g.append(node('path', { class: look, d }));
    defs.append(g);
  }
  return defs;
}
