// What travels between the machine, the engine and the page: worlds/game/facts.go, table.go and
// chart.go say what each field means. Whatever a player wrote is hostile: it is shown as text only.

export type Lang = 'de' | 'en';

export interface Said { code: string; args?: Record<string, string | number>; text: string }
export interface FactRealm {
  number: number; name: string; player?: string; fallen?: boolean;
  values?: Record<string, number>; words?: Record<string, string>;
}
export interface FactGround { terrain?: string; owner?: number; building?: string; state?: string; edges?: string }
export interface FactArmy {
  realm?: number; name: string; kind?: string; unknown?: boolean; at?: string; men?: number;
  values?: Record<string, number>; words?: Record<string, string>; parts?: FactArmy[];
}
export interface FactSighting extends FactGround { at: string; by?: string[]; armies?: FactArmy[] }
export interface FactWeek { week: number; title?: string; events: (Said & { phase: string })[]; sightings?: FactSighting[] }
export interface FactField extends FactGround {
  at: string; own?: boolean; name?: string; values?: Record<string, number>; words?: Record<string, string>;
}
export interface FactMoney { kind: string; code: string; amount: number; text: string }
export interface FactLetter { from?: number; name?: string; all?: boolean; text: string }
export interface FactStandings {
  columns: { code: string; text: string }[];
  rows: { realm: number; name: string; place?: number; fallen?: boolean; numbers: number[] }[];
}
export interface FactPart { name: string; title: string; said: Said[] }
export interface Facts {
  schema: number; rulebook: string; rules: number; turn: number; title: string; lang: Lang; realm: FactRealm;
  refused: (Said & { line: number; partly?: boolean })[]; weeks: FactWeek[]; realms: FactRealm[]; fields: FactField[];
  armies: FactArmy[]; money: FactMoney[]; letters: FactLetter[]; standings?: FactStandings; parts?: FactPart[];
  names?: Record<string, string>; // what values and words are called, by their names
}

// Table is what a file TISCH.json holds.
export interface Table {
  schema: number; program: string; rulebook: string; rules: number; world: string; address: string; page?: string;
  realm: number; lang: Lang; turn: number; deadline?: string; over?: boolean; bare?: boolean; orders?: string; tables: string;
  known: string; facts: Facts;
}

export interface ChartTerrain { code: string; name: string; rim: string; fill: string }
export interface ChartSign { sign: string; name: string }
export interface ChartCell {
  h: number; y: number; label: string; t: number; age?: number; owner?: number; sign?: string;
  own?: boolean; others?: boolean; rivers?: number; roads?: number; bridges?: number; walls?: number;
}
export interface Chart {
  title: string; realm?: number; terrains: ChartTerrain[]; signs?: ChartSign[]; realms?: ChartSign[]; cells: ChartCell[];
}

// What the engine answers.
export interface Section {
  letter: string; names: string[]; kind: 'lines' | 'messages' | 'prose'; examples: string[]; forms: Form[];
}
// Form is one way to write a line of a section: its parts in order, with a blank between them.
export interface Form { example: string; parts: Part[]; title?: string }
export interface Part {
  name: string; // what the sentence `want.NAME` of the rulebook calls it
  title: string; // in the player's language
  // army: one as orders call it, such as an own one of the facts; place: a field, by its label; realm: its
  // number; path: directions, 1 to 6 and 0 for staying, a digit a step, from where the form's army stands
  kind: 'word' | 'number' | 'sign' | 'text' | 'choice' | 'army' | 'place' | 'realm' | 'path';
  needed: boolean;
  again?: boolean; // there may be several of it
  tight?: boolean; // no blank before it: the sign of `V+`
  apart?: boolean; // of a place: `3 -2` for the label 3/-2
  digits?: number; // of a path: it has so many, filled up with 0; none: as many as there are steps
  choices?: string[];
}
export interface Opened {
  rulebook: string; title: string; lang: Lang; realm: number; turn: number; phase: string;
  takes: boolean; // the realm's orders are taken now
  over: boolean; realms: { number: number; name: string; fallen?: boolean }[];
  chart: Chart | null; template: string; legend: string; sections: Section[];
  battles: boolean; // the rulebook can fight a battle from a text
}
export interface Problem { line: number; col: number; severity: 'error' | 'warning'; kind: string; code: string; text: string }
export interface InForce { line: number; text: string }
// Checked is what the server's receipt will say of the orders, as far as it does not depend on what only
// the server knows.
export interface Checked {
  good: number; bad: number; partial: number; later: number; // lines, as the receipt counts them
  problems: Problem[]; more?: number; inForce: InForce[]; idle: string[]; outlook: string[];
  page: string; // those parts of the receipt, word for word
  for?: number; // the turn that they are for, if it is one to come: they are only read
  refused?: string; // why the machine would not so much as look at the letter; then nothing else is said of it
}
export interface Stage { title: string; text: string }
export interface Ending { code: string; text: string; times: number; low: number; high: number } // permille, 95 %
export interface Odds {
  problems: Problem[]; times: number; endings: Ending[];
  attackers: { mean: number; p10: number; p50: number; p90: number };
  defenders: { mean: number; p10: number; p50: number; p90: number };
  protocol: string; // of one such fight
}
