// The order language in the editor: colours and completion. Sections, forms and examples are the engine's, names
// those of the facts; no rulebook is known here.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { Facts, Opened, Section } from '../data';
import { known } from './fill';
import { Reader, rows } from './sheet';
import type { RowKind } from './sheet';

const escape = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// language colours a text of orders; names are those of own armies.
export function language(sections: readonly Section[], names: readonly string[]) {
  const own = [...names].sort((a, b) => b.length - a.length).slice(0, 400);
  const one = (list: string[]) => (list.length > 0 ? new RegExp(`^(?:${list.map(escape).join('|')})(?![\\p{L}\\d_])`, 'iu') : null);
  // one that is called by a number is meant only where a line begins
  const first = one(own), army = one(own.filter((n) => !/^\d+$/.test(n)));
  return StreamLanguage.define<{ reader: Reader; kind: RowKind }>({
    name: 'orders',
    startState: () => ({ reader: new Reader(sections), kind: 'blank' }),
    copyState: (s) => ({ reader: s.reader.copy(), kind: s.kind }),
    blankLine: (s) => { s.kind = s.reader.read(''); },
    token(stream, s) {
      if (stream.sol()) s.kind = s.reader.read(stream.string);
      switch (s.kind) {
        case 'head': case 'end': stream.skipToEnd(); return 'heading';
        case 'to': stream.skipToEnd(); return 'labelName';
        case 'text': stream.skipToEnd(); return 'string';
        case 'stray': case 'comment': stream.skipToEnd(); return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^;.*/)) return 'comment';
      if (s.kind === 'identity') {
        if (stream.match(/^<PASSWOR[TD]>/)) return 'invalid';
        stream.eatWhile(/\S/);
        return 'meta';
      }
      const named = stream.string.slice(0, stream.pos).trim() === '' ? first : army;
      if (named && stream.match(named)) return 'variableName';
      if (stream.match(/^-?\d[\d.,]*/)) return 'number';
      if (stream.match(/^[\p{L}_][\p{L}\d_.]*/u)) return 'keyword';
      stream.next();
      return 'operator';
    },
    languageData: { commentTokens: { line: ';' } },
  });
}

// colours are classes, which the page's sheet for the shadow root gives colours for light and dark.
export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.heading, class: 'o-head' }, { tag: tags.comment, class: 'o-comment' },
  { tag: tags.number, class: 'o-number' }, { tag: tags.variableName, class: 'o-army' },
  { tag: tags.labelName, class: 'o-to' }, { tag: tags.string, class: 'o-text' },
  { tag: tags.meta, class: 'o-meta' }, { tag: tags.invalid, class: 'o-mark' }, { tag: tags.keyword, class: 'o-word' },
]));

export interface Told { opened: Opened | null; facts: Facts | null }

// heads are what opens a section.
const heads = (sections: readonly Section[]): Completion[] => [
  ...sections.map((s) => ({ label: `$${s.letter}`, detail: s.names.join(', '), type: 'keyword' })),
  { label: '$E', type: 'keyword' },
];

// recipients are whom a message can go to.
const recipients = (o: Opened | null): Completion[] => [
  ...(o?.realms ?? []).filter((r) => r.number !== o!.realm && !r.fallen)
    .map((r) => ({ label: `#${r.number}`, detail: r.name, type: 'variable' })),
  ...['#A', '#G', '#M', '#E'].map((label) => ({ label, type: 'keyword' })),
];

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
  for (const r of rows(opened?.template ?? '', opened?.sections ?? [])) {
    if (r.letter !== s.letter || r.kind !== 'order') continue;
    for (const w of r.text.replace(/;.*/, '').split(/\s+/)) if (/\p{L}{2}/u.test(w)) add(w, 'keyword', undefined, 1);
  }
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
  const { opened } = told();
  if (!opened) return null;
  const line = c.state.doc.lineAt(c.pos);
  const before = line.text.slice(0, c.pos - line.from);
  const sections = opened.sections;
  if (/^\s*\$\p{L}*$/u.test(before)) return { from: line.from + before.indexOf('$'), options: heads(sections) };
  if (before.includes(';')) return null;
  const above = line.number > 1 ? c.state.doc.sliceString(0, line.from - 1) : '';
  const last = line.number > 1 ? rows(above, sections).at(-1) : undefined;
  const section = sections.find((s) => s.letter === last?.letter);
  if (section?.kind === 'messages') return /^#\w*$/.test(before) ? { from: line.from, options: recipients(opened) } : null;
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
