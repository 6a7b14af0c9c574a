// Where a seen army can be by which week at the earliest. It asks what a step costs at least, where the map tells that, and
// knows of no ships, spells, fights, walls or closed borders that would stop or carry anybody.
import type { FactArmy, Facts } from '../data';
import { distance, steps, stride, type Board, type Cell } from './geometry';
import type { Going } from './numbers';

// weeksOf is how many weeks a turn of the game has: 1 where it has none. Beside the weeks there is an entry before the first
// and one after the last.
export function weeksOf(f: Facts): number {
  return f.weeks.length > 2 ? Math.min(mostWeeks, Math.max(1, ...f.weeks.map((w) => w.week - 1))) : 1;
}

// What comes from outside is bounded: no report asks for more.
const mostWeeks = 60, mostArmies = 400, mostPoints = 1000;

export interface Seen { army: FactArmy; at: string; week: number } // week: of the turn told; the last: at its end

// seenArmies are others' armies where they were seen last, in the newest turn.
export function seenArmies(f: Facts, weeks = weeksOf(f)): Seen[] {
  const foreign = (a: FactArmy) => !!a.unknown || a.realm !== f.realm.number;
  const out: Seen[] = [], listed = new Set<string>();
  for (const a of f.armies) {
    if (!foreign(a) || !a.at) continue;
    listed.add(`${a.realm ?? 0}:${a.name}:${a.at}`);
    out.push({ army: a, at: a.at, week: a.values?.['week'] ?? weeks });
  }
  if (out.length > 0) return out;
  // a game that lists only the reader's: what the last sightings showed
  for (const w of [...f.weeks].reverse()) {
    for (const s of w.sightings ?? []) {
      for (const a of s.armies ?? []) {
        const key = `${a.realm ?? 0}:${a.name || a.kind + s.at}`;
        if (!foreign(a) || listed.has(key)) continue;
        listed.add(key);
        out.push({ army: a, at: s.at, week: w.week });
      }
    }
  }
  return out;
}

// pointsOf is what an army has for a turn, at most.
export function pointsOf(a: FactArmy, g: Going): number {
  for (const k of ['movement', 'moves', 'move', 'speed', 'steps']) {
    const v = a.values?.[k];
    if (v !== undefined && v > 0) return v;
  }
  const kinds = [a.kind, a.name, ...(a.parts ?? []).map((p) => p.kind ?? p.name)].filter((k): k is string => !!k);
  let most = 0;
  for (const [id, far] of g.of) {
    if (id && kinds.some((k) => k === id || k.startsWith(id + ' ') || k.startsWith(id + '.'))) most = Math.max(most, far);
  }
  return most || (a.kind && !a.unknown ? g.others : g.fastest);
}

export interface Threat { week: number; seen: Seen } // week: the first of the coming turns in which it can be there

// threats says for each field when an army seen can be there first: in weeks of the coming turn where the game has weeks,
// else in turns, up to `until`.
export function threats(board: Board, seen: readonly Seen[], g: Going, weeks: number, until: number): Map<string, Threat> {
  const out = new Map<string, Threat>(), done = new Set<string>();
  for (const s of seen) {
    const from = board.by(s.at), points = Math.min(mostPoints, pointsOf(s.army, g)), key = `${s.at} ${s.week} ${points}`;
    if (!from || done.has(key) || done.size >= mostArmies) continue;
    done.add(key);
    const idle = weeks > 1 ? Math.max(0, weeks - s.week) : 0;
    // by each week at most so many steps, and so many points
    const most = weeks > 1 ? { steps: (w: number) => idle + w, points: (w: number) => (idle > 0 ? points : 0) + (w > 0 ? points : 0) } :
      { steps: (w: number) => points * w, points: (w: number) => points * w };
    const limit = most.points(until);
    for (const [cell, cost] of spread(board, from, g, limit, most.steps(until))) {
      const far = distance(from, cell);
      let w = 0;
      while (w < until && (most.steps(w) < far || most.points(w) < cost)) w++;
      if (most.steps(w) < far || most.points(w) < cost) continue;
      const was = out.get(cell.label);
      if (!was || w < was.week) out.set(cell.label, { week: w, seen: s });
    }
  }
  return out;
}

// spread lists the fields within so many points that are so near, with the least that it costs to come there; known: over
// known fields only.
function* spread(board: Board, from: Cell, g: Going, limit: number, far: number, known = false): Generator<[Cell, number]> {
  const best = new Map<string, number>([[from.h + ',' + from.y, 0]]);
  const queue: [h: number, y: number][][] = [[[from.h, from.y]]];
  for (let cost = 0; cost < queue.length; cost++) {
    for (const [h, y] of queue[cost] ?? []) {
      if (best.get(h + ',' + y) !== cost) continue;
      const here = board.at(h, y);
      if (here) yield [here, cost];
      for (let d = 0; d < 6; d++) {
        const th = h + steps[d]![0], ty = y + steps[d]![1], to = board.at(th, ty);
        if ((!to && (known || beyond(board, th, ty))) || stride(th - from.h, ty - from.y) > far) continue;
        const next = cost + stepCost(board, here, to, d, g), key = th + ',' + ty;
        if (next > limit || (best.get(key) ?? Infinity) <= next) continue;
        best.set(key, next);
        (queue[next] ??= []).push([th, ty]);
      }
    }
  }
}

// beyond tells what lies so far outside the map that no way needs to lead there.
const beyond = (b: Board, h: number, y: number) => h < b.west - 4 || h > b.east + 4 || y < b.south - 2 || y > b.north + 2;

// stepCost is the least that a step can cost, as far as the map tells.
function stepCost(board: Board, from: Cell | undefined, to: Cell | undefined, d: number, g: Going): number {
  const ground = to && g.costs.get(board.chart.terrains[to.t]?.code ?? '');
  if (!ground) return g.least;
  if (g.road === null) return ground;
  const sure = from && to && !from.age && !to.age && !from.told && !to.told;
  const road = !sure || ((from.roads ?? 0) >> d) & 1 || ((to.roads ?? 0) >> ((d + 3) % 6)) & 1;
  return road ? Math.min(g.road, ground) : ground;
}

// slowest is the reader's slowest army.
export function slowest(f: Facts, g: Going | null): { army: FactArmy; points: number } | null {
  if (!g) return null;
  let out: { army: FactArmy; points: number } | null = null;
  for (const a of f.armies) {
    if (a.unknown || a.realm !== f.realm.number || !a.at) continue;
    const points = pointsOf(a, g);
    if (points > 0 && (!out || points < out.points)) out = { army: a, points };
  }
  return out;
}

// Way is how far one field is from another.
export interface Way { steps: number; cost: number | null; turns: number | null; weeks: number | null }

// wayBetween says how far it is over what the map shows and, for so many points a turn, in how many turns or weeks at the
// earliest one is there.
export function wayBetween(board: Board, from: Cell, to: Cell, g: Going | null, points: number, weeks: number): Way {
  const n = distance(from, to);
  const out: Way = { steps: n, cost: null, turns: null, weeks: null };
  if (!g || points <= 0) return out;
  for (const [cell, cost] of spread(board, from, g, Infinity, Infinity, true)) {
    if (cell === to) { out.cost = cost; break; }
  }
  if (out.cost === null) return out;
  const full = Math.max(0, Math.ceil(out.cost / points) - 1); // turns that are over before the last
  if (weeks > 1) out.weeks = n === 0 ? 0 : Math.max(n, full * weeks + 1);
  else out.turns = n === 0 ? 0 : full + 1;
  return out;
}
