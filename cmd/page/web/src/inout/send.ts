// How orders leave the table: as a file, through the clipboard, by sharing, or by a mail program.
import type { Lang, Table } from '../data';
import { meant, placeholder, scrub, signed } from '../orders/identity';
import { clean } from './guard';

// LINK is the most characters of a link for the mail program: longer ones are cut off by some.
export const LINK = 1_900;

export const subject = (text: string, table: Table, lang: Lang) => `${lang === 'de' ? 'Zug' : 'Turn'} ${meant(text, table).turn}`;

export const fileName = (text: string, table: Table, lang: Lang) =>
  `${lang === 'de' ? 'spielzug' : 'orders'}-${meant(text, table).turn}.txt`;

// letter is the text that is sent, for the turn that is typed in it; it ends with a line end.
export function letter(text: string, table: Table, lang: Lang, password = ''): string {
  return clean(signed(text, table, lang, password)).trimEnd() + '\n';
}

// safe is a player's text as a letter of its own: no line of it is read as an order.
const safe = (text: string) => text.replace(/\r\n?/g, '\n').split('\n')
  .map((l) => (/^[#$]/.test(l) ? ' ' + l : l.trimEnd())).join('\n').replace(/^\n+|\n+$/g, '');

export interface Link { href: string; whole: boolean } // whole: the orders are in it

// linkable tells whether an address can stand in a link: what could be more than one address, or more than an
// address, cannot.
export const linkable = (address: string) =>
  /^[^\s<>()[\]\\,;:"@?&#%\p{Cc}]{1,64}@(?:(?!\s)[A-Za-z0-9.\-\u00a1-\u{10ffff}]){1,190}$/u.test(address);

// link opens the mail program with a subject. It is for no address that cannot be linked.
export function link(address: string, subject: string): string {
  if (!linkable(address)) throw new RangeError('address');
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}

// mailto is the link for the mail program: with the orders, if the whole of it is short enough. It never
// has a password, and is for no address that cannot be linked.
export function mailto(text: string, table: Table, lang: Lang): Link {
  return within(link(table.address, subject(text, table, lang)), letter(text, table, lang));
}

// within adds the text of a mail to its link, if the whole is short enough.
function within(href: string, text: string): Link {
  const full = `${href}&body=${encodeURIComponent(text.replace(/\n/g, '\r\n'))}`;
  return full.length <= LINK ? { href: full, whole: true } : { href, whole: false };
}

// letterTo is the link for a letter to players that leaves at once as a mail of its own, beside the orders. Like any
// link it has a mark for the password. who: a realm's number, A, M.
export function letterTo(who: string, text: string, table: Table, lang: Lang): Link {
  return within(link(table.address, `${lang === 'de' ? 'BRIEF' : 'LETTER'} ${who}`), letterBody(text, table, lang));
}

// letterBody is such a letter; a line of it that could be an `$I` line is none.
export const letterBody = (text: string, table: Table, lang: Lang) =>
  `${table.bare ? '' : `$I ${table.realm} ${placeholder(lang)}\n\n`}${safe(clean(scrub(text, placeholder(lang)))).trimEnd()}\n`;

// visit follows a link for the mail program.
export function visit(href: string) {
  const a = document.createElement('a');
  a.href = href;
  a.click();
}

// save offers a text or bytes as a file.
export function save(name: string, content: string | Uint8Array, type = 'text/plain;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// copy puts a text into the clipboard, and tells whether it could.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // a page from a file may not be let: the old way
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    document.body.append(area);
    area.select();
    let done = false;
    try { done = document.execCommand('copy'); } catch { /* it stays false */ }
    area.remove();
    return done;
  }
}
