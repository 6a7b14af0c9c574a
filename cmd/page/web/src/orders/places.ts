// Places in a text: where two texts differ, and where a column is.

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
