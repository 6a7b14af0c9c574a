// Trails of others' armies: where those that show whose they are and their name were seen, in all reports.
import type { FactArmy, Facts } from '../data';

export interface Trail {
  army: FactArmy; // as it was seen last
  at: string[]; // where in the last reports, the oldest first; before them only where it was last
  turn: number; // of the report that saw it last
}

const most = 12; // places of a trail
const recent = 2; // reports of which all places are told: trails of more lie in a tangle

// trailsOf follows the armies of other realms. Those that a report says were destroyed are left out.
export function trailsOf(reports: readonly Facts[], has: (label: string) => boolean): Trail[] {
  const out = new Map<string, Trail>();
  for (const [i, f] of [...reports].sort((a, b) => a.turn - b.turn).entries()) {
    const saw = (a: FactArmy, at: string | undefined) => {
      if (!a.id || a.unknown || a.realm === f.realm.number || !at || !has(at)) return;
      const was = out.get(a.id), places = i < reports.length - recent ? [] : was?.at ?? [];
      out.set(a.id, { army: a, turn: f.turn, at: places.at(-1) === at ? places : [...places, at].slice(-most) });
    };
    for (const w of f.weeks) for (const s of w.sightings ?? []) for (const a of s.armies ?? []) saw(a, s.at);
    for (const a of f.armies) saw(a, a.at);
    const now = new Set(f.armies.map((a) => a.id));
    for (const b of f.battles ?? []) for (const s of b.sides) for (const a of s.armies) if (a.id && a.fate === 'destroyed' && !now.has(a.id)) out.delete(a.id);
  }
  return [...out.values()];
}
