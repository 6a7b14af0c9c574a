// The line that says who writes: `$I realm password turn`. A password stays nowhere but where a player
// types it: what is kept or put into a link has a placeholder for it. What may be such a line is judged
// as orders/identity.go does it: rather one too many than one too few.
import type { Lang, Table } from '../data';

// placeholder stands for the password; the machine knows it for what it is if it is sent unchanged.
export const placeholder = (lang: Lang) => (lang === 'de' ? '<PASSWORT>' : '<PASSWORD>');
// blank finds where the password is still to be put.
export const blank = /<PASSWOR[TD]>/;

const nothing = new Set(['<passwort>', '<password>', 'passwort', 'password', '-', '***']);

// isPassword tells a password from what stands in its place.
const isPassword = (s: string) => !nothing.has(s.toLowerCase());

const isNumber = (s: string) => /^[0-9]{1,4}$/.test(s) && Number(s) > 0;
const isTurn = (s: string) => isNumber(s) || /^0+$/.test(s);

// narrow are the typed signs of full-width ones, as mailer/plain reads them.
const narrow = (text: string) => text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0));

// clean drops what cannot be seen or turns the writing, as mailer/plain and orders/split.go do, and gives lines.
const clean = (text: string) => narrow(text).replace(/[\f\u0085\u2028\u2029]/g, '\n').replace(/\r\n?/g, '\n')
  .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').split('\n');

export const fold = (s: string) => s.toLowerCase().normalize('NFC').replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss');
const known = (word: string) => word.length === 1 || ['identitaet', 'identity'].some((n) => n.startsWith(fold(word)));

// passwordLetters is how many letters and digits a password has as it is made, hyphens aside.
const passwordLetters = 13;
const whole = (fields: string[]) => /^[a-z0-9-]*$/i.test(fields.join('')) && fields.join('').replace(/-/g, '').length === passwordLetters;

// likely is what looks like a password as it is made, with hyphens, blanks or nothing in it.
const likely = /(?<![\p{L}\p{Nd}])[a-z0-9]{4}([-\s]?)[a-z0-9]{4}\1[a-z0-9]{5}(?![\p{L}\p{Nd}])/giu;

// masked is a line that could be an `$I` line without its password and its comment; null: it could not. waits
// tells that the password may stand in the next lines.
function masked(line: string, mark: string): { line: string; waits: boolean } | null {
  const at = line.search(/[\p{L}\p{Nd}]/u);
  const dollar = line.indexOf('$');
  if (dollar < 0 || at < dollar || (line[at] !== 'i' && line[at] !== 'I')) return null;
  const word = /^[\p{L}_]*/u.exec(line.slice(at))![0];
  const head = line.slice(0, at + word.length), rest = line.slice(at + word.length);
  if (!known(word)) return { line: line.slice(0, at + 1) + '***', waits: false };
  if (rest.trim() === '') return { line, waits: true };
  const fields = rest.replace(/;.*/, '').split(/\s+/).filter((f) => f !== '');
  const [realm, password, ...more] = fields;
  const glued = rest[0]!.trim() !== '' && !'(:;'.includes(rest[0]!);
  if (glued || realm === undefined || !isNumber(realm)) {
    const done = rest === '***' || fields.length === 1 && !isPassword(realm!);
    return { line: done ? head + rest.replace(/;.*/, '') : `${head} ${mark}`, waits: false };
  }
  const said = /^\s*[0-9]+/.exec(rest)![0];
  if (password === undefined) return { line: head + said, waits: true };
  const last = more[more.length - 1];
  if (!isPassword(password) && more.length <= 1 && more.every(isTurn)) {
    return { line: `${head}${rest.replace(/;.*/, '').trimEnd()}`, waits: false };
  }
  const turn = last !== undefined && isTurn(last) && !whole(fields.slice(1))
    && (more.length === 1 || whole(fields.slice(1, -1))) ? ` ${last}` : '';
  return { line: `${head} ${realm} ${mark}${turn}`, waits: false };
}

// opens tells whether the game takes a line for `$I` wherever it stands.
export const opens = (line: string) => /^\s*\$(i|ide[\p{L}_]*)(?=[\s(:;]|$)/iu.test(clean(line)[0]!);

// scrub gives the text without passwords, with as many lines. Up to the next `$` a line behind `$I` without a
// password is one, and elsewhere what looks like one.
export function scrub(text: string, mark: string): string {
  let waiting = false, near = false;
  return clean(text).map((line) => {
    const m = masked(line, mark);
    if (m) {
      [waiting, near] = [m.waits && /^\s*\$/.test(line), true];
      return m.line;
    }
    if (/^\s*\$/.test(line) || line === '-- ' || line === '--\u00a0') waiting = near = false;
    const bare = line.trim();
    if (waiting && bare !== '' && bare[0] !== ';') return '***';
    return near ? line.replace(likely, '***') : line;
  }).join('\n');
}

// keeps tells whether a text has a password in it.
export const keeps = (text: string) => scrub(text, '***') !== clean(text).join('\n');

// Typed is what the `$I` line of a text says: turn is 0 if it names none.
export interface Typed { realm: number; turn: number }

// typed is what the first good `$I` line of a text says, as orders/identity.go reads it; null: there is none.
export function typed(text: string): Typed | null {
  let begun = false; // above all orders, the mark of a signature ends nothing
  for (const line of clean(text)) {
    begun ||= /^\s*\$\p{L}/u.test(line);
    if (begun && (line === '-- ' || line === '--\u00a0') || /^\s*\$(e|end|ende)(?=[\s(:;]|$)/i.test(line)) return null;
    if (!opens(line)) continue;
    const rest = line.replace(/^\s*\$[\p{L}_]*/u, '').replace(/;.*/, '');
    const fields = joined(rest.split(/\s+/).filter((f) => f !== ''));
    const [realm, , turn] = fields;
    if (realm === undefined || fields.length > 3 || !isNumber(realm)) continue;
    if (turn === undefined || isTurn(turn)) return { realm: Number(realm), turn: Number(turn ?? 0) };
  }
  return null;
}

// joined puts a password together that was typed with blanks for its hyphens.
function joined(fields: string[]): string[] {
  for (let n = fields.length; n >= 3 && n >= fields.length - 1; n--) {
    if (whole(fields.slice(1, n))) return [fields[0]!, fields.slice(1, n).join(''), ...fields.slice(n)];
  }
  return fields;
}

// meant is for whom and for which turn a text is: what is typed, or else what lies on the table.
export function meant(text: string, table: Table): Typed {
  const said = typed(text);
  return { realm: said?.realm ?? table.realm, turn: said?.turn || table.turn };
}

// identity is the line for a table: with a password, or with what stands in its place.
export function identity(table: Table, lang: Lang, password = ''): string {
  const word = table.bare ? '-' : password.replace(/\s+/g, '-') || placeholder(lang);
  return `$I ${table.realm} ${word} ${table.turn}`;
}

// signed gives orders with that line in front as they are sent: for the realm and turn that are typed.
export const signed = (text: string, table: Table, lang: Lang, password = '') =>
  withIdentity(text, { ...table, ...meant(text, table) }, lang, password);

// withIdentity gives orders for the table with that line in front; one that is there is replaced.
export function withIdentity(text: string, table: Table, lang: Lang, password = ''): string {
  const lines = scrub(text, placeholder(lang)).split('\n');
  const at = lines.findIndex(opens);
  const line = identity(table, lang, password);
  if (at < 0) return `${line}\n\n${lines.join('\n').replace(/^\n+/, '')}`;
  lines[at] = line;
  return lines.join('\n');
}
