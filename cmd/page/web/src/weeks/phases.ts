// What the parts of a turn are called, of which events come.
import type { Lang } from '../data';

const words: Record<string, [de: string, en: string]> = {
  settings: ['Einstellungen', 'Settings'], treaties: ['Verträge', 'Treaties'], transfers: ['Zahlungen', 'Payments'],
  land: ['Land', 'Land'], build: ['Bau', 'Building'], building: ['Bau', 'Building'], recruit: ['Anwerben', 'Recruiting'],
  recruiting: ['Anwerben', 'Recruiting'], plans: ['Pläne', 'Plans'], specials: ['Spezialbefehle', 'Special orders'],
  tactics: ['Taktik', 'Tactics'], wild: ['Wilde Armeen', 'Wild armies'], standing: ['Kämpfe im Stand', 'Standing fights'],
  move: ['Märsche', 'Marches'], moves: ['Züge', 'Moves'], movement: ['Bewegung', 'Movement'], marches: ['Märsche', 'Marches'],
  shots: ['Schüsse', 'Shots'], plunder: ['Plündern', 'Plundering'], trade: ['Handel', 'Trade'], sight: ['Sichtungen', 'Sightings'],
  conquest: ['Eroberung', 'Conquest'], destruction: ['Zerstörung', 'Destruction'], revolts: ['Aufstände', 'Revolts'],
  sorcery: ['Zauberei', 'Sorcery'], herds: ['Herden', 'Herds'], harvest: ['Jahresrechnung', 'Yearly account'],
  blessings: ['Segnungen', 'Blessings'], refill: ['Bewegungspunkte', 'Movement points'], deserted: ['Verlassene Reiche', 'Deserted realms'],
  fallen: ['Gefallene', 'Fallen'], messages: ['Nachrichten', 'Messages'], account: ['Konto', 'Account'], lists: ['Listen', 'Lists'],
  commands: ['Befehle', 'Commands'], income: ['Einkommen', 'Income'], relief: ['Entsatz', 'Relief'], clock: ['Uhr', 'Clock'],
  forage: ['Fouragieren', 'Foraging'], pairings: ['Gefechte', 'Fights'], stakes: ['Einsätze', 'Stakes'],
  results: ['Ergebnisse', 'Results'], losses: ['Verluste', 'Losses'], retreats: ['Rückzüge', 'Retreats'],
  treasury: ['Etat', 'Treasury'], ending: ['Ende', 'End'], regroup: ['Umgruppieren', 'Regrouping'],
  formations: ['Aufstellung', 'Formation'], statuses: ['Status', 'Status'], intents: ['Absichten', 'Intents'], mana: ['Mana', 'Mana'],
  drowning: ['Ertrinken', 'Drowning'], battles: ['Schlachten', 'Battles'], refund: ['Rückgabe', 'Refund'], healing: ['Heilung', 'Healing'],
  home: ['Hauptprovinz', 'Home province'], occupation: ['Besetzung', 'Occupation'], population: ['Bevölkerung', 'Population'],
  production: ['Produktion', 'Production'], expenses: ['Ausgaben', 'Expenses'], watch: ['Wache', 'Watch'], missed: ['Ohne Befehle', 'Without orders'],
  natives: ['Ureinwohner', 'Natives'], pirates: ['Piraten', 'Pirates'], year: ['Jahresende', 'End of the year'],
  preparation: ['Vorbereitung', 'Preparation'], attack: ['Angriff', 'Attack'], next: ['Nächster Zug', 'Next turn'],
};

// phaseWord is what a phase is called; an unknown one is shown as it is.
export const phaseWord = (lang: Lang, phase: string) =>
  (Object.hasOwn(words, phase) ? words[phase]![lang === 'de' ? 0 : 1] : phase);
