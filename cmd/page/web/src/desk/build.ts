// Building and recruiting: where something can be had, what the purse lacks for it, and the line that orders it there.
import type { Action, Amount, Change, Draught, Field, Opened, Row, Site, Unit, Work } from '../data';
import type { State, Store } from '../state';
import { say } from '../words';
import { erased, formOf, ordersOf, partOf, placeOf, raisesIt, unused, wayOf } from './armies';
import { change } from './desk';
import { number, purse } from './numbers';

// begun is the order for a site: the draft that it brings, or the action's with the place and the border filled in.
export function begun(store: Store, action: Action, site: Site): Draught {
  const { letter, form: n } = site.draft ?? action.draft, form = formOf(store.state.opened!.sections, letter, n);
  if (site.draft) {
    const i = partOf(form, 'army');
    const values = site.new !== undefined && leaves(store, site.draft.values[i] ?? '') ? site.draft.values.map((v, k) => (k === i ? site.new! : v)) : site.draft.values;
    return { ...site.draft, values: unused(store.state, values, form) };
  }
  const values = unused(store.state, action.draft.values, form);
  const at = partOf(form, 'place'), way = partOf(form, 'path');
  if (at >= 0 && !values[at]) values[at] = site.at;
  if (way >= 0 && !values[way] && site.edge) values[way] = String(site.edge);
  return { ...action.draft, values };
}

// leaves tells whether an army of the report is sent away by the draft.
export const leaves = ({ state: { rows, opened } }: Store, army: string) =>
  !!opened?.desk?.armies?.some((a) => a.name === army) && ordersOf(rows, army).some((r) => wayOf(r, opened!.sections) !== '');

// left are the changes for men who were to join an army that is sent away: they become an army where they are raised.
export const left = (store: Store, rows: readonly Row[], army: string): Change[] =>
  (store.state.opened?.desk?.units ?? []).flatMap((u) => (u.sites ?? []).flatMap((s) => (s.new === undefined ? [] : linesOf(store, rows, u, s.at)
    .filter((r) => r.values?.includes(army)).map((r) => ({ line: r.line, letter: r.letter, form: r.form, values: r.values!.map((v) => (v === army ? s.new! : v)) })))));

// linesOf are the lines of the draft that build or raise something at a place.
export const linesOf = (store: Store, rows: readonly Row[], of: Unit | Work, at: string) =>
  rows.filter((r) => r.kind === 'order' && raisesIt(of, r, store.state.opened!.sections) && placeOf(store.state, r, of.sites) === at);

// alike tells whether two orders are of one kind.
export const alike = ({ draft: a }: Action, { draft: b }: Action) => a.letter === b.letter && a.form === b.form;

// sitesOf are the places of a work. Who builds it with an army builds where that walks first.
export function sitesOf(s: Pick<State, 'opened' | 'made'>, work: Work): Site[] {
  const { draft } = work.action, i = partOf(formOf(s.opened?.sections ?? [], draft.letter, draft.form), 'army'), sites = [...work.sites ?? []];
  for (const a of s.made) {
    const builds = a.to === undefined ? undefined : a.actions?.find((x) => alike(x, work.action)), was = sites.findIndex((x) => x.at === a.at);
    if (!builds || was < 0) continue;
    const choice = builds.fields?.flatMap((f) => f.choices?.filter((c) => c.value === draft.values[f.part]) ?? [])[0], why = choice?.why ?? builds.why;
    sites[was] = { at: a.to!, draft: { ...draft, values: draft.values.map((v, k) => (k === i ? a.name : v)) }, ...(why ? { why } : {}) };
  }
  return sites;
}

// placesOf are the fields where a work can be built, each once, of its sites.
export const placesOf = (sites: readonly Site[]): Site[] => {
  const free = sites.filter((s) => !s.why && s.at !== '');
  return free.filter((s, i) => free.findIndex((o) => o.at === s.at) === i);
};

// lacks is what the purse lacks for a price, in words; '': nothing.
export function lacks(s: State, price: readonly Amount[] = []): string {
  const money = purse(s), p = price.find((x) => money.some((m) => m.code === x.code && x.amount > m.left));
  return p ? say(s.lang, 'short', { n: number(s.lang, p.amount - money.find((m) => m.code === p.code)!.left) }) : '';
}

// priced are the choices of a part of an order, with what the desk asks for those that it builds or raises; undefined: none of them.
export function priced({ desk, sections }: Opened, letter: string, form: number, i: number): Field | undefined {
  const of = [...desk?.works ?? [], ...desk?.units ?? []].filter(({ action: { draft } }) => draft.letter === letter && draft.form === form);
  const choices = (formOf(sections, letter, form)?.parts[i]?.choices ?? []).map((value) => {
    const w = of.find((x) => x.action.draft.values[i] === value);
    return { value, name: value, price: w && [...w.price ?? [], ...('once' in w ? w.once ?? [] : [])] };
  });
  return choices.some((c) => c.price) ? { part: i, choices: choices.map(({ price, ...c }) => (price ? { ...c, price } : c)) } : undefined;
}

// toggle builds a work at a site, or takes it back.
export function toggle(store: Store, work: Work, site: Site): Promise<void> {
  const no = site.why?.text ?? lacks(store.state, site.price ?? work.price);
  if (no && linesOf(store, store.state.rows, work, site.at).length === 0) { store.say(`${work.name}: ${no}`); return Promise.resolve(); }
  return change(store, (now) => {
    const lines = linesOf(store, now, work, site.at);
    return lines.length > 0 ? lines.map(erased) : [{ line: 0, ...begun(store, work.action, site) }];
  });
}
