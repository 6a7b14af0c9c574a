// The world's numbers, as far as the map needs them: what steps cost, and how far men go.

type Value = number | string | boolean;
export type Row = Record<string, Value>;
export interface Numbers { rows: Record<string, Row[]>; scalars: Record<string, number> }

// numbersOf reads the effective tables as the program prints them: a key a line, in [[rows]] or [parts]. What it does not
// understand it leaves out.
export function numbersOf(toml: string): Numbers {
  const bare = () => Object.create(null) as Record<string, never>; // keys come from outside
  const out: Numbers = { rows: bare(), scalars: bare() };
  let row: Row | null = null;
  for (const line of toml.split('\n')) {
    const head = /^\[\[(\w+)\]\]\s*$/.exec(line);
    if (head) {
      row = bare() as Row;
      (out.rows[head[1]!] ??= []).push(row);
      continue;
    }
    if (/^\[/.test(line)) { row = null; continue; }
    const pair = /^(\w+) = (?:(-?\d+)|"([^"\\]*)"|(true|false))\s*$/.exec(line);
    if (!pair) continue;
    const value: Value = pair[2] !== undefined ? Number(pair[2]) : pair[3] ?? pair[4] === 'true';
    if (row) row[pair[1]!] = value;
    else if (typeof value === 'number') out.scalars[pair[1]!] = value;
  }
  return out;
}

const idOf = (r: Row) => String(r['unit'] ?? r['code'] ?? r['card'] ?? '');

// Going is how far armies can go: per turn in points or steps, and per week.
export interface Going {
  fastest: number; // points a turn, of whatever is fastest
  others: number; // of those whose kind is known, but not in the numbers
  of: Map<string, number>; // by kind
  costs: Map<string, number>; // by terrain's code
  least: number; // of a step
  road: number | null; // what a step on a road costs
}

// goingOf finds in the tables what moves: rows with `move`, `moves` or `speed`, terrains with what a step costs.
export function goingOf(n: Numbers): Going | null {
  const of = new Map<string, number>();
  let fastest = 0;
  for (const list of Object.values(n.rows)) {
    for (const r of list) {
      const far = [r['move'], r['moves'], r['speed']].find((v) => typeof v === 'number') as number | undefined;
      if (far === undefined) continue;
      of.set(idOf(r), far);
      fastest = Math.max(fastest, far);
    }
  }
  const others = fastest || 1; // where the numbers name steps of fleets alone, all others go one field
  for (const [k, v] of Object.entries(n.scalars)) {
    const kind = /^(\w+)_steps$/.exec(k)?.[1];
    if (!kind) continue;
    of.set(kind, v);
    fastest = Math.max(fastest, v);
  }
  if (fastest === 0) return null;
  const costs = new Map<string, number>();
  for (const r of n.rows['terrain'] ?? []) {
    const cost = [r['points'], r['enter'], r['steps']].find((v) => typeof v === 'number') as number | undefined;
    if (cost !== undefined && cost > 0) costs.set(String(r['code'] ?? r['terrain'] ?? ''), cost);
  }
  const road = n.scalars['road_points'] ?? null;
  const least = Math.max(1, Math.min(...costs.values(), road ?? Infinity));
  return { fastest, others, of, costs, least: Number.isFinite(least) ? least : 1, road: road === null ? null : Math.max(1, road) };
}
