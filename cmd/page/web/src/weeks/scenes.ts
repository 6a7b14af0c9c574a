// The scenes of a replay: a week with news or, in a game without weeks, what belongs together; a battle; a run of quiet weeks.
import type { Facts } from '../data';
import { cardsOf } from './cards';
import type { Card } from './cards';
import { fought } from './steps';
import type { Step } from './steps';

export interface Scene { step: Step; from: Step; card?: Card; ms: number } // from: the first step of a run

const [quiet, told, fight, longest] = [500, 1300, 1900, 28_000]; // in ms; no turn takes longer than the last

// scenesOf are the scenes of a turn, in order. A battle is one: after its last week or, where there are none, in place of the
// steps that tell of nothing else.
export function scenesOf(steps: readonly Step[], f: Facts): Scene[] {
  const weekly = f.weeks.length > 1, cards = cardsOf(f.battles ?? [], f.realm.number), out: Scene[] = [];
  const of = (s: Step) => cards.filter((c) => (weekly ? c.weeks.at(-1) === s.week : c.at !== undefined && s.places.includes(c.at) && s.fights > 0));
  for (const [i, step] of steps.entries()) {
    const here = of(step), fights = step.events.length > 0 && step.events.every(fought);
    const last = out.at(-1);
    if (step.events.length === 0 && here.length === 0 && last && !last.card && last.step.events.length === 0) {
      out[out.length - 1] = { ...last, step: { ...step, marches: [...last.step.marches, ...step.marches], sightings: [...last.step.sightings, ...step.sightings] } };
      continue;
    }
    if (here.length === 0 || !fights) out.push({ step, from: step, ms: step.events.length === 0 ? quiet : told });
    for (const card of here) if (weekly || !steps.slice(i + 1).some((s) => of(s).includes(card))) out.push({ step, from: step, card, ms: fight });
  }
  const all = out.reduce((n, s) => n + s.ms, 0), k = Math.min(1, longest / Math.max(1, all));
  return out.map((s) => ({ ...s, ms: Math.round(s.ms * k) }));
}
