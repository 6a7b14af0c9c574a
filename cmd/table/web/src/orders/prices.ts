// What a choice costs: the lines of the game's legend that speak of it. The legend has blocks of text and tables;
// columns of a table are parted by two blanks.
import { fold } from './sheet';

const cells = (line: string) => line.trim().split(/\s{2,}/);
const isTable = (line: string) => /^\s/.test(line) && cells(line).length >= 2;
const isHead = (line: string) => isTable(line) && cells(line).length >= 3 && !/\d/.test(line);

const tokens = (s: string) => fold(s).split(/[^\p{L}\d._-]+/u);

// about tells whether a word is meant; longer ones may be in the plural.
const about = (word: string) => (t: string) => t === word || (word.length > 3 && t.startsWith(word) && t.length <= word.length + 2);

// pricesOf gives the rows of tables that are of a word, below the head of the table; if there is none, sentences
// with the word and a number in them.
export function pricesOf(legend: string, word: string): string[] {
  const w = fold(word.trim());
  if (w === '') return [];
  const told: string[] = [], said: string[] = [];
  for (const block of legend.split(/\n\s*\n/)) {
    const lines = block.split('\n');
    const text = lines.filter((l) => !isTable(l)).map((l) => (/^\s/.test(l) ? ' ' + l.trim() : '\n' + l.trim())).join('').trim();
    const rows = lines.filter((l) => isTable(l) && !isHead(l) && cells(l).slice(0, 2).flatMap(tokens).some(about(w)));
    if (rows.length > 0) told.push(lines.find(isHead) ?? text.split('\n')[0]!, ...rows);
    if (w.length < 3) continue;
    said.push(...text.split(/\n|(?<=[.;]) /).filter((s) => /\d/.test(s) && tokens(s).some(about(w))));
  }
  return told.length > 0 ? told.slice(0, 6) : said.slice(0, 2);
}
