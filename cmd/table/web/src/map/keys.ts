// What the numbers and words of a report's data are called.
import type { Lang } from '../data';

const words: Record<string, [de: string, en: string]> = {
  yield: ['Ertrag', 'yield'], income: ['Einkommen', 'income'], people: ['Einwohner', 'people'], blessed: ['gesegnet', 'blessed'],
  capacity: ['Kapazität', 'capacity'], ready: ['fertig in', 'ready in'], week: ['Woche', 'week'], upkeep: ['Unterhalt', 'upkeep'],
  experience: ['Erfahrung', 'experience'], row: ['Reihe', 'row'], moves: ['Bewegung', 'movement'], move: ['Bewegung', 'movement'],
  points: ['Punkte', 'points'], steps: ['Schritte', 'steps'], home: ['Hauptprovinz', 'home province'], state: ['Zustand', 'state'],
  fit: ['tauglich', 'fit'], aboard: ['an Bord', 'aboard'], lost: ['verloren', 'lost'], ways: ['Wege', 'ways'], walls: ['Mauern', 'walls'],
};

// keyWord is what a name of the report's data is called; an unknown one is shown as it is.
export const keyWord = (lang: Lang, key: string) => words[key]?.[lang === 'de' ? 0 : 1] ?? key.replace(/[._]/g, ' ');
