// Recruiting: the boxes in which it is typed how many, and the lines of the draft that each of them writes.
import type { Action, Change, DeskArmy, Draught, Opened, Row, Section, Unit } from '../data';
import type { Store } from '../state';
import { armiesOf, countPart, doing, erased, formOf, partOf, unused } from './armies';
import { begun, leaves, linesOf } from './build';
import { change } from './desk';

// Box is one of them, by a key of its own. lines are all lines of the draft that raise what it is for; begins is what a
// new one is made of, null: there can be none.
export interface Box { key: string; lines: (rows: readonly Row[]) => Row[]; begins: () => Draught | null }

// raises is the box of a unit at a place: it is for new armies, and leaves those that are reinforced.
export const raises = (store: Store, u: Unit, at: string): Box => ({
  key: `${at} ${u.code}`,
  lines: (rows) => linesOf(store, rows, u, at).filter((r) => !reinforced(store).some(({ action }) => reinforces(store, action, r))),
  begins: () => { const site = u.sites?.find((s) => s.at === at); return site ? begun(store, u.action, site) : null; },
});

// again is the box of an army that gets more men.
export const again = (store: Store, { army, action }: Reinforced): Box => ({
  key: `+ ${army.name}`, lines: (rows) => rows.filter((r) => r.kind === 'order' && reinforces(store, action, r)), begins: () => action.draft,
});

const reinforces = (store: Store, action: Action, r: Row) => doing([action], r, store.state.opened!.sections) !== undefined;

// reinforced are the armies that can get more men, with the order that does it.
export interface Reinforced { army: DeskArmy; action: Action }
export const reinforced = (store: Store): Reinforced[] =>
  armiesOf(store.state).flatMap((army) => (army.actions ?? []).filter((x) => x.code === 'reinforce').map((action) => ({ army, action })));

// edited are the lines that a box edits: the first, with those that raise the same army.
export const edited = (lines: Row[]): Row[] => lines.filter((r) => r.army === lines[0]!.army && r.form === lines[0]!.form);

// counted is how many lines raise.
export const counted = (sections: readonly Section[], list: readonly Row[]) => list.reduce((sum, r) => sum + (Number(r.values?.[countPart(sections, r)]) || 0), 0);

// numbered is a line with another number; without one it goes.
const numbered = (sections: readonly Section[], r: Row, count: string): Change =>
  (count === '' ? erased(r) : { line: r.line, letter: r.letter, form: r.form, values: r.values!.map((x, k) => (k === countPart(sections, r) ? count : x)) });

const digits = (v: string) => v.replace(/\D/g, '').replace(/^0+/, '');

// emptied are the lines that boxes have lost, by their keys, while the same data lie here: a number typed again brings back
// the line as it was, also what no box is for, such as its garrison.
const emptied = new WeakMap<Opened, Map<string, Draught>>();
const emptiedOf = (opened: Opened) => emptied.get(opened) ?? emptied.set(opened, new Map<string, Draught>()).get(opened)!;

// fill types a number into a box: the lines that it edits become one, and without a number none.
export const fill = (store: Store, box: Box, v: string): Promise<void> => change(store, (now) => {
  const opened = store.state.opened!, { sections } = opened, gone = emptiedOf(opened), count = digits(v), [was, ...more] = edited(box.lines(now));
  if (was?.values) {
    if (count === '') gone.set(box.key, { letter: was.letter, form: was.form, values: was.values });
    return [numbered(sections, was, count), ...more.map(erased)];
  }
  const kept = gone.get(box.key), begins = box.begins(), i = kept ? partOf(formOf(sections, kept.letter, kept.form), 'army') : -1;
  const draft = count === '' ? null : kept && !(begins && leaves(store, kept.values[i] ?? '')) ? kept : begins;
  if (!draft) return [];
  const values = unused(store.state, draft.values, formOf(sections, draft.letter, draft.form));
  return [{ line: 0, ...draft, values: values.map((x, k) => (k === countPart(sections, draft) ? count : x)) }];
});
