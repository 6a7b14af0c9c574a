// The page's own words. Each view brings its own, German and English; words of the game come from the
// engine.
import type { Lang } from './data';

export type Words = Record<string, [de: string, en: string]>;

// moment is a date and a time, as this device has them: without seconds, and with the zone. '': there is none.
export function moment(lang: Lang, at?: string): string {
  const when = at ? new Date(at) : null;
  if (!when || isNaN(when.getTime())) return '';
  return new Intl.DateTimeFormat(lang === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short',
  }).format(when);
}

// onHost is an address that data name, if it is a page on this page's own host; otherwise '': no other one is shown.
export function onHost(page?: string): string {
  const at = page && URL.canParse(page) ? new URL(page) : null, here = globalThis.location?.host;
  return here && at?.host === here && /^https?:$/.test(at.protocol) ? at.href : '';
}

// gameOf is what the game of a rulebook is called, as data name it: a page knows no game but its own.
export const gameOf = (rulebook: string) => rulebook.slice(0, 1).toUpperCase() + rulebook.slice(1);

// reportOf is what a report is called in a list: games may call the turn before and after report 1 alike.
export function reportOf(lang: Lang, { turn, title }: { turn: number; title: string }): string {
  const [report, begin] = lang === 'de' ? ['Bericht', ' (Beginn)'] : ['Report', ' (start)'];
  return `${report} ${turn}${turn === 0 ? begin : ''} · ${title}`;
}

// wordsOf gives a function that says a word in a language: {name} stands for a value, and {name:one|many} for a word, by
// whether that value is 1.
export function wordsOf<W extends Words>(words: W) {
  return (lang: Lang, key: keyof W & string, values: Record<string, string | number> = {}) =>
    words[key]![lang === 'de' ? 0 : 1].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => (many === undefined ? String(values[name] ?? '') : String(values[name]) === '1' ? one : many));
}
