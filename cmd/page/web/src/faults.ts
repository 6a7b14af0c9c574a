// Why the engine has no answer, in the reader's words.
import type { Lang } from './data';
import { Fault } from './engine';
import { gameOf, onHost } from './text';
import { say, words } from './shell/words';

// faultText says it; of a page that is older than the data also how to get the new one.
export function faultText(lang: Lang, e: unknown): string {
  if (!(e instanceof Fault)) return say(lang, 'fault.broken', { what: e instanceof Error ? e.message : String(e) });
  const key = `fault.${e.code}`;
  if (!(key in words)) return say(lang, 'fault.broken', { what: e.code });
  const page = onHost(e.args.page), how = page ? say(lang, 'fault.how-page', { page }) : say(lang, 'fault.how-word');
  return say(lang, key as keyof typeof words, { ...e.args, rulebook: gameOf(e.args.rulebook ?? ''), own: gameOf(e.args.own ?? ''), how });
}
