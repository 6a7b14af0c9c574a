// The page's own words. Each view brings its own, German and English; words of the game come from the
// engine.
import type { Lang } from './data';

export type Words = Record<string, [de: string, en: string]>;

// wordsOf gives a function that says a word in a language: {name} stands for a value.
export function wordsOf<W extends Words>(words: W) {
  return (lang: Lang, key: keyof W & string, values: Record<string, string | number> = {}) =>
    words[key]![lang === 'de' ? 0 : 1].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
