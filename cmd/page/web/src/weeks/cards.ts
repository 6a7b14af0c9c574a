// Battles as a report tells them: fights on one field between the same sides, in weeks that follow each other, are one.
import type { FactBattle, FactEvent, FactFactor, FactFighter, FactSide, Facts, Said } from '../data';
import { fought } from './steps';

// CardSide is a side over all fights of a battle: each army counts once, with its first number and its last.
export interface CardSide { realms: number[]; armies: FactFighter[]; before: number; after: number; strength?: number; factors: FactFactor[] }
export interface Card { at?: string; weeks: number[]; fights: FactBattle[]; sides: CardSide[] } // the reader's side first
export type End = 'won' | 'lost' | 'even' | 'repulsed' | '';

const realmsOf = (s: FactSide) => [...new Set([s.realm ?? 0, ...s.armies.map((a) => a.realm ?? 0)])].filter((r) => r || s.armies.every((a) => !a.realm)).sort((a, b) => a - b);
const isOf = (s: FactSide, realm: number) => realmsOf(s).includes(realm);
const keyOf = (s: FactSide) => realmsOf(s).join('+') || '0';
const idOf = (a: FactFighter) => `${a.id ?? `${a.realm}/${a.name}`} ${a.kind ?? ''}`;

// cardsOf are the battles of a turn for a reader, the largest first.
export function cardsOf(battles: readonly FactBattle[], me: number): Card[] {
  const out: Card[] = [];
  const key = (b: FactBattle) => `${b.at ?? ''} ${b.sides.map(keyOf).sort().join(' / ')}`;
  for (const b of battles) {
    const was = out.find((c) => b.at && key(c.fights[0]!) === key(b) && (b.week ?? 0) - c.weeks.at(-1)! <= 1);
    if (!was) { out.push({ at: b.at, weeks: [b.week ?? 0], fights: [b], sides: [] }); continue; }
    was.fights.push(b);
    if (was.weeks.at(-1) !== b.week) was.weeks.push(b.week ?? 0);
  }
  for (const c of out) {
    const first = c.fights[0]!, own = first.sides.findIndex((s) => isOf(s, me)), order = own > 0 ? [first.sides[own]!, ...first.sides.filter((_, i) => i !== own)] : first.sides;
    c.sides = order.map((s, i) => sum(c.fights.map((f) => f.sides.find((x) => keyOf(x) === keyOf(s)) ?? f.sides[i]).filter((x): x is FactSide => !!x)));
  }
  return out.sort((a, b) => sizeOf(b) - sizeOf(a));
}

const sizeOf = (c: Card) => c.sides.reduce((n, s) => n + s.before, 0);

function sum(sides: FactSide[]): CardSide {
  const all = new Map<string, FactFighter>();
  for (const a of sides.flatMap((s) => s.armies)) all.set(idOf(a), { ...a, before: all.get(idOf(a))?.before ?? a.before, strength: all.get(idOf(a))?.strength ?? a.strength });
  const armies = [...all.values()].sort((a, b) => (b.before ?? 0) - (a.before ?? 0)), first = sides[0]!, last = sides.at(-1)!;
  const of = (pick: 'before' | 'after') => armies.reduce((n, a) => n + (a[pick] ?? 0), 0);
  return { realms: realmsOf(first), armies, before: first.before ?? of('before'), after: first.before ? last.after ?? 0 : of('after'),
    strength: first.strength, factors: first.factors ?? [] };
}

// endOf is how a battle ended for the reader: whose armies are all destroyed has lost it; else it is won by whom most of its
// fights were that had a winner. One attack that failed without a loss was repulsed. "": the reader was no side of it.
export function endOf(c: Card, me: number): End {
  const [mine, ...foes] = c.sides;
  if (!mine?.realms.includes(me)) return '';
  const gone = (s: CardSide) => s.armies.length > 0 && s.armies.every((a) => a.fate === 'destroyed');
  if (foes.length > 0 && foes.every(gone)) return gone(mine) ? 'even' : 'won';
  if (gone(mine)) return 'lost';
  const won = c.fights.filter((f) => f.won > 0 && isOf(f.sides[f.won - 1]!, me)).length, lost = c.fights.filter((f) => f.won > 0).length - won;
  if (won !== lost) return won > lost ? 'won' : attacked(c, me) && whole(c) ? 'repulsed' : 'lost';
  return 'even';
}

const attacked = (c: Card, me: number) => c.fights.every((f) => !f.equal && isOf(f.sides[0]!, me));
const whole = ({ sides: [mine] }: Card) => mine!.before === mine!.after && mine!.armies.every((a) => !a.fate);

export interface Told extends FactEvent { week: number }

// besides are the events of a turn that neither a battle's card, a need nor the money tells, each once, the weightiest
// first: those with a tone, or a weight; of a turn without any, and without a battle, all.
export function besides(f: Facts): Told[][] {
  const fights = f.battles ?? [], key = (s: Said) => `${s.code} ${JSON.stringify(s.args ?? {})}`;
  const told = new Set([...fights.flatMap((b) => [b.result, ...(b.course ?? [])]), ...(f.needs ?? []).flatMap((n) => [n, ...(n.more ?? [])])].flatMap((s) => [s.text, key(s)]));
  const all = f.weeks.flatMap((w) => w.events.map((e) => ({ ...e, week: w.week })));
  const paid = new Set(f.money.filter((m) => m.kind === 'income' || m.kind === 'outlay').map((m) => Math.abs(m.amount)));
  const sums = (e: Told) => { const args = Object.values(e.args ?? {}); return args.every((v) => typeof v === 'number') && args.some((v) => paid.has(Math.abs(v as number))); };
  const left = all.filter((e) => !sums(e) && !told.has(e.text) && !told.has(key(e)) && !(fights.length > 0 && fought(e)));
  const heavy = left.filter((e) => e.tone || e.weight), kinds = new Map<string, Told[]>(), seen = new Set<string>();
  for (const e of heavy.length > 0 || fights.length > 0 ? heavy : left) {
    if (seen.has(e.text)) continue;
    seen.add(e.text);
    kinds.set(`${e.code} ${e.tone}`, [...(kinds.get(`${e.code} ${e.tone}`) ?? []), e]);
  }
  const groups = [...kinds.values()].flatMap((g) => (g.length < 3 ? g.map((e) => [e]) : [g]));
  return groups.sort((a, b) => (b[0]!.weight ?? 0) - (a[0]!.weight ?? 0));
}

// menOf is what the sentences of a group add up to, in men; 0: they do not say.
export const menOf = (group: readonly Told[]) => group.reduce((n, e) => n + (typeof e.args?.['men'] === 'number' ? e.args['men'] : 0), 0);
