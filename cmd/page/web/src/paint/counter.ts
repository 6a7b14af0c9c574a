// Counters and crests: the shape is the class, the glyph the arm, pips the weight, the colour the owner.
import { group, look, of, path, shapes, text } from './marks';
import type { Mark } from './marks';

export interface Counter {
  realm?: number; arm?: string; weight?: number; men?: number; own?: boolean;
  number?: number; // the owner's, on a small disc
  badge?: string; // "!": it has no order; a letter: the order that it has
  id?: string; busy?: boolean;
  ghost?: boolean; // it is only ordered to be there
}

// short is a number as a counter shows it.
export const short = (n: number) => (n >= 10_000 ? `${Math.round(n / 1000)}k` : n >= 1000 ? `${(n / 1000).toFixed(1).replace('.0', '')}k` : String(n));

const disc = (r: number) => `M${-r} 0A${r} ${r} 0 1 0 ${r} 0A${r} ${r} 0 1 0 ${-r} 0Z`;

const armOf = (c: Counter) => (of(look.arms, c.arm) ? c.arm! : 'unknown');

// shapeOf is the shape of a counter, its class.
export const shapeOf = (c: Counter) => of(look.shapes, armOf(c)) ?? 'land';

// pileOf is a counter on top of others, and how many they are.
export function pileOf(c: Counter, n: number, x: number, y: number, size: number): Mark {
  const body = look.counters[shapeOf(c)]!, below = [2, 1].map((i) => group([path(body, { fill: 'owner', stroke: 'wall', width: 2 })], { at: [x + i * 3 * size, y - i * 3 * size], size, realm: c.realm ?? 0,
    look: c.realm === undefined ? 'counter unknown' : 'counter', opacity: c.ghost ? 62 : undefined }));
  return group([...below, counterOf(c, x, y, size), group([path(disc(8), { fill: 'battlement', stroke: 'dark', width: 1 }), text('t-disc', 0, 3.2, `+${n}`)], { at: [x + 9 * size, y + 19 * size] })], { id: c.id });
}

// counterOf is a counter around a place, about 30 wide.
export function counterOf(c: Counter, x = 0, y = 0, size = 1): Mark {
  const arm = armOf(c), body = look.counters[shapeOf(c)]!;
  const pips = arm === 'mixed' || !c.weight ? 0 : Math.min(3, c.weight);
  const marks: Mark[] = [
    group([path(body, { fill: 'shadow', opacity: 32 })], { at: [1.2, 2] }),
    path(body, { fill: 'owner', stroke: 'wall', width: 2.4 }),
    path(body, { fill: 'owner' }),
    group(shapes(look.arms[arm]!), { at: [0, arm === 'mixed' ? -2.5 : pips ? -2.2 : -0.4] }),
  ];
  for (let i = 0; i < pips; i++) marks.push(group([path(disc(1.5), { fill: 'white' })], { at: [(i - (pips - 1) / 2) * 4.4, 8.4] }));
  if (c.number) marks.push(group([path(disc(6.4), { fill: 'battlement', stroke: 'owner', width: 1.4 }), text('t-disc', 0, 3, String(c.number))], { at: [11, -12.5] }));
  if (c.badge) {
    marks.push(group([path(disc(6.6), c.badge === '!' ? { fill: 'gold', stroke: 'dark', width: 1.2 } : { fill: 'dark', stroke: 'battlement', width: 1.2 }),
      ...(c.badge === '!' ? [] : [text('t-badge', 0, 3.1, c.badge)])], { at: [-11.5, -12.5] }));
  }
  if (c.men) marks.push(text('t-men', 0, 25, short(c.men)));
  return group(marks, { at: [x, y], size, realm: c.realm ?? 0, look: c.realm === undefined ? 'counter unknown' : 'counter', id: c.id, opacity: c.ghost ? 62 : undefined });
}

const shield = 'M-13 -15H13V2C13 10 6 15 0 18C-6 15 -13 10 -13 2Z';

// crestOf is a realm's shield.
export const crestOf = (charge: string | undefined): Mark[] => [path(shield, { fill: 'owner', stroke: 'wall', width: 2 }),
  ...shapes(of(look.charges, charge) ?? look.charges['sun']!)];
