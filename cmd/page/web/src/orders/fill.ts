// What completion and colours know by name: own armies and the fields of the map.
import type { Chart, Facts } from '../data';

export interface Known { armies: { name: string; at: string }[]; places: string[] }

// known is what choices are offered from: own armies and the fields of the map, own ones first.
export function known(facts: Facts | null, chart: Chart | null): Known {
  const me = facts?.realm.number;
  const mine = `${me}.`; // others call it 2.S1, and its owner S1
  const armies = (facts?.armies ?? []).filter((a) => a.name !== '' && !a.unknown && a.realm === me)
    .map((a) => ({ name: a.name.startsWith(mine) ? a.name.slice(mine.length) : a.name, at: a.at ?? '' }));
  const own = (facts?.fields ?? []).filter((f) => f.own).map((f) => f.at);
  return { armies, places: [...new Set([...own, ...(chart?.cells ?? []).map((c) => c.label)])] };
}
