// Orders in the editor: colours and completion, by the lines as the engine reads them. Sections, forms and examples are
// the engine's, names those of the facts; no rulebook is known here.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { StateEffect, StateField } from '@codemirror/state';
import type { Range, Text } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import type { Facts, Opened, Row, Section } from '../data';
import { known } from './fill';
import { blank } from './identity';
import { columnAt } from './places';

const escape = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const styles: Partial<Record<Row['kind'], string>> = { head: 'o-head', end: 'o-head', to: 'o-to', text: 'o-text', stray: 'o-comment', comment: 'o-comment', identity: 'o-meta' };
const most = 5000; // lines that are coloured

// wordsOf finds the words of an order line; names are those of own armies.
function wordsOf(names: readonly string[]): RegExp {
  const own = [...names].sort((a, b) => b.length - a.length).slice(0, 400), one = (list: string[]) => list.map(escape).join('|') || '(?!)';
  // one that is called by a number is meant only where a line begins
  return new RegExp(`(?<army>(?:(?<=^\\s*)(?:${one(own)})|(?<![\\p{L}\\d_])(?:${one(own.filter((n) => !/^\d+$/.test(n)))}))(?![\\p{L}\\d_]))|(?<number>(?<![\\p{L}\\d_.])-?\\d[\\d.,]*)|(?<word>[\\p{L}_][\\p{L}\\d_.]*)`, 'giu');
}

// coloured gives the lines of a text their colours.
function coloured(doc: Text, rows: readonly Row[], names: readonly string[]): DecorationSet {
  const out: Range<Decoration>[] = [], words = wordsOf(names);
  const mark = (from: number, to: number, style: string) => { if (to > from) out.push(Decoration.mark({ class: style }).range(from, to)); };
  for (const r of rows.slice(0, most)) {
    if (r.line > doc.lines) break;
    const { from, to, text } = doc.line(r.line), style = styles[r.kind];
    if (r.kind === 'identity') {
      const hole = blank.exec(text), at = from + (hole?.index ?? text.length), end = at + (hole?.[0].length ?? 0);
      mark(from, at, 'o-meta'); mark(at, end, 'o-mark'); mark(end, to, 'o-meta');
    } else if (style) mark(from, to, style);
    if (r.kind !== 'order') continue;
    const end = r.note ? columnAt(text, r.note) : text.length;
    for (const m of text.slice(0, end).matchAll(words)) mark(from + m.index, from + m.index + m[0].length, m.groups!['army'] ? 'o-army' : m.groups!['number'] ? 'o-number' : 'o-word');
    mark(from + end, to, 'o-comment');
  }
  return Decoration.set(out);
}

// reads tells the editor what the engine took its lines for.
export const reads = StateEffect.define<{ rows: readonly Row[]; names: readonly string[] }>();

// colours are classes, which the page's sheet for the shadow root gives colours for light and dark.
export const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(was, tr) {
    for (const e of tr.effects) if (e.is(reads)) return coloured(tr.state.doc, e.value.rows, e.value.names);
    return was.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

export interface Told { opened: Opened | null; facts: Facts | null; rows: readonly Row[] }

// heads are what opens a section.
const heads = (sections: readonly Section[]): Completion[] => [
  ...sections.map((s) => ({ label: `$${s.letter}`, detail: s.names.join(', '), type: 'keyword' })),
  { label: '$E', type: 'keyword' },
];

// recipients are whom a message can go to, by the forms of its section.
const recipients = (o: Opened, s: Section): Completion[] => s.forms.flatMap(({ parts: [first, second] }) => (first?.choices ?? []).flatMap((label) =>
  (second?.kind !== 'realm' ? [{ label, type: 'keyword' }] : o.realms.filter((r) => r.number !== o.realm && !r.fallen)
    .map((r) => ({ label: label + r.number, detail: r.name, type: 'variable' })))));

// words are what may stand in a line of a section.
function words(s: Section, { opened, facts }: Told): Completion[] {
  const out = new Map<string, Completion>();
  const add = (label: string, type: string, detail?: string, boost = 0) => {
    if (label.trim() !== '' && !out.has(label)) out.set(label, { label, type, detail, boost });
  };
  const { armies, places } = known(facts, opened?.chart ?? null);
  const parts = s.forms.flatMap((f) => f.parts);
  const has = (kind: string) => parts.length === 0 || parts.some((p) => p.kind === kind);
  if (has('army')) for (const a of armies) add(a.name, 'variable', a.at, 3);
  for (const p of parts) for (const c of p.choices ?? []) add(c, 'keyword', p.title, 2);
  if (has('realm')) for (const r of opened?.realms ?? []) if (r.number !== opened!.realm) add(String(r.number), 'constant', r.name);
  if (has('place')) {
    const apart = parts.some((p) => p.kind === 'place' && p.apart);
    for (const label of places.slice(0, 300)) add(apart ? label.replace('/', ' ') : label, 'constant');
  }
  for (const e of s.examples) {
    for (const w of e.replace(/;.*/, '').split(/\s+/)) if (/\p{L}{2}/u.test(w)) add(w, 'keyword', undefined, -1);
  }
  return [...out.values()];
}

// completing offers what can be written at a place.
export const completing = (told: () => Told) => (c: CompletionContext): CompletionResult | null => {
  const { opened, rows } = told();
  if (!opened) return null;
  const line = c.state.doc.lineAt(c.pos);
  const before = line.text.slice(0, c.pos - line.from);
  const sections = opened.sections;
  if (/^\s*\$\p{L}*$/u.test(before)) return { from: line.from + before.indexOf('$'), options: heads(sections) };
  const here = rows[line.number - 1], above = rows[line.number - 2];
  if (here?.kind === 'comment' || (here?.note && before.length > columnAt(line.text, here.note))) return null;
  const section = sections.find((s) => s.letter === above?.letter);
  if (section?.kind === 'messages') return /^#\w*$/.test(before) ? { from: line.from, options: recipients(opened, section) } : null;
  if (section?.kind === 'prose') return null;
  if (!section) return c.explicit && before.trim() === '' ? { from: c.pos, options: heads(sections) } : null;
  const word = /[\p{L}\d_./-]*$/u.exec(before)![0];
  if (/^[\d./-]*$/.test(word) && !c.explicit) return null;
  const options = words(section, told());
  if (before.trim() === word) {
    options.push(...section.examples.map((e) => ({ label: e, type: 'text', boost: -2 })));
  }
  return { from: c.pos - word.length, options, validFor: /^[\p{L}\d_./-]*$/u };
};
