// Commanding an army: what clicks and keys make of its line.
import type { Action, Change, DeskArmy, Row } from '../data';
import type { Cell } from '../paint/hex';
import { steps } from '../paint/hex';
import { textOf } from '../state';
import type { Store } from '../state';
import { armiesOf, asWay, doing, erased, filled, formOf, laid, letterOf, openParts, ordersOf, partOf, raises, staying, wayOf, wayPart } from './armies';
import { change, put } from './desk';
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
function proposed(store: Store, a: DeskArmy, digits: string): Action | undefined {
  const { way, opened } = store.state, can = (a.actions ?? []).filter((x) => !x.why && marches(store, x));
  let { h, y } = opened?.chart?.cells.find((c) => c.label === a.at) ?? { h: NaN, y: NaN };
  for (const d of digits) { const s = step(d); if (s) { h += s[0]; y += s[1]; } }
  const does = way.of === a.name ? way.reached?.find((r) => r.h === h && r.y === y)?.does : undefined;
  return (does && can.find((x) => x.code === does)) || can[0];
}

// ways gives an army another way. Its action stays if it was chosen; otherwise it is the one that is proposed.
export function ways(store: Store, name: string, make: (digits: string) => string): Promise<void> {
  const a = armyOf(store, name);
  if (!a) return Promise.resolve();
  return change(store, (rows) => {
    const { sections } = store.state.opened!, was = current(store, a, rows), now = doing(a.actions, was, sections);
    const digits = make(wayOf(was, sections)), chosen = now && marches(store, now) && now.code !== begun.get(name);
    const action = chosen ? now : proposed(store, a, digits);
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
    return laid(action, values, sections, was);
  });
}

// goal sends an army to a field, where orders name the goal and no way. Its own field is none.
async function goal(store: Store, a: DeskArmy, goes: Action, at: string): Promise<void> {
  const { sections } = store.state.opened!, i = partOf(formOf(sections, goes.draft.letter, goes.draft.form), 'place');
  if (i < 0 || at === a.at) return;
  const near = (await store.engine.reach({ army: a.name }, textOf(store))).some((r) => r.at === at);
  if (!near) return;
  await change(store, (rows) => {
    const was = current(store, a, rows), values = filled(goes, sections, was);
    values[i] = at;
    return laid(goes, values, sections, was);
  });
}

// march leads an army to a field: back to one of its way, one step on, or by the way on which it comes there first.
export async function march(store: Store, name: string, cell: Cell): Promise<void> {
  const a = armyOf(store, name), { opened } = store.state;
  if (!a || !opened) return;
  const digits = wayOf(current(store, a), opened.sections), text = textOf(store);
  const from = opened.chart?.cells.find((c) => c.label === a.at);
  if (!from) return;
  const goes = a.actions?.find((x) => x.code === 'march' && !x.why);
  if (goes && !marches(store, goes)) { await goal(store, a, goes, cell.label); return; }
  let h = from.h, y = from.y;
  if (cell.label === a.at) { await ways(store, name, () => ''); return; }
  for (const [i, d] of [...digits].entries()) {
    const s = step(d);
    if (s) { h += s[0]; y += s[1]; }
    if (h === cell.h && y === cell.y && i < digits.length - 1) { await ways(store, name, () => digits.slice(0, i + 1)); return; }
  }
  const d = steps.findIndex(([dh, dy]) => h + dh === cell.h && y + dy === cell.y);
  if (d >= 0) {
    const longer = digits + String(d + 1);
    const m = await store.engine.march({ army: name }, longer, text);
    if (m.steps.length === longer.length || !m.stops || m.next) { await ways(store, name, () => longer); return; }
  }
  const reached = (await store.engine.reach({ army: name }, text)).find((r) => r.h === cell.h && r.y === cell.y);
  if (reached) await ways(store, name, () => reached.way);
}

// digit adds a step by a key, if the engine lets the army make or try it.
export async function digit(store: Store, name: string, d: string): Promise<void> {
  const a = armyOf(store, name);
  if (!a) return;
  const longer = wayOf(current(store, a), store.state.opened!.sections) + d;
  if (d !== '0') {
    const m = await store.engine.march({ army: name }, longer, textOf(store));
    if (m.steps.length < longer.length && !m.next) { if (m.stops) store.say(m.stops.text); return; }
  }
  await ways(store, name, () => longer);
}

export const back = (store: Store, name: string) => ways(store, name, (digits) => digits.slice(0, -1));

// act gives an army an action; its way stays.
export function act(store: Store, name: string, action: Action): Promise<void> {
  const a = armyOf(store, name);
  if (!a || action.why) return Promise.resolve();
  begun.delete(name);
  return change(store, (rows) => {
    const was = current(store, a, rows);
    return laid(action, filled(action, store.state.opened!.sections, was), store.state.opened!.sections, was);
  });
}

// part gives a part of an army's line another value.
export function part(store: Store, row: Row, i: number, value: string): Promise<void> {
  return change(store, (rows) => {
    const now = rows.find((r) => r.line === row.line && r.letter === row.letter);
    if (!now?.values) return [];
    const values = [...now.values];
    values[i] = value;
    return [{ line: now.line, letter: now.letter, form: now.form, values }];
  });
}

// settle makes a change after which an army is meant to stay without an order, or is not: one step to undo.
async function settle(store: Store, name: string, make: (rows: Row[]) => Change[], stays: () => boolean): Promise<void> {
  const text = textOf(store);
  await change(store, make);
  const { drafts, draft, lang } = store.state, was = staying(store.state), now = stays();
  if (was.includes(name) === now) return;
  const next = { drafts: drafts.map((d) => (d.id === draft ? { ...d, stays: now ? [...was, name] : was.filter((n) => n !== name) } : d)) };
  if (textOf(store) !== text) { store.set(next); return; }
  put(store, next);
  if (now) store.set({ said: { text: `${name}: ${say(lang, 'stays')}`, undo: true } });
}

export const drop = (store: Store, row: Row) =>
  settle(store, row.army ?? '', (rows) => rows.filter((r) => r.line === row.line && r.letter === row.letter).map(erased), () => false);

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
    if (!action) return was ? [erased(was)] : [];
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
