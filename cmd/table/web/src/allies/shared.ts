// What an ally is told: what one sees, without orders, money and passwords. Files of allies are hostile.
import type { Chart, ChartCell, FactArmy, Facts, Opened, Table } from '../data';
import type { Ally } from '../state';

export const sharedSchema = 1;

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

const bounds = { cells: 20000, armies: 5000, terrains: 100, text: 200 };

type Raw = Record<string, unknown>;

const isObject = (v: unknown): v is Raw => typeof v === 'object' && v !== null && !Array.isArray(v);
const whole = (v: unknown, least: number, most: number) => Number.isInteger(v) && (v as number) >= least && (v as number) <= most;
const text = (v: unknown) => typeof v === 'string' && v.length <= bounds.text;
const absent = (v: unknown) => v === undefined;
const list = (v: unknown, most: number): v is unknown[] => Array.isArray(v) && v.length <= most;
const colour = (v: unknown) => typeof v === 'string' && /^#[0-9a-f]{6}$/i.test(v);

// read takes a file an ally sent; what it does not understand is a fault, by code.
export function read(raw: string): Shared | 'json' | 'kind' | 'schema' | 'form' {
  let v: unknown;
  try { v = JSON.parse(raw); } catch { return 'json'; }
  if (!isObject(v) || v.weltentor !== 'ally') return 'kind';
  if (v.schema !== sharedSchema) return 'schema';
  const { chart, armies } = v;
  if (!text(v.rulebook) || !text(v.world) || !text(v.name) || !whole(v.realm, 1, 1e6) || !whole(v.turn, 0, 1e6)) return 'form';
  if (!isObject(chart) || !text(chart.title) || !list(chart.cells, bounds.cells) || !list(chart.terrains, bounds.terrains)) return 'form';
  if (!chart.terrains.every((t) => isObject(t) && text(t.code) && text(t.name) && colour(t.rim) && colour(t.fill))) return 'form';
  const terrains = chart.terrains as Chart['terrains'];
  if (!chart.cells.every((c) => cell(c, terrains.length))) return 'form';
  if (!list(armies, bounds.armies) || !armies.every(army)) return 'form';
  const signs = (s: unknown) => (list(s, bounds.cells) ? s.filter((x) => isObject(x) && text(x.sign) && text(x.name)) : []) as { sign: string; name: string }[];
  return {
    weltentor: 'ally', schema: sharedSchema, rulebook: v.rulebook as string, world: v.world as string, realm: v.realm as number,
    name: v.name as string, turn: v.turn as number, armies: armies as FactArmy[],
    chart: { title: chart.title as string, terrains, cells: chart.cells as ChartCell[], signs: signs(chart.signs), realms: signs(chart.realms) },
  };
}

function cell(c: unknown, terrains: number): boolean {
  const bits = (v: unknown) => absent(v) || whole(v, 0, 63);
  return isObject(c) && whole(c.h, -1e5, 1e5) && whole(c.y, -1e5, 1e5) && text(c.label) && whole(c.t, 0, terrains - 1) &&
    (absent(c.age) || whole(c.age, -1, 1e5)) && (absent(c.owner) || whole(c.owner, 0, 1e6)) &&
    (absent(c.sign) || (text(c.sign) && (c.sign as string).length <= 3)) &&
    (absent(c.own) || typeof c.own === 'boolean') && (absent(c.others) || typeof c.others === 'boolean') &&
    bits(c.rivers) && bits(c.roads) && bits(c.bridges) && bits(c.walls);
}

function army(a: unknown): boolean {
  return isObject(a) && text(a.name) && (absent(a.kind) || text(a.kind)) && (absent(a.at) || text(a.at)) &&
    (absent(a.realm) || whole(a.realm, 0, 1e6)) && (absent(a.men) || whole(a.men, 0, 1e12)) &&
    (absent(a.unknown) || typeof a.unknown === 'boolean') &&
    Object.keys(a).every((k) => ['name', 'kind', 'at', 'realm', 'men', 'unknown'].includes(k));
}

// allyOf puts a file beside one's own chart. Where fields have numbers that all count alike, nothing is shifted.
export function allyOf(s: Shared, own: Chart): Ally {
  const { realm, name, turn, chart, armies } = s;
  const counted = own.cells.some((c) => c.label.includes('/'));
  return { realm, name, turn, chart, armies, shift: counted ? matching(own, chart) : { h: 0, y: 0 } };
}

const enough = 12; // fields that must look alike before a shift is believed

// matching is the one shift under which both charts show the same land wherever both know it: at least
// `enough` fields and no contradiction, and no other shift does so as well. Land never changes.
export function matching(own: Chart, other: Chart): { h: number; y: number } | null {
  const mine = new Map(own.cells.map((c) => [`${c.h},${c.y}`, own.terrains[c.t]?.code]));
  const byCode = new Map<string, ChartCell[]>();
  for (const c of own.cells) {
    const code = own.terrains[c.t]?.code ?? '';
    byCode.set(code, [...(byCode.get(code) ?? []), c]);
  }
  const first = other.cells.map((c) => ({ c, code: other.terrains[c.t]?.code ?? '' }));
  const tried = new Set<string>();
  let best: { h: number; y: number } | null = null, count = 0, twice = false;
  // a shift maps some field of the other chart onto one of the own: rare land first, so that few are tried
  const rare = [...first].sort((a, b) => (byCode.get(a.code)?.length ?? 0) - (byCode.get(b.code)?.length ?? 0));
  for (const { c, code } of rare.slice(0, 40)) {
    for (const at of (byCode.get(code) ?? []).slice(0, 400)) {
      const h = at.h - c.h, y = at.y - c.y, key = `${h},${y}`;
      if ((h + y) % 2 !== 0 || tried.has(key)) continue;
      tried.add(key);
      let same = 0, contradicts = false;
      for (const o of first) {
        const here = mine.get(`${o.c.h + h},${o.c.y + y}`);
        if (here === undefined) continue;
        if (here !== o.code) { contradicts = true; break; }
        same++;
      }
      if (contradicts || same < enough) continue;
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
