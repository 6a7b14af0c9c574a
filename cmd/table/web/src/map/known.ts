// All that is known of a field, and the turn it is from.
import type { FactArmy, FactField, FactSighting, Facts, Said } from '../data';

export interface AtWeek { week: number; title?: string; sightings: FactSighting[]; events: Said[] }
export interface AtTurn {
  turn: number; title: string; field?: FactField; armies: FactArmy[]; weeks: AtWeek[]; said: Said[];
}

// names of arguments that are places where fields are numbers
const places = /^(at|from|to|where|here|there|place|field|province|area|goal|target|home|start|end|hex)s?\d*$/;

// naming tells whether a sentence names a field: by an argument that is its label or, where fields have plain numbers, by
// one that is a place by its name.
export function naming(s: Said, label: string): boolean {
  const number = /^\d+$/.test(label);
  for (const [name, v] of Object.entries(s.args ?? {})) {
    if (!number && typeof v === 'string' && (v === label || v.split(/[\s,;]+/).includes(label))) return true;
    if (number && places.test(name) && String(v) === label) return true;
  }
  return false;
}

// placesOf are the fields that a sentence names, among those that are on the board.
export function placesOf(s: Said, has: (label: string) => boolean): string[] {
  const out: string[] = [];
  for (const [name, v] of Object.entries(s.args ?? {})) {
    const said = String(v);
    for (const word of said.split(/[\s,;]+/)) {
      if ((word.includes('/') || places.test(name)) && has(word) && !out.includes(word)) out.push(word);
    }
  }
  return out;
}

// known collects what reports of several turns tell of a field, the newest first; turns that tell nothing are left out.
export function known(label: string, reports: readonly Facts[]): AtTurn[] {
  return [...reports].sort((a, b) => b.turn - a.turn).map((f) => {
    const weeks = f.weeks.map((w) => ({
      week: w.week, title: w.title, sightings: (w.sightings ?? []).filter((s) => s.at === label),
      events: w.events.filter((e) => naming(e, label)),
    })).filter((w) => w.sightings.length > 0 || w.events.length > 0);
    return {
      turn: f.turn, title: f.title, field: f.fields.find((x) => x.at === label),
      armies: f.armies.filter((a) => a.at === label), weeks,
      said: [...f.refused.filter((r) => naming(r, label)), ...(f.parts ?? []).flatMap((p) => p.said)
        .filter((s) => naming(s, label))],
    };
  }).filter((t) => t.field || t.armies.length || t.weeks.length || t.said.length);
}
