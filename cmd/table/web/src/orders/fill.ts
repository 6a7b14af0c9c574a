// A form and its line: what was filled in becomes a line, and a line becomes what was filled in. Which part is
// an army, a field or a march, the engine says.
import type { Chart, Facts, Form, Part } from '../data';
import { fold, withoutComment } from './sheet';

// Values are what is filled in, by the place of the part; of a part that may come again, parted by blanks.
export type Values = string[];

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

const apart = (label: string) => label.replace('/', ' ');

// written is what a part looks like in the line.
function written(part: Part, value: string): string {
  const v = value.trim().replace(/\s+/g, ' ');
  if (v === '') return '';
  switch (part.kind) {
    case 'place': return part.apart ? v.split(' ').map(apart).join(' ') : v;
    case 'path': return part.digits ? v.padEnd(part.digits, '0') : v;
    default: return v;
  }
}

// constant is the word of a part that is always there; null: it is another part.
export const constant = (p: Part) => (p.kind === 'choice' && p.needed && p.choices?.length === 1 ? p.choices[0]! : null);

// lineOf is the line of a form. Parts that are missing are left out.
export function lineOf(form: Form, values: Values): string {
  let line = '';
  form.parts.forEach((part, i) => {
    // a path that is asked for and has no step stays where it is
    const value = part.kind === 'path' && part.digits && !values[i] ? '0' : constant(part) ?? values[i] ?? '';
    const w = written(part, value);
    if (w !== '') line += (line === '' || part.tight ? '' : ' ') + w;
  });
  return line;
}

// lacking are the parts that the form needs and that are not filled in.
export const lacking = (form: Form, values: Values): Part[] =>
  form.parts.filter((p, i) => p.needed && (values[i] ?? '').trim() === '' && !(p.kind === 'path' && p.digits) && constant(p) === null);

// take takes what a part can be off the front of a line; null: it does not begin with such.
function take(part: Part, rest: string, k: Known): [value: string, rest: string] | null {
  const by = (re: RegExp, make = (m: RegExpExecArray) => m[0]): [string, string] | null => {
    const m = re.exec(rest);
    return m ? [make(m), rest.slice(m[0].length)] : null;
  };
  switch (part.kind) {
    case 'army': {
      const has = k.armies.map((a) => a.name).filter((n) => fold(rest).startsWith(fold(n)) && /^(\s|$)/.test(rest.slice(n.length)))
        .sort((a, b) => b.length - a.length)[0];
      if (has !== undefined) return [has, rest.slice(has.length)];
      // one that is only made by these orders is called as the others are
      return (k.armies.some((a) => a.name.includes(' ')) && by(/^\S*[^\s\d]\S*\s+\d+(?=\s|$)/)) || by(/^\S+/);
    }
    case 'place':
      if (part.apart) return by(/^(-?\d+)\s+(-?\d+)/, (m) => `${m[1]}/${m[2]}`);
      return by(/^(?=\S*\d)\S+/);
    case 'path': return by(/^[0-6]+(?=\s|$|[^\d])/, (m) => (part.digits ? m[0].replace(/0+$/, '') : m[0]));
    case 'realm': return by(/^\d{1,4}(?=\s|$)/);
    case 'number': return by(/^[-+]?\d[\d.,]*/);
    case 'sign': return by(/^[-+]/);
    case 'text': return rest === '' ? null : [rest, ''];
    case 'choice': {
      const has = (part.choices ?? []).filter((c) => fold(rest).startsWith(fold(c)) &&
        !(/[\p{L}\d_]$/u.test(c) && /^[\p{L}\d_]/u.test(rest.slice(c.length)))).sort((x, y) => y.length - x.length)[0];
      if (has !== undefined) return [has, rest.slice(has.length)];
      // shortened, or in the plural
      const word = /^[\p{L}_]*/u.exec(rest)![0], w = fold(word);
      const near = w.length < 3 ? undefined : (part.choices ?? []).find((c) => fold(c).startsWith(w) ||
        (c.length > 3 && w.startsWith(fold(c)) && w.length <= fold(c).length + 2));
      return near === undefined ? null : [near, rest.slice(word.length)];
    }
    default: return by(/^[^\s+-]\S*?(?=[-+]?(\s|$))/) ?? by(/^\S+/);
  }
}

// valuesOf reads a line by a form; null: it is none of that form.
export function valuesOf(form: Form, line: string, k: Known): Values | null {
  const read = (i: number, rest: string): Values | null => {
    rest = rest.trimStart();
    if (i === form.parts.length) return rest === '' ? [] : null;
    const part = form.parts[i]!;
    const tries: [string, string][] = [];
    const first = rest === '' ? null : take(part, rest, k);
    if (first) {
      tries.push(first);
      for (let last = first; part.again && tries.length < 40;) {
        const more = last[1].trim() === '' ? null : take(part, last[1].trimStart(), k);
        if (!more) break;
        tries.push(last = [`${last[0]}${part.kind === 'path' ? '' : ' '}${more[0]}`, more[1]]);
      }
    }
    for (const [value, left] of tries.reverse()) {
      const others = read(i + 1, left);
      if (others) return [value, ...others];
    }
    const others = part.needed ? null : read(i + 1, rest);
    return others && ['', ...others];
  };
  return read(0, withoutComment(line));
}

// formOf finds the form of a line: the first that it is of. Others are the same forms in another language: words in
// that count, too.
export function formOf(forms: readonly Form[], line: string, k: Known, others: readonly Form[] = []): { form: Form; values: Values } | null {
  for (const form of forms) {
    const values = valuesOf(form, line, k);
    if (values) return { form, values };
  }
  for (const [i, other] of others.entries()) {
    const form = forms[i], values = form && valuesOf(other, line, k);
    if (!form || !values || form.parts.length !== other.parts.length) continue;
    return { form, values: values.map((v, j) => translated(other.parts[j]!, form.parts[j]!, v)) };
  }
  return null;
}

// translated is a word of a choice as the same choice in another language has it.
function translated(from: Part, to: Part, value: string): string {
  if (from.kind !== 'choice' || from.choices?.length !== to.choices?.length) return value;
  return value.split(' ').map((v) => to.choices![from.choices!.findIndex((c) => fold(c) === fold(v))] ?? v).join(' ');
}

// sampleOf shows what a form is for: its example, if that is in the words of the form, or these with dots for what
// is filled in.
export function sampleOf(form: Form): string {
  const said = fold(form.example);
  const own = form.parts.every((p) => !p.needed || !p.choices || p.choices.some((c) => said.includes(fold(c))));
  if (form.example !== '' && own) return form.example;
  return form.parts.map((p) => constant(p) ?? (p.choices && p.choices.length < 4 ? p.choices.join('/') : '…')).join(' ');
}

// startOf is the field where the march or road of a form begins: its army's, or the field it names.
export function startOf(form: Form, values: Values, k: Known): string {
  for (let i = 0; i < form.parts.length; i++) {
    if (form.parts[i]!.kind === 'army') return k.armies.find((a) => fold(a.name) === fold(values[i] ?? ''))?.at ?? '';
  }
  const place = form.parts.findIndex((p) => p.kind === 'place');
  return place < 0 ? '' : values[place] ?? '';
}

const steps = [[0, 0], [1, 1], [2, 0], [1, -1], [-1, -1], [-2, 0], [-1, 1]] as const;

// walked are the fields of a march, the first where it begins: as far as the map is known.
export function walked(chart: Chart | null, start: string, digits: string): string[] {
  const from = chart?.cells.find((c) => c.label === start);
  if (!chart || !from) return [];
  let { h, y } = from;
  const out = [start];
  for (const d of digits) {
    const step = steps[Number(d)];
    if (!step || d === '0') continue;
    h += step[0];
    y += step[1];
    const cell = chart.cells.find((c) => c.h === h && c.y === y);
    if (!cell) break;
    out.push(cell.label);
  }
  return out;
}

// marched are the digits after the way was changed on the map: steps are added at the end or taken from it; weeks of
// waiting between steps stay.
export function marched(chart: Chart | null, digits: string, before: string[], after: string[]): string {
  let common = 0;
  while (common < before.length && common < after.length && before[common] === after[common]) common++;
  let kept = '', left = Math.max(0, common - 1);
  for (const d of digits) {
    if (d !== '0') { if (left === 0) break; left--; }
    kept += d;
  }
  if (common < before.length) kept = kept.replace(/0+$/, '');
  const at = (label: string | undefined) => chart?.cells.find((c) => c.label === label);
  for (let i = Math.max(1, common); i < after.length; i++) {
    const a = at(after[i - 1]), b = at(after[i]);
    const d = a && b ? steps.findIndex(([h, y]) => a.h + h === b.h && a.y + y === b.y) : -1;
    if (d < 1) break;
    kept += d;
  }
  return kept;
}

// titleOf is what a part is called; one that has no title is called by what may be there.
export const titleOf = (p: Part) => p.title || (p.choices ?? []).join(' / ');
