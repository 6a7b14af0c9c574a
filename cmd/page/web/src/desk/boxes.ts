// The boxes of a form. What is typed into them stays there until it is taken, and becomes one line then: a line of which
// a part is missing may be another order, or none.
import type { Draught, Form, Row } from '../data';
import type { Store } from '../state';
import { change } from './desk';

// asked are the parts of a form that somebody can fill in; a word that is always there is none of them.
export const asked = (f: Form | undefined) => (f?.parts ?? []).map((p, i) => [p, i] as const).filter(([p]) => !(p.kind === 'choice' && p.needed && (p.choices ?? []).length === 1));

// whole tells whether a line can be written of what is in the boxes.
export const whole = (form: Form | undefined, values: readonly string[]) => asked(form).every(([p, i]) => !p.needed || (p.kind === 'path' && p.digits) || (values[i] ?? '').trim() !== '');

// typed are the values with another one in a box.
export const typed = (values: readonly string[], i: number, v: string) => values.map((x, k) => (k === i ? v : x));

// take writes a line: a new one, or in the place of one that is still as it was read.
export const take = (store: Store, draft: Draught, was?: Row): Promise<void> => change(store, (rows) =>
  (was && !rows.some((r) => r.line === was.line && r.letter === was.letter && r.form === was.form && r.values?.join('\n') === was.values?.join('\n')) ? [] : [{ ...draft, line: was?.line ?? 0 }]));
