// All that is known of a field, and the turn it is from.
import type { FactArmy, FactField, FactSighting, Facts, Said } from '../data';

export interface AtWeek { week: number; title?: string; sightings: FactSighting[]; events: Said[] }
export interface AtTurn {
  facts: Facts; turn: number; title: string; field?: FactField; armies: FactArmy[]; weeks: AtWeek[]; said: Said[];
}

// numbered are the arguments of a sentence that are places where fields have plain numbers; where one comes from is one
// only beside another: realms pay from and to, too.
function numbered(s: Said): string[] {
  const args = s.args ?? {}, out = ['province', 'area', 'sea', 'home'].filter((k) => args[k] !== undefined);
  if (out.length > 0 && args['from'] !== undefined) out.push('from');
  return out.map((k) => String(args[k]));
}

// placesOf are the fields that a sentence names, among those that are on the board: arguments that are labels.
export function placesOf(s: Said, has: (label: string) => boolean): string[] {
  const words = Object.values(s.args ?? {}).flatMap((v) => (typeof v === 'string' ? v.split(/[\s,;]+/) : []));
  const out = words.filter((w) => w.includes('/') && has(w));
  for (const n of numbered(s)) if (!n.includes('/') && has(n)) out.push(n);
  return [...new Set(out)];
}

// naming tells whether a sentence names a field.
const naming = (s: Said, label: string) => placesOf(s, (l) => l === label).length > 0;

// known collects what reports of several turns tell of a field, the newest first; turns that tell nothing are left out.
export function known(label: string, reports: readonly Facts[]): AtTurn[] {
  return [...reports].sort((a, b) => b.turn - a.turn).map((f) => {
    const weeks = f.weeks.map((w) => ({
      week: w.week, title: w.title, sightings: (w.sightings ?? []).filter((s) => s.at === label),
      events: w.events.filter((e) => naming(e, label)),
    })).filter((w) => w.sightings.length > 0 || w.events.length > 0);
    return {
      facts: f, turn: f.turn, title: f.title, field: f.fields.find((x) => x.at === label),
      armies: f.armies.filter((a) => a.at === label), weeks,
      said: [...f.refused.filter((r) => naming(r, label)), ...(f.parts ?? []).flatMap((p) => p.said)
        .filter((s) => naming(s, label))],
    };
  }).filter((t) => t.field || t.armies.length || t.weeks.length || t.said.length);
}

const mostWeeks = 60;

// weeksOf is the number of weeks that a turn has; 1: its game has none.
export function weeksOf(f: Facts): number {
  return f.weeks.length > 2 ? Math.min(mostWeeks, Math.max(1, ...f.weeks.map((w) => w.week - 1))) : 1;
}
