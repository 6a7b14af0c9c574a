// What the turns on the table say over time.
import type { Facts, FactArmy } from '../data';

export interface Year { turn: number; title: string; fields: number; income: number; outlay: number; treasury: number; men?: number | undefined }

const all = (list: readonly FactArmy[]) => list.reduce<number | undefined>((n, a) => { const s = strength(a); return s === undefined ? n : (n ?? 0) + s; }, undefined);
const strength = (a: FactArmy): number | undefined => a.men ?? all(a.parts ?? []);

// menOf are the men of the own armies; undefined: none have men.
export const menOf = (f: Facts) => all(f.armies.filter((a) => a.realm === f.realm.number && !a.unknown));

// yearOf is a turn in five numbers.
export function yearOf(f: Facts): Year {
  const sum = (kind: string) => f.money.filter((m) => m.kind === kind).reduce((n, m) => n + m.amount, 0);
  return {
    turn: f.turn, title: f.title,
    fields: f.fields.filter((x) => x.own).length,
    income: sum('income'), outlay: Math.abs(sum('outlay')),
    treasury: f.money.find((m) => m.kind === 'treasury')?.amount ?? 0,
    men: menOf(f),
  };
}

export interface Hit { turn: number; week: number; text: string; kind: 'event' | 'letter' | 'refused' }

// search finds words in all events, letters and refused orders, the newest turn first. All words must occur.
export function search(all: Facts[], words: string, most: number): { hits: Hit[]; more: number } {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => {
    const low = text.toLocaleLowerCase();
    return wanted.every((w) => low.includes(w));
  };
  const hits: Hit[] = [];
  let more = 0;
  const add = (h: Hit) => {
    if (!fits(h.text)) return;
    if (hits.length < most) hits.push(h); else more++;
  };
  if (wanted.length === 0) return { hits, more };
  for (const f of [...all].sort((a, b) => b.turn - a.turn)) {
    for (const r of f.refused) add({ turn: f.turn, week: -1, text: r.text, kind: 'refused' });
    for (const w of f.weeks) for (const e of w.events) add({ turn: f.turn, week: w.week, text: e.text, kind: 'event' });
    for (const l of f.letters) add({ turn: f.turn, week: -1, text: `${l.name ?? ''} ${l.text}`.trim(), kind: 'letter' });
  }
  return { hits, more };
}
