// Commanding an army: what clicks and keys make of its line.
import type { Action, Change, DeskArmy, Reached, Row } from '../data';
import { apart, steps } from '../paint/hex';
import { textOf } from '../state';
import type { State, Store } from '../state';
import { armiesOf, asWay, doing, ended, erased, filled, formOf, goalOf, laid, letterOf, openParts, ordersOf, others, partOf, paths, placed, raises, staying, together, wayOf, wayPart, written } from './armies';
import { typed, whole } from './boxes';
import { left } from './build';
import { change, put, undo } from './desk';
import { next } from './nav';
import { say } from '../words';

// step is where a digit of a way leads; 0 and what is none lead nowhere.
export const step = (digit: string): readonly [number, number] | undefined => (/^[1-6]$/.test(digit) ? steps[Number(digit) - 1] : undefined);

export const armyOf = (store: Store, name: string): DeskArmy | undefined => armiesOf(store.state).find((a) => a.name === name);

const marches = (store: Store, a: Action) => wayPart(formOf(store.state.opened!.sections, a.draft.letter, a.draft.form)) >= 0;

// current is the line of an army that clicks change: the one that marches, or its first.
export function current(store: Store, a: DeskArmy, rows: Row[] = store.state.rows): Row | undefined {
  const { sections } = store.state.opened!, own = ordersOf(rows, a.name).filter((r) => !doing(a.actions, r, sections)?.beside);
  return own.find((r) => wayPart(formOf(sections, r.letter, r.form)) >= 0) ?? own.find((r) => !raises(store.state.opened, r.letter));
}

// begun are the actions that armies were given by their way alone: another way may give them another.
const begun = new Map<string, string>();

// proposed is the action with which an army goes a way: what the engine says of its end, or the first that marches.
// What nobody knows changes nothing.
function proposed(store: Store, a: DeskArmy, digits: string, now: Action | undefined): Action | undefined {
  const { way, opened } = store.state, can = (a.actions ?? []).filter((x) => !x.why && marches(store, x));
  const from = opened?.chart?.cells.find((c) => c.label === a.at) ?? { h: NaN, y: NaN }, goal = [...digits].reduce(beside, from as Spot);
  const end = way.of === a.name ? way.reached?.find((r) => at(r, goal)) : undefined;
  if (!end && now && can.includes(now) && /[1-6]/.test(digits)) return now;
  return (end?.does && can.find((x) => x.code === end.does)) || can[0];
}

// ways gives an army another way. Its action stays if it was chosen; otherwise it is the one that is proposed.
export function ways(store: Store, name: string, make: (digits: string) => string): Promise<void> {
  const a = armyOf(store, name);
  if (!a) return Promise.resolve();
  return change(store, (rows) => {
    const { sections } = store.state.opened!, was = current(store, a, rows), now = doing(a.actions, was, sections);
    const digits = make(wayOf(was, sections)), chosen = now && marches(store, now) && now.code !== begun.get(name);
    const action = chosen ? now : proposed(store, a, digits, now);
    const own = was && formOf(sections, was.letter, was.form), part = wayPart(own);
    if (was && !now && part >= 0) { // a line that the desk has no name for
      const values = [...was.values!];
      values[part] = asWay(store.state.opened!, name, own!.parts[part]!.kind, make(wayOf(was, sections)));
      return [{ line: was.line, letter: was.letter, form: was.form, values }];
    }
    if (!action) return [];
    const form = formOf(sections, action.draft.letter, action.draft.form)!, i = wayPart(form);
    const values = filled(action, sections, was), most = form.parts[i]!.digits ?? 99;
    if (digits.length > most) return [];
    if (!chosen) begun.set(name, action.code);
    values[i] = asWay(store.state.opened!, name, form.parts[i]!.kind, digits);
    return [...laid(action, values, sections, was), ...(digits === '' ? [] : left(store, rows, name))];
  });
}

// Spot is a hex of the map, also one of which nothing is known.
export interface Spot { h: number; y: number }

const at = (s: Spot, o: Spot) => s.h === o.h && s.y === o.y;
const beside = (s: Spot, d: string): Spot => { const [h, y] = step(d) ?? [0, 0]; return { h: s.h + h, y: s.y + y }; };

// toward is the way on which an army would come to a field if it were never tired: to the field itself, or straight on
// from where it comes nearest.
async function toward(store: Store, a: DeskArmy, from: Spot, to: Spot): Promise<string> {
  const list = await store.engine.reach({ army: a.name, tireless: true }, textOf(store)), there = list.find((r) => at(r, to));
  if (there) return there.way;
  let { way, ...here } = list.filter((r) => !r.meets).reduce((near: Spot & { way: string }, r) => (apart(r, to) < apart(near, to) ? r : near), { ...from, way: '' });
  while (!at(here, to)) {
    const d = [...'123456'].reduce((x, y) => (apart(beside(here, y), to) < apart(beside(here, x), to) ? y : x));
    way += d; here = beside(here, d);
  }
  return way;
}

// far leads an army to a field beyond its reach, if it comes there in later turns, or if nobody knows that it does not.
// Otherwise the engine says why.
async function far(store: Store, a: DeskArmy, from: Spot, to: Spot): Promise<void> {
  const way = await toward(store, a, from, to), m = await store.engine.march({ army: a.name }, way, textOf(store)), last = m.steps.at(-1);
  const goes = m.stops ? m.tries && !store.state.opened!.chart!.cells.some((c) => at(c, to)) : m.steps.length === way.length;
  if (goes && paths(a, store.state.opened!.sections)) { await ways(store, a.name, () => way); return; }
  store.say(say(store.state.lang, last ? 'not-so-far' : 'not-there', { army: a.name, at: last?.at ?? '', why: m.stops?.text ?? '' }));
}

// goingOf is the action that sends an army to a field where orders name the goal and no way: to land there, or to march.
const goingOf = (a: DeskArmy) => a.actions?.find((x) => x.then && !x.why) ?? a.actions?.find((x) => x.code === 'march' && !x.why);

// goal sends an army to a field, where orders name the goal and no way.
async function goal(store: Store, a: DeskArmy, from: Spot, to: Spot): Promise<void> {
  const { sections } = store.state.opened!, goes = goingOf(a), i = partOf(goes && formOf(sections, goes.draft.letter, goes.draft.form), 'place');
  const near = (await store.engine.reach({ army: a.name }, textOf(store))).find((r) => at(r, to));
  if (!goes || i < 0 || !near) { await far(store, a, from, to); return; }
  await change(store, (rows) => {
    const values = filled(goes, sections, goes.then ? undefined : current(store, a, rows));
    values[i] = near.at;
    return given(store, a, goes, values, rows);
  });
}

// aim has an army attack what stands on a field, if it can from where it comes.
async function aim(store: Store, a: DeskArmy | undefined, at: string): Promise<boolean> {
  const attack = a?.actions?.find((x) => x.code === 'attack' && !x.why && x.fields?.some((f) => f.choices?.some((c) => c.value === at)));
  const part = attack?.fields?.find((f) => f.choices?.some((c) => c.value === at))?.part;
  if (!a || !attack || part === undefined) return false;
  await change(store, (rows) => [written(attack, attack.draft.values.map((v, i) => (i === part ? at : v)), ordersOf(rows, a.name).find((r) => r.letter === attack.draft.letter))]);
  return true;
}

// storm leads an army beside an enemy and has it attack, if it can do both in this turn.
async function storm(store: Store, a: DeskArmy, to: Spot, near: readonly Reached[]): Promise<boolean> {
  const { opened } = store.state, there = opened!.chart?.cells.find((c) => at(c, to))?.label;
  if (!there || !others(store.state).some((o) => o.at === there)) return false;
  if (await aim(store, a, there)) return true;
  const [first] = near.filter((r) => !r.meets && apart(r, to) === 1).sort((x, y) => x.way.length - y.way.length);
  if (!first || !a.actions?.some((x) => x.code === 'attack')) return false;
  await ways(store, a.name, () => first.way);
  if (await aim(store, (await store.engine.raised(textOf(store))).find((b) => b.name === a.name), there)) return true;
  undo(store);
  return false;
}

// isTarget tells whether the commanded army can come to a field and does not go there yet: then a click sends it there,
// whoever stands there. A second click chooses one of them.
export function isTarget({ army, way }: Pick<State, 'army' | 'way'>, to: Spot & { label: string }): boolean {
  if (army === null || way.of !== army || way.at === to.label) return false;
  const goal = way.tries.at(-1) ?? way.steps.at(-1);
  return !(goal && at(goal, to)) && [...(way.still ?? []), ...(way.reached ?? [])].some((r) => at(r, to));
}

// march leads an army to a field: back to one of its way, one step on, or by the way on which it comes there first. An
// enemy whom it cannot walk upon is attacked.
export async function march(store: Store, name: string, to: Spot): Promise<void> {
  const a = armyOf(store, name), { opened } = store.state;
  if (!a || !opened) return;
  const digits = wayOf(current(store, a), opened.sections), text = textOf(store);
  const from = opened.chart?.cells.find((c) => c.label === a.at);
  if (!from) return;
  if (!paths(a, opened.sections)) { if (!at(from, to)) await goal(store, a, from, to); return; }
  if (at(from, to)) { await ways(store, name, () => ''); return; }
  let end: Spot = from;
  for (const [i, d] of [...digits].entries()) {
    end = beside(end, d);
    if (at(end, to) && i < digits.length - 1) { await ways(store, name, () => digits.slice(0, i + 1)); return; }
  }
  const d = [...'123456'].find((x) => at(beside(end, x), to));
  if (d) {
    const m = await store.engine.march({ army: name }, digits + d, text);
    if (m.steps.length > digits.length || !m.stops || m.tries) { await ways(store, name, () => digits + d); return; }
  }
  const near = await store.engine.reach({ army: name }, text), reached = near.find((r) => at(r, to));
  if (reached) await ways(store, name, () => reached.way); else if (!await storm(store, a, to, near)) await far(store, a, from, to);
}

// digit adds a step by a key, if the engine lets the army make or try it. Where orders name a goal, it is the field beside
// the one that they name.
export async function digit(store: Store, name: string, d: string): Promise<void> {
  const a = armyOf(store, name), { opened } = store.state, text = textOf(store);
  if (!a) return;
  const walks = paths(a, opened!.sections), own = current(store, a), named = goalOf(own, a.actions, opened!.sections);
  const was = walks ? wayOf(own, opened!.sections) : named && (await store.engine.reach({ army: name }, text)).find((r) => r.at === named)?.way || '';
  const longer = was + d, m = d === '0' && walks ? null : await store.engine.march({ army: name }, longer, text);
  if (m && m.steps.length < longer.length && !m.tries) { if (m.stops) store.say(m.stops.text); return; }
  const from = opened!.chart?.cells.find((c) => c.label === a.at), to = m?.steps.at(-1);
  if (walks) await ways(store, name, () => longer); else if (from && to) await goal(store, a, from, to);
}

// back takes the last step of an army's way, or its goal.
export function back(store: Store, name: string): Promise<void> {
  const a = armyOf(store, name), { sections } = store.state.opened!;
  if (!a || paths(a, sections)) return ways(store, name, (digits) => digits.slice(0, -1));
  const row = ordersOf(store.state.rows, name).find((r) => goalOf(r, a.actions, sections) !== '');
  return row ? drop(store, row) : Promise.resolve();
}

// given are the changes that give an army an action: what belongs to the line that it replaces goes too.
export function given(store: Store, a: DeskArmy, action: Action, values: string[], rows: Row[]): Change[] {
  if (action.then) return together(action, values, rows);
  const { sections } = store.state.opened!, was = current(store, a, rows), now = doing(a.actions, was, sections);
  const lines = laid(action, values, sections, was).flatMap((c) => placed(action, c, rows));
  return action.beside || now === action ? lines : [...lines, ...ended(now, was, rows)];
}

// act gives an army an action; its way stays.
export function act(store: Store, name: string, action: Action): Promise<void> {
  const a = armyOf(store, name);
  if (!a || action.why) return Promise.resolve();
  begun.delete(name);
  return change(store, (rows) => {
    const { sections } = store.state.opened!, values = filled(action, sections, current(store, a, rows));
    // one beside others is not written twice
    if (action.beside && ordersOf(rows, name).some((r) => doing(a.actions, r, sections) === action && r.values?.join() === values.join())) return [];
    return given(store, a, action, values, rows);
  });
}

// part gives a part of an army's line another value. A line that it would leave without a part stays as it is.
export function part(store: Store, row: Row, i: number, value: string): Promise<void> {
  return change(store, (rows) => {
    const now = rows.find((r) => r.line === row.line && r.letter === row.letter);
    if (!now?.values) return [];
    const values = typed(now.values, i, value);
    return whole(formOf(store.state.opened!.sections, now.letter, now.form), values) ? [{ line: now.line, letter: now.letter, form: now.form, values }] : [];
  });
}

// settle makes a change after which an army is meant to stay without an order, or is not: one step to undo.
async function settle(store: Store, name: string, make: (rows: Row[]) => Change[], stays: () => boolean): Promise<void> {
  const text = textOf(store);
  await change(store, make);
  const { drafts, draft, lang } = store.state, was = staying(store.state), now = stays();
  if (was.includes(name) === now) return;
  const next = { drafts: drafts.map((d) => (d.id === draft ? { ...d, stays: now ? [...was, name] : was.filter((n) => n !== name) } : d)) };
  if (textOf(store) !== text) store.set(next); else put(store, next);
  if (now) store.set({ said: { text: `${name}: ${say(lang, 'stays')}`, undo: true } });
}

export const drop = (store: Store, row: Row) =>
  settle(store, row.army ?? '', (rows) => rows.filter((r) => r.line === row.line && r.letter === row.letter).flatMap((r) => without(store, r, rows)), () => false);

// without takes a line away, with those that belong to it.
const without = (store: Store, row: Row, rows: Row[]) =>
  [erased(row), ...ended(doing(armyOf(store, row.army ?? '')?.actions, row, store.state.opened!.sections), row, rows)];

// disband takes back a line that raises an army: without another that raises it, its orders go too, in one step to undo.
export async function disband(store: Store, name: string, row: Row): Promise<void> {
  const raising = (r: Row) => raises(store.state.opened, r.letter);
  if (ordersOf(store.state.rows, name).filter(raising).length > 1) { await drop(store, row); return; }
  await settle(store, name, (rows) => ordersOf(rows, name).map(erased), () => false);
  if (armyOf(store, name)) return;
  store.set({ army: null, said: { text: say(store.state.lang, 'disbanded', { army: name }), undo: true } });
}

// stays tells whether an army is meant to stay without an order.
export const stays = (store: Store, a: DeskArmy) => staying(store.state).includes(a.name) && !current(store, a);

// hold lets an army stay: its first action, with no way. Where no order does that, it has none, and the draft remembers
// what is meant, until hold is told again.
export async function hold(store: Store, name: string): Promise<void> {
  const a = armyOf(store, name);
  const action = a?.actions?.find((x) => !x.why && /^(hold|defend|stay)$/.test(x.code)) ?? a?.actions?.find((x) => !x.why && marches(store, x));
  if (!a) return;
  if (stays(store, a)) { await settle(store, name, () => [], () => false); return; }
  await settle(store, name, (rows) => {
    const { sections } = store.state.opened!, was = current(store, a, rows);
    if (!action) return was ? without(store, was, rows) : [];
    const values = filled(action, sections, was), i = partOf(formOf(sections, action.draft.letter, action.draft.form), 'path');
    if (i >= 0) values[i] = '';
    return laid(action, values, sections, was);
  }, () => !current(store, a));
  next(store);
}

// byKey is the action of an army with a letter. One that is to be filled in has none.
export function byKey(store: Store, name: string, key: string): Action | undefined {
  const { sections } = store.state.opened!;
  return armyOf(store, name)?.actions?.find((x) => !x.why && letterOf(x, sections) === key.toUpperCase() && openParts(x, sections).length === 0);
}
