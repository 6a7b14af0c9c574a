// The line that says who writes: `$I realm password turn`. A password stays nowhere but where a player
// types it: what is kept or put into a link has a placeholder for it. What may be such a line is judged
// as orders/identity.go does it: rather one too many than one too few.
import type { Lang, Table } from '../data';

// placeholder stands for the password; the machine knows it for what it is if it is sent unchanged.
export const placeholder = (lang: Lang) => (lang === 'de' ? '<PASSWORT>' : '<PASSWORD>');

const nothing = new Set(['<passwort>', '<password>', 'passwort', 'password', '-', '***']);

// isPassword tells a password from what stands in its place.
const isPassword = (s: string) => !nothing.has(s.toLowerCase());

const isNumber = (s: string) => /^[0-9]{1,4}$/.test(s) && Number(s) > 0;
const isTurn = (s: string) => isNumber(s) || /^0+$/.test(s);

interface Cut { before: string; fields: string[] }

// cut takes a line apart that could be an `$I` line; null: it cannot.
function cut(line: string): Cut | null {
  const at = line.search(/[\p{L}\p{Nd}]/u);
  const dollar = line.indexOf('$');
  if (dollar < 0 || at < dollar || (line[at] !== 'i' && line[at] !== 'I')) return null;
  const word = /^[\p{L}_]*/u.exec(line.slice(at))![0];
  const end = at + word.length;
  const rest = line.slice(end).replace(/;.*/, '');
  const known = word.length === 1 || 'identität'.startsWith(word.toLowerCase()) || 'identity'.startsWith(word.toLowerCase());
  const fields = rest.split(/[\s\u200b\ufeff\u2060]+/).filter((f) => f !== '');
  if (!known) return { before: line.slice(0, at + 1), fields: ['', word.slice(1) + rest] };
  if (fields.length > 0 && rest[0]!.trim() !== '' && !'(:;'.includes(rest[0]!)) return { before: line.slice(0, end), fields: ['', rest] };
  if (fields.length > 0 && !isNumber(fields[0]!)) return { before: line.slice(0, end), fields: ['', ...fields] };
  return { before: line.slice(0, end), fields };
}

// opens tells whether the game takes a line for `$I` wherever it stands.
export const opens = (line: string) => /^\s*\$(i|ide[\p{L}_]*)(?=[\s(:;]|$)/iu.test(line);

// scrub gives the text without passwords, with as many lines.
export function scrub(text: string, mark: string): string {
  let waiting = false; // for the password of an `$I` line that had none
  return text.split(/\r\n|\r|\n/).map((line) => {
    const c = cut(line);
    if (c) {
      const [realm, password, ...more] = c.fields;
      waiting = opens(line) && password === undefined;
      if (password === undefined) return line;
      if (!isPassword(password) && more.length <= 1 && more.every(isTurn)) return line;
      const turn = more.length > 0 && isTurn(more[more.length - 1]!) ? ' ' + more[more.length - 1] : '';
      if (realm === '') return /^\s*\$\s*i?\s*$/i.test(c.before) || c.before.length > 2 ? `${c.before} ${mark}` : c.before + '***';
      return `${c.before} ${realm} ${mark}${turn}`;
    }
    if (/^\s*\$/.test(line) || line === '-- ') waiting = false;
    const bare = line.trim();
    return waiting && bare !== '' && bare[0] !== ';' ? '***' : line;
  }).join('\n');
}

// keeps tells whether a text has a password in it.
export const keeps = (text: string) => scrub(text, '***') !== text.split(/\r\n|\r|\n/).join('\n');

// identity is the line for a table: with a password, or with what stands in its place.
export function identity(table: Table, lang: Lang, password = ''): string {
  const word = table.bare ? '-' : password.replace(/\s+/g, '-') || placeholder(lang);
  return `$I ${table.realm} ${word} ${table.turn}`;
}

// withIdentity gives orders with that line in front; one that is there is replaced.
export function withIdentity(text: string, table: Table, lang: Lang, password = ''): string {
  const lines = scrub(text, placeholder(lang)).split('\n');
  const at = lines.findIndex(opens);
  const line = identity(table, lang, password);
  if (at < 0) return `${line}\n\n${lines.join('\n').replace(/^\n+/, '')}`;
  lines[at] = line;
  return lines.join('\n');
}
