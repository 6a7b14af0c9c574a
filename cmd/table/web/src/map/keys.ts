// What the numbers and words of a report's data are called: the report says it itself.
import type { Facts, Lang } from '../data';

export const keyWord = (facts: Facts | null, key: string) =>
  (facts?.names && Object.hasOwn(facts.names, key) ? facts.names[key]! : key);

// kinds of armies that are words and no codes
const kinds: Record<string, [de: string, en: string]> = {
  garrison: ['Garnison', 'garrison'], leader: ['Anführer', 'leader'], fleet: ['Flotte', 'fleet'],
};

export const kindWord = (lang: Lang, kind: string) =>
  (Object.hasOwn(kinds, kind) ? kinds[kind]![lang === 'de' ? 0 : 1] : kind);
