// What the numbers and words of a report's data are called.
import type { Lang } from '../data';

const words: Record<string, [de: string, en: string]> = {
  yield: ['Ertrag', 'yield'], income: ['Einkommen', 'income'], people: ['Einwohner', 'people'], blessed: ['gesegnet', 'blessed'],
  capacity: ['Kapazität', 'capacity'], ready: ['fertig in', 'ready in'], week: ['Woche', 'week'], upkeep: ['Unterhalt', 'upkeep'],
  experience: ['Erfahrung', 'experience'], row: ['Reihe', 'row'], moves: ['Bewegung', 'movement'], move: ['Bewegung', 'movement'],
  points: ['Punkte', 'points'], steps: ['Schritte', 'steps'], home: ['Hauptprovinz', 'home province'], state: ['Zustand', 'state'],
  garrison: ['Garnison', 'garrison'], most: ['höchstens', 'at most'], greatest: ['größte', 'greatest'], size: ['Größe', 'size'],
  status: ['Status', 'status'], treasury: ['Etat', 'treasury'], won: ['gewonnen', 'won'], drawn: ['unentschieden', 'drawn'],
  fields: ['Felder', 'fields'], armies: ['Armeen', 'armies'], cities: ['Städte', 'cities'], garrisons: ['Garnisonen', 'garrisons'],
  command: ['Befehl', 'command'], kind: ['Art', 'kind'], link: ['Verbindung', 'link'], tax: ['Steuer', 'tax'],
  provinces: ['Provinzen', 'provinces'], tactic: ['Taktik', 'tactic'], dice: ['Würfel', 'dice'], pips: ['Augen', 'pips'],
  hits: ['Treffer', 'hits'], power: ['Kraft', 'power'], range: ['Reichweite', 'range'], speed: ['Schritte', 'steps'],
  sum: ['Summe', 'sum'], treasure: ['Schatz', 'treasure'], wall: ['Mauer', 'wall'], symbols: ['Symbole', 'symbols'],
  unit: ['Einheit', 'unit'], building: ['Bau', 'building'], place: ['Ort', 'place'], special: ['Spezialbefehl', 'special order'],
  fort: ['Befestigung', 'fortification'], port: ['Hafen', 'port'], level: ['Stufe', 'level'], value: ['Wert', 'value'],
  cargo: ['Ladung', 'cargo'], hold: ['Laderaum', 'hold'], ships: ['Schiffe', 'ships'], leader: ['Anführer', 'leader'],
  fleet: ['Flotte', 'fleet'], movement: ['Bewegung', 'movement'], units: ['Einheiten', 'units'], glory: ['Ruhm', 'glory'],
  looter: ['Leichenfledderer', 'looter'], start: ['Beginn', 'start'], gain: ['Gewinn', 'gain'], mixed: ['gemischt', 'mixed'],
  treaty: ['Vertrag', 'treaty'], gold: ['Gold', 'gold'], men: ['Stärke', 'strength'], strength: ['Stärke', 'strength'],
  fit: ['tauglich', 'fit'], aboard: ['an Bord', 'aboard'], lost: ['verloren', 'lost'], ways: ['Wege', 'ways'], walls: ['Mauern', 'walls'],
};

// keyWord is what a name of the report's data is called; an unknown one is shown as it is.
export function keyWord(lang: Lang, key: string): string {
  const i = lang === 'de' ? 0 : 1, whole = words[key]?.[i];
  if (whole) return whole;
  const [first, ...rest] = key.split(/[._-]/);
  return [words[first!]?.[i] ?? first, ...rest].join(' ');
}
