// Charts laid over each other: what was seen in earlier turns, and what allies tell.
import type { Chart, ChartCell, ChartSign } from '../data';
import type { Cell } from '../paint/hex';

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
    return { ...cell, age: turns, owner: was.owner, sign: was.sign, building: was.building, state: was.state, name: was.name, roads: was.roads, bridges: was.bridges,
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
