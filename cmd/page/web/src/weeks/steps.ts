// The turn in steps: a week each or, in a game without weeks, what belongs together of the events, in their order.
import type { FactArmy, FactSighting, Facts, Said } from '../data';
import { placesOf } from './known';
import { weeksOf } from './known';

export interface Other { army: FactArmy; at: string }
export interface March { army: string; way: string[] }
export interface Step {
  week: number; phase: string; after: boolean; // after the last week
  events: (Said & { phase: string })[];
  sightings: FactSighting[];
  places: string[]; // fields that are told of
  marches: March[];
  own: Map<string, string>; // where own armies are, by name
  others: Other[]; // seen in this step
  stood: Other[]; // as they were told before, and went on where events tell it
  fights: number; // how many of the events belong to a fight
}

// stepsOf makes the steps of a turn; has tells which labels are on the map, before is what was told the turn before.
export function stepsOf(f: Facts, has: (label: string) => boolean, before?: Facts): Step[] {
  const own = armiesAt(before), out: Step[] = [];
  const weeks = weeksOf(f), weekly = weeks > 1;
  for (const w of f.weeks) {
    if (weekly) {
      if (w.events.length === 0 && (w.sightings ?? []).length === 0) continue;
      out.push({ ...begun(w.week, '', w.sightings ?? []), after: w.week > weeks });
      for (const e of w.events) take(out[out.length - 1]!, e, has);
    } else clustered(out, w, has);
  }
  if (!weekly && out.length === 0) return out;
  const foreign = weekly ? [] : othersAt(before ?? f);
  for (const s of out) follow(s, f, own, foreign, has);
  return out;
}

// eventful tells whether a turn has anything to replay.
export const eventful = (f: Facts) => (f.battles ?? []).length > 0 || f.weeks.some((w) => w.events.length > 0);

const begun = (week: number, phase: string, sightings: FactSighting[]): Step =>
  ({ week, phase, after: false, events: [], sightings, places: [], marches: [], own: new Map(), others: [], stood: [], fights: 0 });

// clocks are arguments of which another value begins another step: a clock's time, a round of a fight.
const clocks = ['time', 'round'] as const;

function clustered(out: Step[], w: Facts['weeks'][number], has: (label: string) => boolean) {
  let now: Step | null = null, time = '';
  for (const e of w.events) {
    const places = placesOf(e, has);
    const tick = clocks.map((c) => e.args?.[c]).filter((v) => v !== undefined).join('/');
    const other = places.length > 0 && now !== null && now.places.length > 0 && !places.some((p) => now!.places.includes(p));
    if (!now || now.phase !== e.phase || other || (tick !== '' && tick !== time)) {
      const same: Step | null = now?.phase === e.phase ? now : null;
      now = begun(w.week, e.phase, []);
      // a round of a fight is where the fight is
      if (same && places.length === 0) now.places.push(...same.places);
      out.push(now);
      time = tick;
    }
    take(now, e, has);
  }
  if ((w.sightings ?? []).length > 0) {
    if (!now) out.push((now = begun(w.week, '', [])));
    now.sightings = w.sightings!;
  }
}

// fighting are names of arguments that only a fight has.
const fighting = /^(fallen|losses|lost|hits|hp|killed|dead|wounded|luck|die|dice|left|stands|verdict|attackers?|defenders?)$/;

// fought tells whether a sentence tells of a fight.
export function fought(e: Said & { phase: string }): boolean {
  return /fight|battle|combat|attack|rows\.|blow|shot|siege/.test(e.code) || /^(battles|attack|shots|results)$/.test(e.phase) &&
    Object.keys(e.args ?? {}).some((k) => fighting.test(k));
}

function take(s: Step, e: Said & { phase: string }, has: (label: string) => boolean) {
  s.events.push(e);
  if (fought(e)) s.fights++;
  for (const p of placesOf(e, has)) if (!s.places.includes(p)) s.places.push(p);
}

// follow says where own armies are after a step and which way they came: from what was sighted, or from events that name
// an army and a place.
function follow(s: Step, f: Facts, own: Map<string, string>, foreign: Other[], has: (label: string) => boolean) {
  const me = f.realm.number;
  const to = (army: string, at: string, from?: string) => {
    const was = from ?? own.get(army);
    if (was !== undefined && was !== at && has(was) && has(at)) s.marches.push({ army, way: [was, at] });
    own.set(army, at);
  };
  for (const e of s.events) {
    const name = e.args?.['unit'] ?? e.args?.['army'] ?? e.args?.['who'], at = placesOf(e, has), realm = e.args?.['realm'];
    if (name === undefined || at.length === 0) continue;
    const key = String(name), from = e.args?.['from'];
    const target = [e.args?.['to'], e.args?.['place'], e.args?.['field'], e.args?.['province'], e.args?.['area']].map(String)
      .find((l) => has(l) && l !== String(from));
    if (target === undefined || (from === undefined && !moves(e))) continue;
    const other = foreign.findIndex((o) => o.army.name === key && !own.has(key));
    if (other >= 0) foreign[other] = { ...foreign[other]!, at: target };
    else if (own.has(key) || realm === undefined || realm === me) to(key, target, from === undefined ? undefined : String(from));
  }
  for (const seen of s.sightings) {
    for (const name of seen.by ?? []) if (!(seen.armies ?? []).some((a) => a.name === name)) to(name, seen.at);
    for (const a of seen.armies ?? []) {
      if (!a.unknown && a.realm === me && a.name) to(a.name, seen.at);
      else s.others.push({ army: a, at: seen.at });
    }
  }
  s.own = new Map(own);
  s.stood = s.sightings.length === 0 ? [...foreign] : [];
}

const moves = (e: Said) => /walk|move|march|step|sail|withdr|retreat|fled|flee/.test(e.code);

// armiesAt is where own armies are that a report lists.
function armiesAt(f: Facts | undefined): Map<string, string> {
  const out = new Map<string, string>();
  for (const a of f?.armies ?? []) {
    if (a.at && a.name && !a.unknown && a.realm === f!.realm.number) out.set(a.name, a.at);
  }
  return out;
}

// othersAt is where others' armies are that a report lists.
function othersAt(f: Facts): Other[] {
  return f.armies.flatMap((a) => (a.at && (a.unknown || a.realm !== f.realm.number) ? [{ army: a, at: a.at }] : []));
}
