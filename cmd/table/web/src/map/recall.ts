// Charts laid over each other: what was seen in earlier turns, and what allies tell.
import type { Chart, ChartCell, ChartSign } from '../data';
import type { Cell } from './geometry';

const where = (c: { h: number; y: number }) => c.h + ',' + c.y;

function joined(list: ChartSign[] | undefined, more: ChartSign[] | undefined, occur?: Set<string>): ChartSign[] {
  const out = [...(list ?? [])];
  for (const s of more ?? []) {
    if (!out.some((t) => t.sign === s.sign) && (!occur || occur.has(s.sign))) out.push(s);
  }
  return out;
}

// recalling fills in what an earlier chart of the same realm, of so many turns ago, shows as it was seen then, and this
// one does not show as it is now: as Chart.Recalling in worlds/game/chart.go. Armies are not remembered: they march.
export function recalling(chart: Chart, past: Chart, turns: number): Chart {
  const then = new Map(past.cells.map((c) => [where(c), c]));
  const signs = new Set<string>();
  const cells = chart.cells.map((cell) => {
    const was = then.get(where(cell));
    if (cell.age !== -1 || !was || (was.age ?? 0) !== 0) return cell;
    if (was.sign) signs.add(was.sign);
    return { ...cell, age: turns, owner: was.owner, sign: was.sign, roads: was.roads, bridges: was.bridges,
      walls: was.walls };
  });
  return { ...chart, cells, signs: joined(chart.signs, past.signs, signs), realms: joined(chart.realms, past.realms) };
}

// remembering also keeps fields that the newest chart does not show at all, where a game shows only what is in sight.
export function remembering(chart: Chart, past: Chart, turns: number): Chart {
  const now = recalling(chart, past, turns);
  const has = new Set(now.cells.map(where));
  const lost = past.cells.filter((c) => !has.has(where(c)));
  if (lost.length === 0) return now;
  const terrains = [...now.terrains];
  const place = past.terrains.map((t) => {
    const i = terrains.findIndex((u) => u.code === t.code && u.fill === t.fill && u.rim === t.rim);
    return i >= 0 ? i : terrains.push(t) - 1;
  });
  const signs = new Set(lost.map((c) => c.sign ?? ''));
  const old = lost.map((c): ChartCell => ({ ...c, t: place[c.t] ?? 0, own: false, others: false,
    age: c.age === -1 ? -1 : (c.age ?? 0) + turns }));
  return { ...now, terrains, cells: [...now.cells, ...old], signs: joined(now.signs, past.signs, signs) };
}

// merged lays earlier charts under the newest, the newest of them first; turn is when each was drawn.
export function merged(chart: Chart, turn: number, past: { chart: Chart; turn: number }[]): Chart {
  return [...past].filter((p) => p.turn < turn && p.chart.realm === chart.realm).sort((a, b) => b.turn - a.turn)
    .reduce((all, p) => remembering(all, p.chart, turn - p.turn), chart);
}

// Told is what somebody else tells: his chart, and by how much his count of fields differs from the reader's.
export interface Told { name: string; chart: Chart; h?: number; y?: number }

// withTold adds what others tell where the reader himself does not see: such fields name who told of them.
export function withTold(chart: Chart, told: readonly Told[]): Chart {
  let out = chart;
  for (const t of told) {
    const shown = new Map(out.cells.map((c) => [where(c), c as Cell]));
    const terrains = [...out.terrains];
    const place = t.chart.terrains.map((g) => {
      const i = terrains.findIndex((u) => u.code === g.code && u.fill === g.fill);
      return i >= 0 ? i : terrains.push(g) - 1;
    });
    const signs = new Set<string>();
    for (const c of t.chart.cells) {
      const at = { h: c.h + (t.h ?? 0), y: c.y + (t.y ?? 0) };
      const mine = shown.get(where(at));
      if (mine && !(mine.age === -1 && c.age !== -1)) continue;
      if (c.sign) signs.add(c.sign);
      const cell: Cell = { ...c, ...at, t: mine ? mine.t : place[c.t] ?? 0, label: mine?.label ?? counted(at.h, at.y),
        own: false, others: !!(c.own || c.others), told: t.name };
      shown.set(where(at), cell);
    }
    out = { ...out, terrains, cells: [...shown.values()], signs: joined(out.signs, t.chart.signs, signs),
      realms: joined(out.realms, t.chart.realms) };
  }
  return out;
}

// counted is what a reader calls a field of those doubled coordinates, where fields are counted as x/y.
export function counted(h: number, y: number): string {
  if ((y & 1) === 0) return h / 2 + '/' + y;
  return (h > 0 ? (h + 1) / 2 : (h - 1) / 2) + '/' + y;
}

// fitted finds by how much another realm's count of fields differs: the shift at which most of the fields both know
// have the same ground, and none another. Null: too few fit, or two shifts fit as well.
export function fitted(mine: Chart, other: Chart, least = 12): { h: number; y: number } | null {
  const code = (c: Chart, cell: ChartCell) => c.terrains[cell.t]?.code ?? '';
  const at = new Map(mine.cells.map((c) => [where(c), code(mine, c)]));
  const count = new Map<string, number>();
  for (const c of mine.cells) count.set(code(mine, c), (count.get(code(mine, c)) ?? 0) + 1);
  // fields of rare ground decide which shifts are tried
  const rare = [...other.cells].filter((c) => count.has(code(other, c)))
    .sort((a, b) => count.get(code(other, a))! - count.get(code(other, b))!).slice(0, 12);
  const tried = new Set<string>();
  let best: { h: number; y: number } | null = null, most = least - 1, twice = false;
  for (const r of rare) {
    for (const c of mine.cells) {
      if (code(mine, c) !== code(other, r)) continue;
      const by = { h: c.h - r.h, y: c.y - r.y };
      if (tried.has(where(by)) || tried.size > 4000) continue;
      tried.add(where(by));
      const n = agree(at, other, by, code);
      if (n > most) { most = n; best = by; twice = false; } else if (n === most && best) twice = true;
    }
  }
  return twice ? null : best;
}

function agree(at: Map<string, string>, other: Chart, by: { h: number; y: number },
  code: (c: Chart, cell: ChartCell) => string): number {
  let n = 0;
  for (const c of other.cells) {
    const mine = at.get(where({ h: c.h + by.h, y: c.y + by.y }));
    if (mine === undefined) continue;
    if (mine !== code(other, c)) return 0;
    n++;
  }
  return n;
}
