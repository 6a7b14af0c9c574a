// What an ally is told: what one sees, without orders, money and passwords. Files of allies are hostile.
import type { Chart, ChartCell, FactArmy, Facts, Opened, Table } from '../data';
import { shape, text, whole, Wrong, type Guard } from '../inout/guard';
import { armies, chart, isAlly } from '../inout/shapes';
import type { Ally } from '../state';

const sharedSchema = 1;

export interface Shared {
  weltentor: 'ally'; schema: number; rulebook: string; world: string; realm: number; name: string; turn: number;
  chart: Chart; armies: FactArmy[];
}

// share is what goes into the file. Of armies it has place, strength and name, and no word of what they do.
export function share(table: Table, opened: Opened, own: boolean): Shared {
  const f = table.facts;
  const mine = (a: FactArmy) => a.realm === f.realm.number && !a.unknown;
  const armies = [...f.armies, ...lastSeen(f)].filter((a) => own || !mine(a));
  const chart = opened.chart ?? { title: '', terrains: [], cells: [] };
  return {
    weltentor: 'ally', schema: sharedSchema, rulebook: table.rulebook, world: table.world, realm: table.realm,
    name: f.realm.name, turn: f.turn, chart: own ? chart : { ...chart, cells: chart.cells.map(({ own: _, ...c }) => c) },
    armies: distinct(armies.map(({ realm, name, kind, unknown, at, men }) => ({ realm, name, kind, unknown, at, men }))),
  };
}

// lastSeen are others' armies as they were sighted in the last week in which anything was.
function lastSeen(f: Facts): FactArmy[] {
  const seen = f.weeks.filter((w) => (w.sightings ?? []).length > 0).at(-1)?.sightings ?? [];
  return seen.flatMap((s) => (s.armies ?? []).map((a) => ({ ...a, at: a.at ?? s.at })));
}

function distinct(armies: FactArmy[]): FactArmy[] {
  const known = new Set<string>();
  return armies.filter((a) => {
    const key = JSON.stringify([a.realm, a.name, a.kind, a.at, a.men]);
    return !known.has(key) && known.add(key);
  });
}

const shared: Guard<Omit<Shared, 'weltentor'>> = shape<Omit<Shared, 'weltentor'>>({
  schema: whole(sharedSchema, sharedSchema), rulebook: text(200), world: text(200), realm: whole(1, 9999), name: text(200),
  turn: whole(0, 1_000_000), chart, armies,
});

// read takes a file an ally sent; what it does not understand is a fault, by code.
export function read(raw: string): Shared | 'json' | 'kind' | 'schema' | 'form' {
  let v: unknown;
  try { v = JSON.parse(raw); } catch { return 'json'; }
  if (!isAlly(v)) return 'kind';
  if ((v as { schema?: unknown }).schema !== sharedSchema) return 'schema';
  try {
    const s = shared(v, '');
    return s.chart.cells.every((c) => c.t < s.chart.terrains.length) ? { weltentor: 'ally', ...s } : 'form';
  } catch (e) {
    if (e instanceof Wrong) return 'form';
    throw e;
  }
}

// allyOf puts a file beside one's own chart. Where fields have numbers that all count alike, nothing is shifted.
export function allyOf(s: Shared, own: Chart): Ally {
  const { realm, name, turn, chart, armies } = s;
  const counted = own.cells.some((c) => c.label.includes('/'));
  return { realm, name, turn, chart, armies, shift: counted ? matching(own, chart) : { h: 0, y: 0 } };
}

const enough = 12; // fields that must look alike before a shift is believed
const tested = 2_000; // fields that a shift is tested with before all are
const patience = 300; // milliseconds: whoever waits cannot do anything else meanwhile

// matching is the one shift under which both charts show the same land wherever both know it: at least
// `enough` fields and no contradiction, and no other shift does so as well. Land never changes. If it takes too
// long to find, there is none, and the player says where it lies.
export function matching(own: Chart, other: Chart, waits = patience): { h: number; y: number } | null {
  const end = performance.now() + waits;
  const mine = new Map(own.cells.map((c) => [`${c.h},${c.y}`, own.terrains[c.t]?.code]));
  const byCode = new Map<string, ChartCell[]>();
  for (const c of own.cells) {
    const code = own.terrains[c.t]?.code ?? '';
    const there = byCode.get(code);
    if (there) there.push(c); else byCode.set(code, [c]);
  }
  const first = other.cells.map((c) => ({ c, code: other.terrains[c.t]?.code ?? '' }));
  const every = Math.ceil(first.length / tested);
  const some = every > 1 ? first.filter((_, i) => i % every === 0) : [];
  const tried = new Set<string>();
  // alike counts the fields that are alike under a shift; -1: some contradict it
  const alike = (of: typeof first, h: number, y: number) => {
    let same = 0;
    for (const o of of) {
      const here = mine.get(`${o.c.h + h},${o.c.y + y}`);
      if (here === undefined) continue;
      if (here !== o.code) return -1;
      same++;
    }
    return same;
  };
  let best: { h: number; y: number } | null = null, count = 0, twice = false;
  // a shift maps some field of the other chart onto one of the own: rare land first, so that few are tried
  const rare = [...first].sort((a, b) => (byCode.get(a.code)?.length ?? 0) - (byCode.get(b.code)?.length ?? 0));
  for (const { c, code } of rare.slice(0, 40)) {
    for (const at of (byCode.get(code) ?? []).slice(0, 400)) {
      const h = at.h - c.h, y = at.y - c.y, key = `${h},${y}`;
      if ((h + y) % 2 !== 0 || tried.has(key)) continue;
      tried.add(key);
      if (performance.now() > end) return null;
      const same = alike(some, h, y) < 0 ? -1 : alike(first, h, y);
      if (same < enough) continue;
      if (same > count) { best = { h, y }; count = same; twice = false; } else if (same === count) twice = true;
    }
  }
  return twice ? null : best;
}

// shiftTo is the shift under which the field an ally calls 0/0 is the one of a label on the own chart.
export function shiftTo(own: Chart, label: string): { h: number; y: number } | null {
  const at = own.cells.find((c) => c.label.replace(/\s/g, '') === label.replace(/\s/g, ''));
  return at ? { h: at.h, y: at.y } : null;
}
