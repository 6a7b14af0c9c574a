// Armies as the page shows them: own ones with what they are ordered to do, others as they were seen.
import type { Action, Change, DeskArmy, Draught, FactArmy, Form, Kind, Opened, Part, Row, Section, Site, Unit } from '../data';
import { steps } from '../paint/hex';
import type { State } from '../state';

// ordersOf are the lines of an army.
export const ordersOf = (rows: readonly Row[], army: string) => rows.filter((r) => r.kind === 'order' && r.army === army && r.form >= 0);

export const formOf = (sections: readonly Section[], letter: string, form: number): Form | undefined =>
  sections.find((s) => s.letter === letter)?.forms[form];

const fold = (s: string) => s.trim().toLowerCase();

// meant is a value as it is compared: places may be written 3/-2 and 3 -2.
const meant = (v: string, kind: string | undefined) => (kind === 'place' ? fold(v).replace(/[\s/]+/g, '/') : fold(v));

// waits are left out at the end of a way.
const waitless = (way: string) => way.replace(/\s+/g, '').replace(/0+$/, '');

// isFlag tells whether a part is a sign behind another, such as that of `V+`: it changes an order, and makes no other of it.
export const isFlag = (p: Part | undefined) => p?.kind === 'choice' && p.tight === true;

// fits tells whether a line does what an action would write; more: how much of it the action says.
function fits(a: Action, r: Row, form: Form | undefined): number {
  if (a.draft.letter !== r.letter || a.draft.form !== r.form || !r.values) return -1;
  let n = 0;
  for (const [i, v] of a.draft.values.entries()) {
    const p = form?.parts[i];
    if (p?.kind === 'path' && /[1-6]/.test(v)) { // it goes this way and no other
      if (waitless(v) !== waitless(r.values[i] ?? '')) return -1;
      n++;
      continue;
    }
    if (v === '' || p?.kind === 'path' || isFlag(p) || a.fields?.some((f) => f.part === i)) continue;
    if (meant(v, p?.kind) !== meant(r.values[i] ?? '', p?.kind)) return -1;
    n++;
  }
  return n;
}

// doing is the action of which a line is; undefined: none that the desk names.
export function doing(actions: readonly Action[] | undefined, r: Row | undefined, sections: readonly Section[]): Action | undefined {
  if (!r) return undefined;
  let best: Action | undefined, most = -1;
  for (const a of actions ?? []) {
    const n = fits(a, r, formOf(sections, a.draft.letter, a.draft.form));
    if (n > most) { most = n; best = a; }
  }
  return best;
}

export const partOf = (form: Form | undefined, kind: string) => form?.parts.findIndex((p) => p.kind === kind) ?? -1;

// wayPart is the part of a form that says where an army marches: directions, or each field.
export const wayPart = (form: Form | undefined) => {
  const i = partOf(form, 'path');
  return i >= 0 ? i : form?.parts.findIndex((p) => p.kind === 'place' && p.again) ?? -1;
};

const step = (opened: Opened | null, from: { h: number; y: number }, d: number) => {
  const s = steps[d - 1]!;
  return opened?.chart?.cells.find((c) => c.h === from.h + s[0] && c.y === from.y + s[1]);
};
const startOf = (opened: Opened | null, army: string | undefined) => {
  const a = standing(opened, army);
  return a && opened?.chart?.cells.find((c) => c.label === a.at);
};
const standing = (opened: Opened | null, army: string | undefined) => opened?.desk?.armies?.find((x) => fold(x.name) === fold(army ?? ''));

// hereOf are the own armies on a field, those apart that are in another.
export const hereOf = (s: Pick<State, 'opened' | 'made'>, at: string) => armiesOf(s).filter((a) => a.at === at && !a.in);

// placeOf is the field that a line is about: the one that it names, that of its army or where that walks first, or the
// only one where it can be done.
export function placeOf({ opened, made }: Mine, r: Row, sites: readonly Site[] = []): string {
  const to = made.find((a) => fold(a.name) === fold(r.army ?? ''))?.to;
  return r.at || to || standing(opened, r.army)?.at || (sites.length === 1 ? sites[0]!.at : '');
}

// led gives lines that name each field of a march its digits, as far as fields touch.
export const led = (opened: Opened | null, rows: Row[]): Row[] => rows.map((r) => {
  const form = formOf(opened?.sections ?? [], r.letter, r.form), i = wayPart(form);
  let at = i >= 0 && form!.parts[i]!.kind === 'place' ? startOf(opened, r.army) : undefined, way = '';
  if (!at) return r;
  for (const label of (r.values?.[i] ?? '').split(' ').filter(Boolean)) {
    const d: number = [1, 2, 3, 4, 5, 6].find((x) => step(opened, at!, x)?.label === label) ?? 0;
    if (!d) break;
    at = step(opened, at!, d); way += d;
  }
  return { ...r, way };
});

// asWay is a way as a part of a line writes it.
export function asWay(opened: Opened, army: string, kind: string, digits: string): string {
  if (kind === 'path') return digits;
  let at = startOf(opened, army);
  return [...digits].flatMap((d) => { at = at && step(opened, at, Number(d)); return at ? [at.label] : []; }).join(' ');
}

// wayOf are the digits of a line's march, without the last waits.
export function wayOf(r: Row | undefined, sections: readonly Section[]): string {
  if (!r?.values) return '';
  if (r.way !== undefined) return r.way;
  const i = partOf(formOf(sections, r.letter, r.form), 'path');
  return i < 0 ? '' : waitless(r.values[i] ?? '');
}

// goalOf is the field to which a line sends an army, where orders name the goal and no way; '': it does not.
export function goalOf(r: Row | undefined, actions: readonly Action[] | undefined, sections: readonly Section[]): string {
  const form = r && formOf(sections, r.letter, r.form), i = partOf(form, 'place');
  return i < 0 || wayPart(form) >= 0 || doing(actions, r, sections)?.code !== 'march' ? '' : (r!.values?.[i] ?? '').trim().replace(/\s+/, '/');
}

// filled are the values for an action: what it says itself, and from an earlier line what has the same name. An action
// with a way of its own leads there.
export function filled(a: Action, sections: readonly Section[], was?: Row): string[] {
  const form = formOf(sections, a.draft.letter, a.draft.form), old = was && formOf(sections, was.letter, was.form);
  return a.draft.values.map((v, i) => {
    const p = form?.parts[i], choice = a.fields?.find((f) => f.part === i);
    const same = (q: Part) => q.kind === p?.kind && q.name === p.name && (q.tight ?? false) === (p.tight ?? false);
    // of several parts of a name, each is kept from its like: who gets units is not who gives them
    const nth = form?.parts.slice(0, i).filter(same).length ?? 0, at = old?.parts.flatMap((q, k) => (same(q) ? [k] : []))[nth] ?? -1;
    const kept = at >= 0 ? was?.values?.[at] ?? '' : '';
    if (p?.kind === 'path') return waitless(v) || kept;
    if (isFlag(p) && was) return kept;
    if (choice && kept !== '' && (!choice.choices || choice.choices.some((c) => fold(c.value) === fold(kept)))) return kept;
    return v !== '' ? v : kept;
  });
}

// written is the change that gives an army this line, in the place of the one it has. One beside others is new, and the
// engine puts it in the place of a line that it would make void.
export const written = (a: Action, values: string[], was?: Row): Change =>
  ({ line: !a.beside && was?.letter === a.draft.letter ? was.line : 0, letter: a.draft.letter, form: a.draft.form, values });

// like tells whether a line is as a draft says; "" fits any value.
export const like = (d: Draught, r: Row) => r.letter === d.letter && r.form === d.form && d.values.every((v, i) => v === '' || fold(v) === fold(r.values?.[i] ?? ''));

// placed is a change of a line, before those of the draft that must come behind it.
export function placed(a: Action, c: Change, rows: readonly Row[]): Change[] {
  const first = c.remove ? undefined : rows.find((r) => r.line !== c.line && (a.before ?? []).some((d) => like(d, r)));
  if (!first || (c.line > 0 && c.line < first.line)) return [c];
  return [...(c.line > 0 ? [{ ...c, remove: true }] : []), { ...c, line: 0, before: first.line }];
}

// ended are the changes that take away what goes with an army's line.
export const ended = (a: Action | undefined, was: Row | undefined, rows: readonly Row[]): Change[] =>
  rows.filter((r) => r !== was && (a?.ends ?? []).some((d) => like(d, r))).map(erased);

// laid is written, where a line can be: one that needs a step and has none goes, and the army stays where it is.
export function laid(a: Action, values: string[], sections: readonly Section[], was?: Row): Change[] {
  const parts = formOf(sections, a.draft.letter, a.draft.form)?.parts ?? [];
  if (!parts.some((p, i) => (p.kind === 'path' ? p.needed && !p.digits : p.kind === 'place' && p.again) && !values[i])) return [written(a, values, was)];
  return was?.letter === a.draft.letter ? [erased(was)] : [];
}

// together is written for an action with lines behind its own. Each stands in the place of the one that it replaces, as
// long as they stay in order: the first is whoever's it names, and the others are the same.
export function together(x: Action, values: string[], rows: readonly Row[]): Change[] {
  let last = 0;
  return [{ ...x.draft, values }, ...(x.then ?? [])].flatMap((d, i) => {
    const same = (r: Row) => r.letter === d.letter && r.form === d.form && (r.values ?? []).every((v, k) => (i === 0 && k > 0) || fold(v) === fold(d.values[k] ?? ''));
    const was = rows.find(same), line = { letter: d.letter, form: d.form, values: d.values };
    if (was && was.line > last) { last = was.line; return [{ line: last, ...line }]; }
    last = Infinity;
    return [...(was ? [erased(was)] : []), { line: 0, ...line }];
  });
}

// paths tells whether orders say on which way an army marches, and not only where to.
export const paths = (a: DeskArmy, sections: readonly Section[]) => (a.actions ?? []).some((x) => wayPart(formOf(sections, x.draft.letter, x.draft.form)) >= 0);

// openParts are the parts of an action that somebody must fill in.
export function openParts(x: Action, sections: readonly Section[]): number[] {
  const f = formOf(sections, x.draft.letter, x.draft.form);
  return x.draft.values.flatMap((v, i) => {
    const p = f?.parts[i];
    return p && v === '' && p.kind !== 'path' && !isFlag(p) && (p.needed || x.fields?.some((y) => y.part === i)) ? [i] : [];
  });
}

export const erased = (r: Row): Change => ({ line: r.line, letter: r.letter, form: r.form, values: r.values ?? [], remove: true });

type Mine = Pick<State, 'opened' | 'made'>;
let mine: { of: Mine; list: readonly DeskArmy[] } | null = null;

// armiesOf are the own armies under the draft: those of the desk, and those that the draft raises.
export function armiesOf({ opened, made }: Mine): readonly DeskArmy[] {
  if (mine?.of.opened === opened && mine.of.made === made) return mine.list;
  const there = opened?.desk?.armies ?? [], by = new Map(made.map((a) => [a.name, a]));
  const list = [...there.map((a) => by.get(a.name) ?? a), ...made.filter((a) => !there.some((b) => b.name === a.name))];
  mine = { of: { opened, made }, list };
  return list;
}

// carried is what the receipt says of an army's lines, and of those of whoever carries it.
export function carried(s: State, a: DeskArmy): string {
  const own = ordersOf(s.rows, a.name), named = [a.in ?? '', ...own.flatMap((r) => r.values ?? [])].map(fold);
  const lines = new Set(s.rows.filter((r) => own.includes(r) || (!!r.army && named.includes(fold(r.army)) && r.form >= 0)).map((r) => r.line));
  return s.checkedOf === s.readOf ? (s.checked?.inForce ?? []).filter((f) => lines.has(f.line)).map((f) => f.text).join(' ') : '';
}

// isGhost tells whether an army is only ordered to be there.
export const isGhost = (s: Mine, a: DeskArmy) => s.made.includes(a) && !s.opened?.desk?.armies?.some((b) => b.name === a.name);

// unused are the values of an order in which an army that is yet to be made has a number that the draft does not use.
export function unused(s: Mine, values: readonly string[], form: Form | undefined, subject = ''): string[] {
  return values.map((v, i) => {
    const number = /^(.*?)(\d+)$/.exec(v);
    if (form?.parts[i]?.kind !== 'army' || v === subject || !number || s.opened?.desk?.armies?.some((a) => a.name === v)) return v;
    const taken = new Set(armiesOf(s).map((a) => a.name));
    let n = Number(number[2]);
    while (taken.has(number[1]! + n)) n++;
    return number[1]! + n;
  });
}

// commandable are the own armies that can be ordered by themselves. Of those in another, they are who can go ashore.
export const commandable = (s: Mine): DeskArmy[] => armiesOf(s).filter((a) => (a.actions ?? []).some((x) => !x.why && (!a.in || x.code === 'land')));

// raises tells whether units are raised in a section. A line that raises an army does not command it.
export const raises = (opened: Opened | null, letter: string) => (opened?.desk?.units ?? []).some((u) => u.action.draft.letter === letter);

// faultsOf are the problems of a line, if the judgement is of the text that is read.
export const faultsOf = (s: Pick<State, 'checked' | 'checkedOf' | 'readOf'>, r: Row | undefined) =>
  (r && s.checkedOf === s.readOf ? (s.checked?.problems ?? []).filter((p) => p.line === r.line) : []);

// staying are those who are meant to stay without an order, by the draft.
export const staying = (s: Texts): readonly string[] => s.drafts?.find((d) => d.id === s.draft)?.stays ?? nobody;
const nobody: readonly string[] = [];
type Texts = Partial<Pick<State, 'drafts' | 'draft'>>;

// idle are those of them without an order who are not meant to stay.
export const idle = (s: Mine & Pick<State, 'rows'> & Texts): DeskArmy[] => {
  const stays = staying(s), busy = new Set(s.rows.filter((r) => r.kind === 'order' && !raises(s.opened, r.letter)).map((r) => r.army));
  return commandable(s).filter((a) => !busy.has(a.name) && !stays.includes(a.name));
};

// kindOf is how an army's kind is called and drawn.
export function kindOf(opened: Opened | null, a: { name: string; kind?: string }): Kind | undefined {
  const kinds = opened?.desk?.kinds ?? {}, code = a.kind || a.name.split(' ')[0]!;
  return Object.hasOwn(kinds, code) ? kinds[code] : undefined;
}

// seenAs is how an army is drawn of which an event tells only the name: as the newest report until the shown one has it.
export function seenAs({ opened, table, past, turn }: Pick<State, 'opened' | 'table' | 'past' | 'turn'>, a: { name: string; kind?: string; id?: string }): Kind | undefined {
  const there = [...past, ...(table ? [table] : [])].filter((t) => turn < 0 || t.facts.turn <= turn).reverse();
  const known = kindOf(opened, a) || !a.id ? undefined : there.flatMap((t) => t.facts.armies).find((b) => b.id === a.id && b.kind);
  return kindOf(opened, known ?? a);
}

// sized gives the size of own armies: their men, or the number that their counters show in a game where armies have none.
export function sized({ opened, table }: Pick<State, 'opened' | 'table'>): (a: Pick<DeskArmy, 'name' | 'men'>) => number | undefined {
  const told = new Map((table?.facts.armies ?? []).filter((a) => a.realm === table!.realm && !a.unknown).map((a) => [a.name, sizeOf(opened, a)]));
  return (a) => a.men ?? told.get(a.name);
}
export const sizeOf = (opened: Opened | null, a: FactArmy) => a.men ?? a.values?.[opened?.desk?.shows ?? ''];

// sizeName is what that number is called; '': it is men.
export const sizeName = ({ opened, table }: Pick<State, 'opened' | 'table'>) => table?.facts.names?.[opened?.desk?.shows ?? ''] ?? '';

export interface Seen { army: FactArmy; at: string }

// others are armies of others that the report tells of, with a place.
export const others = (s: Pick<State, 'table'>): FactArmy[] =>
  (s.table?.facts.armies ?? []).filter((a) => a.at && (a.unknown || a.realm !== s.table!.realm));

// letterOf is the key of an action, and what a counter shows of it: the letter that orders write, or one by its code.
export function letterOf(a: Action, sections: readonly Section[]): string {
  const form = formOf(sections, a.draft.letter, a.draft.form);
  const own = a.draft.values.find((v, i) => form?.parts[i]?.kind === 'choice' && /^\p{L}$/u.test(v));
  return own?.toUpperCase() ?? (Object.hasOwn(letters, a.code) ? letters[a.code]! : '');
}

const letters: Record<string, string> = {
  march: 'M', move: 'M', hold: 'V', defend: 'V', attack: 'A', shoot: 'F', fire: 'F', plunder: 'P', conquer: 'E', build: 'B', forage: 'O', heal: 'L',
};

// badgeOf is what a counter shows of an army's order; "!": it has none, and is not meant to stay.
export function badgeOf(a: DeskArmy, rows: readonly Row[], sections: readonly Section[], opened: Opened | null = null, stays = nobody): string {
  const r = ordersOf(rows, a.name).find((x) => !raises(opened, x.letter));
  if (!r) return stays.includes(a.name) ? '✓' : '!';
  const does = doing(a.actions, r, sections);
  return (does && letterOf(does, sections)) || '✓';
}

// makes tells whether a line is of an action; an army that is named in it may have another number.
export function makes(action: Action, r: Row, sections: readonly Section[]): boolean {
  const i = partOf(formOf(sections, action.draft.letter, action.draft.form), 'army');
  if (i < 0 || !action.draft.values[i]) return doing([action], r, sections) !== undefined;
  const kind = (v: string | undefined) => (v ?? '').trim().split(' ')[0]!.toLowerCase();
  const values = action.draft.values.map((v, k) => (k === i ? r.values?.[i] ?? '' : v));
  return kind(action.draft.values[i]) === kind(r.values?.[i]) && doing([{ ...action, draft: { ...action.draft, values } }], r, sections) !== undefined;
}

// raisesIt tells whether a line builds or raises something, by the usual order or by another one.
export const raisesIt = (of: { action: Action; also?: Draught[] }, r: Row, sections: readonly Section[]): boolean =>
  [of.action.draft, ...of.also ?? []].some((draft) => makes({ ...of.action, draft }, r, sections));

// countPart is the part of a line that says how many; −1: it has none.
export const countPart = (sections: readonly Section[], { letter, form }: { letter: string; form: number }): number =>
  formOf(sections, letter, form)?.parts.findIndex((p) => p.kind === 'number' && p.needed) ?? -1;

// raised are what lines of the draft recruit, and where.
export function raised(opened: Opened | null, rows: readonly Row[]): { unit: Unit; at: string; row: Row; men?: number }[] {
  const sections = opened?.sections ?? [];
  return rows.filter((r) => r.kind === 'order' && raises(opened, r.letter)).flatMap((r) => {
    const unit = (opened?.desk?.units ?? []).find((u) => raisesIt(u, r, sections)), at = unit && placeOf({ opened, made: [] }, r, unit.sites);
    if (!unit || !at) return [];
    return [{ unit, at, row: r, men: Number(r.values?.[countPart(sections, r)]) || undefined }];
  });
}
