// Letters and free texts of a draft: the engine says which lines they are, and writes them.
import type { Change, FactLetter, Row, Section, Table } from '../data';

const textForm = (s: Section) => s.forms.findIndex((f) => f.parts.length === 1 && f.parts[0]!.kind === 'text');

// headOf is the line that says to whom a letter goes: a realm's number, or A to all, M to the game master.
function headOf(s: Section, to: string): Change | undefined {
  for (const [form, f] of s.forms.entries()) {
    const realm = f.parts.some((p) => p.kind === 'realm'), all = f.parts[0]?.choices ?? [];
    if (realm !== /^\d+$/.test(to)) continue;
    const values = f.parts.map((p) => (p.kind === 'realm' ? to : realm ? p.choices?.[0] ?? '' : all.find((c) => c.endsWith(to)) ?? ''));
    if (values.every((v) => v !== '')) return { line: 0, letter: s.letter, form, values };
  }
  return undefined;
}

// composed are the changes that add a letter, or a free text, to a draft.
export function composed(s: Section, to: string, text: string): Change[] {
  const head = s.kind === 'messages' ? headOf(s, to) : undefined, body = { line: 0, letter: s.letter, form: textForm(s), values: [text] };
  return s.kind === 'messages' ? (head ? [head, body] : []) : [body];
}

export interface Letter { lines: number[]; text: string } // lines from 1

// letters are those of a draft to somebody.
export function letters(rows: readonly Row[], text: string, s: Section, to: string): Letter[] {
  const lines = text.split('\n'), whom = headOf(s, to), out: Letter[] = [];
  let open: Letter | null = null;
  for (const r of rows) {
    if (r.letter !== s.letter || (r.kind !== 'to' && r.kind !== 'text')) { open = null; continue; }
    if (r.kind === 'to') {
      if (r.form < 0) { open?.lines.push(r.line); open = null; continue; } // it ends there
      open = whom && r.form === whom.form && r.values?.join(' ') === whom.values.join(' ') ? { lines: [], text: '' } : null;
      if (open) out.push(open);
    } else if (open) open.text += `${open.lines.length > 1 ? '\n' : ''}${lines[r.line - 1] ?? ''}`;
    open?.lines.push(r.line);
  }
  return out.map((l) => ({ ...l, text: l.text.trim() }));
}

// gone takes a letter out of a draft.
export const gone = (s: Section, l: Letter): Change[] => l.lines.map((line) => ({ line, letter: s.letter, form: -1, values: [], remove: true }));

export interface Past extends FactLetter { mine: boolean; title?: string; at?: string } // of a report, or passed on at once

// conversation is what was written between the realm and another, in order; A: to all and rumours, M: the game master.
// A letter that was passed on at once is in the data of two turns.
export function conversation(tables: readonly Table[], who: string): Past[] {
  const n = Number(who), out: (Past & { turn: number })[] = [], once = new Set<string>();
  const mine = (l: FactLetter) => (who === 'A' ? l.all : who === 'M' ? l.master : n > 0 && l.to === n);
  const theirs = (l: FactLetter) => (who === 'A' ? l.all || !l.from : l.from === n);
  for (const { realm, facts: f, passed } of tables) {
    const of = { turn: f.turn + 0.5, title: f.title }; // after what was passed on in that turn
    out.push(...(f.sent ?? []).filter(mine).map((l) => ({ ...l, ...of, mine: true })), ...f.letters.filter(theirs).map((l) => ({ ...l, ...of, mine: false })));
    for (const l of passed ?? []) {
      const key = JSON.stringify(l), own = l.from === realm;
      if (once.has(key) || !(own ? mine(l) : theirs(l))) continue;
      once.add(key);
      out.push({ ...l, mine: own });
    }
  }
  return out.sort((a, b) => a.turn - b.turn);
}

export interface Differs { letter: string; gone: string[]; come: string[] }

// changes is what differs from earlier orders, by section. The order of lines and their comments do not matter.
export function changes(before: readonly Row[], was: string, after: readonly Row[], now: string): Differs[] {
  const of = (rows: readonly Row[], text: string) => {
    const lines = text.split('\n'), out = new Map<string, Map<string, string[]>>();
    for (const r of rows) {
      const line = (lines[r.line - 1] ?? '').trim();
      if (line === '' || !['order', 'to', 'text'].includes(r.kind) || (r.kind === 'to' && r.form < 0)) continue;
      const key = r.form < 0 ? line : JSON.stringify([r.form, r.values]), own = out.get(r.letter) ?? new Map<string, string[]>();
      own.set(key, [...(own.get(key) ?? []), line]);
      out.set(r.letter, own);
    }
    return out;
  };
  const a = of(before, was), b = of(after, now);
  const minus = (x: Map<string, string[]> | undefined, y: Map<string, string[]> | undefined) => [...(x ?? [])].flatMap(([key, list]) => list.slice(y?.get(key)?.length ?? 0));
  return [...new Set([...a.keys(), ...b.keys()])].map((letter) => ({ letter, gone: minus(a.get(letter), b.get(letter)), come: minus(b.get(letter), a.get(letter)) }))
    .filter((c) => c.gone.length + c.come.length > 0);
}
