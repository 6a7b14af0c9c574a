// Layers of the map: what is laid on fields.
import type { Facts } from '../data';
import type { Ally, Note } from '../state';
import { markColours } from './colours';
import type { Board } from './geometry';
import type { Mark, Stand } from './paint';
import type { Threat } from './reach';

// stands counts the armies on each field, of the reader and of others, also those that allies tell of.
export function stands(facts: Facts, board: Board, allies: readonly Ally[] = []): Map<string, Stand> {
  const out = new Map<string, Stand>();
  const at = (label: string) => {
    let s = out.get(label);
    if (!s) out.set(label, (s = { own: 0, others: 0, unknown: 0 }));
    return s;
  };
  for (const a of facts.armies) {
    if (!a.at) continue;
    const s = at(a.at);
    if (a.unknown) s.unknown++; else if (a.realm === facts.realm.number) s.own++; else s.others++;
  }
  for (const ally of allies) {
    for (const a of ally.armies) {
      const here = a.at && ally.shift ? told(board, ally, a.at) : undefined;
      if (here && !out.has(here)) at(here).others++;
    }
  }
  for (const c of board.cells) {
    if (!c.own && !c.others) continue;
    const s = at(c.label);
    if (c.own && !s.own) s.own = 1;
    if (c.others && !s.others && !s.unknown) s.others = 1;
  }
  return out;
}

// told is what the reader calls a field that an ally calls by its own count.
function told(board: Board, ally: Ally, at: string): string | undefined {
  const c = ally.chart.cells.find((x) => x.label === at);
  return c && board.at(c.h + ally.shift!.h, c.y + ally.shift!.y)?.label;
}

// valuesOf are the numbers that fields have in the report, by name, the most frequent first.
export function valuesOf(facts: Facts): string[] {
  const count = new Map<string, number>();
  for (const f of facts.fields) for (const k of Object.keys(f.values ?? {})) count.set(k, (count.get(k) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1]).map(([k]) => k);
}

// shades go from pale to dark in one hue; the number itself is written beside.
const shades = ['#fff7bc', '#fee391', '#fec44f', '#fe9929', '#cc4c02'];

// shadesOf are their limits: each shade has about as many fields as the others.
export function shadesOf(numbers: readonly number[]): { colour: string; from: number; to: number }[] {
  const all = [...new Set(numbers)].sort((a, b) => a - b);
  const n = Math.min(shades.length, all.length), out: { colour: string; from: number; to: number }[] = [];
  for (let i = 0; i < n; i++) {
    const from = all[Math.floor((i * all.length) / n)]!, to = all[Math.floor(((i + 1) * all.length) / n) - 1]!;
    out.push({ colour: shades[n === 1 ? 2 : Math.round((i * (shades.length - 1)) / (n - 1))]!, from, to });
  }
  return out;
}

export function worth(facts: Facts, value: string): { marks: Map<string, Mark>; shades: ReturnType<typeof shadesOf> } {
  const rows = facts.fields.filter((f) => f.values?.[value] !== undefined);
  const list = shadesOf(rows.map((f) => f.values![value]!));
  const marks = new Map<string, Mark>();
  for (const f of rows) {
    const n = f.values![value]!;
    marks.set(f.at, { tint: list.find((s) => n <= s.to)?.colour, alpha: 0.85, text: short(n) });
  }
  return { marks, shades: list };
}

// short writes a number with at most four characters.
export function short(n: number): string {
  if (Math.abs(n) < 10000) return String(n);
  return Math.abs(n) < 1e6 ? Math.trunc(n / 1000) + 'k' : Math.trunc(n / 1e6) + 'M';
}

const alarms = ['#8b0000', '#c62828', '#e65c2e', '#f29b5c', '#f7c99b'];

export const alarm = (week: number, until: number) =>
  alarms[Math.min(alarms.length - 1, Math.floor((week * alarms.length) / (until + 1)))]!;

// danger tints fields by the week in which a seen army can be there first, and writes it down.
export function danger(threats: Map<string, Threat>, until: number): Map<string, Mark> {
  const out = new Map<string, Mark>();
  for (const [label, t] of threats) {
    out.set(label, { tint: alarm(t.week, until), alpha: 0.78, corner: String(t.week) });
  }
  return out;
}

// noted puts one's own marks on fields, above what another layer puts there.
export function noted(marks: Map<string, Mark> | undefined, notes: readonly Note[]): Map<string, Mark> | undefined {
  if (notes.length === 0) return marks;
  const out = new Map(marks);
  for (const n of notes) {
    const m = Object.hasOwn(markColours, n.mark ?? '') ? markColours[n.mark!] : undefined;
    const was = out.get(n.at);
    out.set(n.at, { ...was, ring: m?.colour ?? '#000', note: { text: m?.sign ?? '✎', colour: m?.colour ?? '#000' } });
  }
  return out;
}
