// The text of orders as lines that belong to sections, and changes of it. Forms and editor work on the same
// text: a form changes lines of it. What a line is, is judged as orders/parse.go does it.
import type { Section } from '../data';

export type RowKind =
  | 'head' | 'identity' | 'end' | 'order' | 'comment' | 'blank'
  | 'to' // the `#` line of a message
  | 'text' // of a message or a free text
  | 'stray'; // belongs to nothing

export interface Row { n: number; text: string; kind: RowKind; letter: string } // n from 0; letter '': of no section

export const fold = (s: string) => s.toLowerCase()
  .replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss');

interface Head { letter: string; word: string; rest: string }

const headOf = (line: string): Head => {
  const word = /^[\p{L}_]*/u.exec(line.slice(1))![0];
  return { letter: /^[a-z]/i.test(word) ? word[0]!.toUpperCase() : '', word, rest: line.slice(1 + word.length) };
};

const reserved: Record<string, string[]> = { I: ['identitaet', 'identity'], E: ['ende', 'end'] };

// names tells whether a head clearly means a section: only such a line opens one inside a text.
function names(h: Head, sections: readonly Section[]): boolean {
  if (h.letter === '' || (h.rest !== '' && !' \t\u00a0(:;'.includes(h.rest[0]!))) return false;
  const words = reserved[h.letter] ?? sections.find((s) => s.letter === h.letter)?.names.map(fold);
  if (h.word.length === 1) return words !== undefined;
  return h.word.length >= 3 && (words ?? []).some((w) => w.startsWith(fold(h.word)));
}

const to = /^#\s*([magMAG]|[eE]|0*[1-9][0-9]{0,3})\s*(;.*)?$/;

// Reader goes through a text line by line, from wherever one begins.
export class Reader {
  place: 'outside' | 'lines' | 'messages' | 'message' | 'prose' | 'ended' = 'outside';
  letter = '';
  constructor(readonly sections: readonly Section[]) {}

  copy(): Reader {
    const r = new Reader(this.sections);
    r.place = this.place;
    r.letter = this.letter;
    return r;
  }

  read(line: string): RowKind {
    if (this.place === 'ended' || line === '-- ') { this.place = 'ended'; return line.trim() === '' ? 'blank' : 'stray'; }
    const inText = this.place === 'message' || this.place === 'prose';
    const bare = inText ? line : line.trimStart();
    if (bare.startsWith('$')) {
      const h = headOf(bare);
      if ((!inText && bare === line) || names(h, this.sections)) return this.open(h);
    }
    return this.within(line);
  }

  private open(h: Head): RowKind {
    this.letter = h.letter;
    if (h.letter === 'I') { this.place = 'outside'; return 'identity'; }
    if (h.letter === 'E') { this.place = 'ended'; return 'end'; }
    const kind = this.sections.find((s) => s.letter === h.letter)?.kind ?? 'lines';
    this.place = kind;
    return 'head';
  }

  private within(line: string): RowKind {
    const bare = line.trim();
    const about: RowKind = bare === '' ? 'blank' : bare.startsWith(';') ? 'comment' : 'stray';
    switch (this.place) {
      case 'lines': return about === 'stray' ? 'order' : about;
      case 'prose': return 'text';
      case 'messages': case 'message': {
        if (!line.startsWith('#')) return this.place === 'message' ? 'text' : about;
        const header = to.exec(line);
        this.place = header && header[1]!.toUpperCase() !== 'E' ? 'message' : 'messages';
        return header ? 'to' : 'stray';
      }
      default: return about;
    }
  }
}

// rows are the lines of a text with what they are.
export function rows(text: string, sections: readonly Section[]): Row[] {
  const r = new Reader(sections);
  return text.split('\n').map((line, n) => {
    const kind = r.read(line);
    const letter = kind === 'identity' || kind === 'end' || r.place === 'ended' || r.place === 'outside' ? '' : r.letter;
    return { n, text: line, kind, letter };
  });
}

// withoutComment is an order line as it is read.
export const withoutComment = (line: string) => line.replace(/;.*/, '').trim();

const join = (lines: readonly string[]) => lines.join('\n');

// safe is a player's text as it may stand in a message: no line of it ends the message.
export const safe = (text: string) => text.replace(/\r\n?/g, '\n').split('\n')
  .map((l) => (/^[#$]/.test(l) ? ' ' + l : l.trimEnd())).join('\n').replace(/^\n+|\n+$/g, '');

// inserted is the text with new lines at the end of a section, which is made if it is missing.
export function inserted(text: string, sections: readonly Section[], letter: string, added: readonly string[]): string {
  const all = rows(text, sections);
  const lines = all.map((r) => r.text);
  const own = all.filter((r) => r.letter === letter && r.kind !== 'blank');
  if (own.length > 0) {
    lines.splice(own[own.length - 1]!.n + 1, 0, ...added);
    return join(lines);
  }
  const order = sections.map((s) => s.letter);
  const later = order.slice(order.indexOf(letter) + 1);
  const next = all.find((r) => r.kind === 'end' || (r.kind === 'head' && later.includes(r.letter)) || r.text === '-- ');
  if (next) {
    const gap = next.n > 0 && lines[next.n - 1]!.trim() !== '' ? [''] : [];
    lines.splice(next.n, 0, ...gap, `$${letter}`, ...added, '');
    return join(lines);
  }
  while (lines.length > 0 && lines[lines.length - 1]!.trim() === '') lines.pop();
  return join([...lines, ...(lines.length > 0 ? [''] : []), `$${letter}`, ...added, '']);
}

export interface Letter { n: number; count: number; to: string; text: string } // count of its lines

// letters are the messages of a section.
export function letters(text: string, sections: readonly Section[], letter: string): Letter[] {
  const out: Letter[] = [];
  let open: Letter | null = null;
  for (const r of rows(text, sections)) {
    if (r.kind === 'to' && r.letter === letter) {
      const who = to.exec(r.text)![1]!.toUpperCase();
      if (who === 'E') { if (open) open.count++; open = null; continue; }
      out.push(open = { n: r.n, count: 1, to: who, text: '' });
    } else if (r.kind === 'text' && open && r.letter === letter) {
      open.text += (open.count > 1 ? '\n' : '') + r.text;
      open.count++;
    } else {
      open = null;
    }
  }
  return out.map((l) => ({ ...l, text: l.text.replace(/^\n+|\s+$/g, '') }));
}

// message are the lines of a message.
export const message = (who: string, text: string) => [`#${who}`, ...safe(text).split('\n'), '#E'];

// spliced is the text with other lines in the place of some.
export function spliced(text: string, n: number, count: number, lines: readonly string[]): string {
  const all = text.split('\n');
  all.splice(n, count, ...lines);
  return join(all);
}

export interface Change { letter: string; gone: string[]; come: string[] }

// changes is what differs from earlier orders, by section. The order of lines and their comments do not matter.
export function changes(before: string, now: string, sections: readonly Section[]): Change[] {
  const of = (text: string) => {
    const out = new Map<string, string[]>();
    for (const r of rows(text, sections)) {
      if (r.kind !== 'order' && r.kind !== 'text' && r.kind !== 'to') continue;
      const line = (r.kind === 'order' ? withoutComment(r.text) : r.text.trim()).replace(/\s+/g, ' ');
      if (line === '' || /^#e$/i.test(line)) continue;
      out.set(r.letter, [...(out.get(r.letter) ?? []), line]);
    }
    return out;
  };
  const minus = (a: string[], b: string[]) => {
    const left = [...b];
    return a.filter((x) => {
      const i = left.indexOf(x);
      if (i >= 0) left.splice(i, 1);
      return i < 0;
    });
  };
  const a = of(before), b = of(now);
  const order = sections.map((s) => s.letter);
  return [...new Set([...order, ...a.keys(), ...b.keys()])]
    .map((letter) => ({ letter, gone: minus(a.get(letter) ?? [], b.get(letter) ?? []), come: minus(b.get(letter) ?? [], a.get(letter) ?? []) }))
    .filter((c) => c.gone.length + c.come.length > 0);
}

// patch is the least change that makes one text of another: what CodeMirror is told, so that cursor and undo stay.
export function patch(from: string, into: string): { from: number; to: number; insert: string } | null {
  if (from === into) return null;
  let a = 0;
  while (a < from.length && a < into.length && from[a] === into[a]) a++;
  let end = 0;
  while (end < from.length - a && end < into.length - a && from[from.length - 1 - end] === into[into.length - 1 - end]) end++;
  return { from: a, to: from.length - end, insert: into.slice(a, into.length - end) };
}

// columnAt is where a column is in a line as it was typed: columns count characters, from 1, of the line as the game
// reads it, composed and without what cannot be seen.
export function columnAt(line: string, col: number): number {
  const hidden = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
  const read = (s: string) => [...s.replace(hidden, '').replace(/…/g, '...').normalize('NFC')].length;
  const plain = !/[^\x20-\x7e]/.test(line);
  let at = 0;
  for (const c of line) {
    if ((plain ? at : read(line.slice(0, at + c.length)) - 1) >= col - 1) break;
    at += c.length;
  }
  return at;
}
