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
  realm?: number; name: string; id?: string; kind?: string; unknown?: boolean; at?: string; men?: number;
  values?: Record<string, number>; words?: Record<string, string>; parts?: FactArmy[];
}
export interface FactSighting extends FactGround { at: string; by?: string[]; armies?: FactArmy[] }
export type Tone = 'gain' | 'loss' | 'warn';
export interface FactEvent extends Said { phase: string; tone?: Tone; weight?: number; at?: string }
export interface FactWeek { week: number; title?: string; titled?: Said; events: FactEvent[]; sightings?: FactSighting[] }
export interface FactFighter {
  realm?: number; name: string; id?: string; kind?: string; before?: number; after?: number; strength?: number; left?: number; fate?: string;
}
export interface FactFactor { code: string; name: string; amount: number; permille?: boolean }
export interface FactSide { realm?: number; armies: FactFighter[]; before?: number; after?: number; strength?: number; factors?: FactFactor[] }
export interface FactBattle { week?: number; at?: string; sides: FactSide[]; equal?: boolean; won: number; result: Said; course?: Said[] }
export interface FactField extends FactGround {
  at: string; own?: boolean; name?: string; values?: Record<string, number>; words?: Record<string, string>;
}
export interface FactMoney { kind: string; code: string; amount: number; text: string }
export interface FactLetter { from?: number; name?: string; all?: boolean; to?: number; master?: boolean; text: string }
// PassedLetter was passed on at once, in the turn that awaited orders then.
export interface PassedLetter { from: number; to?: number; all?: boolean; text: string; turn: number; at: string }
export interface FactStandings {
  columns: { code: string; text: string }[];
  rows: { realm: number; name: string; place?: number; fallen?: boolean; numbers: number[] }[];
}
export interface FactHeadline { text: string; when: Said; clauses: Said[] }
export interface FactNeed extends Said { more?: Said[]; section?: string; line?: string } // a line that the receipt accepts
export interface FactPart { name: string; title: string; titled?: Said; said: Said[] }
export interface Facts {
  schema: number; rulebook: string; rules: number; turn: number; title: string; titled?: Said; lang: Lang; realm: FactRealm;
  headline?: FactHeadline; needs?: FactNeed[]; // of a turn: what its mail says first
  refused: (Said & { line: number; partly?: boolean })[]; weeks: FactWeek[]; battles?: FactBattle[]; realms: FactRealm[]; fields: FactField[];
  armies: FactArmy[]; money: FactMoney[]; letters: FactLetter[]; sent?: FactLetter[]; standings?: FactStandings; parts?: FactPart[];
  names?: Record<string, string>; // what values and words are called, by their names
  terms?: Record<string, Said[]>; // the sentences of which words are made
}

// Table is what a file TISCH.json holds.
export interface Table {
  schema: number; program: string; rulebook: string; rules: number; world: string; address: string; page?: string;
  realm: number; lang: Lang; turn: number; deadline?: string; over?: boolean; bare?: boolean; orders?: string; first?: string; learnt?: string[];
  spoken?: number; tables: string; // spoken: the orders' lines from there on are those of letters that only speak
  known: string; facts: Facts; passed?: PassedLetter[]; chart?: Chart; // the map, which shows until the engine has opened the rest
  at?: string; lacks?: string[]; // of a table by link: as of when it shows, and what it has no room for: orders, letters
}

export interface ChartTerrain {
  code: string; name: string; rim: string; fill: string; ground?: string; height?: number; steep?: boolean;
}
export interface Crest { colour: string; pattern: string; charge: string }
export interface ChartSign { sign: string; name: string }
export interface ChartCell {
  h: number; y: number; label: string; t: number; age?: number; owner?: number; sign?: string;
  building?: string; state?: string; name?: string;
  own?: boolean; others?: boolean; rivers?: number; roads?: number; bridges?: number; walls?: number;
}
export interface Chart {
  title: string; drawn?: string; realm?: number; terrains: ChartTerrain[]; signs?: ChartSign[]; realms?: ChartSign[]; crests?: Record<number, Crest>;
  cells: ChartCell[];
}

// What the engine answers.
export interface Section {
  letter: string; names: string[]; kind: 'lines' | 'messages' | 'prose'; examples: string[]; forms: Form[];
}
// Form is one way to write a line of a section: its parts in order, with a blank between them.
export interface Form { title: string; example?: string; parts: Part[] }
export interface Part {
  name: string; // what the sentences `label.NAME` and `want.NAME` of the rulebook call it
  title: string; // in the player's language
  hint?: string; // what belongs in it
  example?: string; // such a value
  // army: one as orders call it, such as an own one of the facts; place: a field, by its label; realm: its
  // number; path: directions, 1 to 6 and 0 for staying, a digit a step, from where the form's army stands
  kind: 'word' | 'number' | 'sign' | 'text' | 'choice' | 'army' | 'place' | 'realm' | 'path';
  needed: boolean;
  again?: boolean; // there may be several of it
  tight?: boolean; // no blank before it: the sign of `V+`, the army of `+K.M 1`
  apart?: boolean; // of a place: `3 -2` for the label 3/-2
  digits?: number; // of a path: it has so many, filled up with 0; none: as many as there are steps
  choices?: string[];
}
export interface Opened {
  rulebook: string; game: string; title: string; lang: Lang; realm: number; turn: number; phase: string;
  takes: boolean; // the realm's orders are taken now
  over: boolean; realms: { number: number; name: string; fallen?: boolean }[];
  chart: Chart | null; template: string; sections: Section[];
  goal?: string; // how the game is won
  desk?: Desk | null; // undefined: it is still to come; null: the rulebook does not say what can be ordered
}

// What a realm can order: worlds/game/desk.go says what each field means.
export interface Amount { code: string; name: string; amount: number; text?: string }
export interface Look { arm?: string; weight?: number }
export interface Kind extends Look { name: string }
export interface Draught { letter: string; form: number; values: string[] }
export interface Option { value: string; name: string; price?: Amount[]; why?: Said }
export interface Field { part: number; least?: number; most?: number; unit?: string; says?: string; choices?: Option[] }
export interface Action { code: string; name: string; draft: Draught; fields?: Field[]; why?: Said; beside?: boolean; with?: string; then?: Draught[]; before?: Draught[]; ends?: Draught[] }
export interface Site { at: string; edge?: number; price?: Amount[]; most?: number; why?: Said; draft?: Draught; new?: string }
export interface Unit extends Look {
  code: string; name: string; price?: Amount[]; once?: Amount[]; upkeep?: Amount[]; figures?: Amount[]; action: Action; also?: Draught[]; sites?: Site[];
}
export interface Work { code: string; name: string; price?: Amount[]; turns?: number; gives?: string; symbol?: string; action: Action; sites?: Site[] }
export interface DeskArmy extends Look {
  name: string; kind: string; text: string; at?: string; to?: string; men?: number; points?: number; in?: string; members?: string[];
  idle?: string; actions?: Action[];
}
export interface DeskPact { realm: number; now: string; name: string; offers?: string; wants?: string; actions?: Action[] }
export interface Desk {
  weeks: number; purse?: Amount[]; units?: Unit[]; works?: Work[]; armies?: DeskArmy[]; pacts?: DeskPact[];
  kinds?: Record<string, Kind>; shows?: string; actions?: Action[];
}
export interface Mover { army?: string; tireless?: boolean; way?: string; realm?: number; kind?: string; at?: string; week?: number }
export interface MarchStep { week?: number; at: string; h: number; y: number; cost: number; left: number; lost?: number; says?: Said[] }
export interface March { steps: MarchStep[]; stops?: Said; tries?: MarchStep[] }
export interface Reached { at: string; h: number; y: number; week?: number; left: number; way: string; meets?: boolean; does?: string }

// A line of an order text as the engine reads it; form −1: it reads by no form.
export interface Row {
  line: number; kind: 'head' | 'identity' | 'end' | 'order' | 'comment' | 'blank' | 'to' | 'text' | 'stray';
  letter: string; form: number; values: string[] | null; army?: string; at?: string;
  way?: string; // of a march whose line names each field: its digits, which the page adds
  note?: number; // the column of the comment behind an order
}
// A change of a text: line 0 adds at the end of the section, otherwise it replaces or removes that line.
export interface Change { line: number; letter: string; form: number; values: string[]; remove?: boolean; before?: number }
export interface Entry { line?: number; kind: string; code: string; amount: number; at?: string; text?: string; sure?: boolean }
export interface Problem { line: number; col: number; severity: 'error' | 'warning'; kind: string; code: string; text: string }
export interface InForce { line: number; text: string }
// Checked is what the server's receipt will say of the orders, as far as it does not depend on what only
// the server knows.
export interface Checked {
  good: number; bad: number; partial: number; later: number; // lines, as the receipt counts them
  problems: Problem[]; more?: number; inForce: InForce[]; idle: string[]; outlook: string[];
  sent?: boolean; changed?: boolean; // the orders in force are these, or others
  ledger?: Entry[]; // the outlook on money, as numbers
  page: string; // those parts of the receipt, word for word
  for?: number; // the turn that they are for, if it is one to come: they are only read
  refused?: string; // why the machine would not so much as look at the letter; then nothing else is said of it
}

// Practice is a game against the machine, as the engine goes on with it; Setting is how one begins, and Played what came of
// a turn: the player's data after each turn that was resolved. A served one lies with the program that serves the page.
export interface Practice { rulebook: string; rules: number; world: string; seed: string; strength: string; state: string; own?: number; done?: number[]; served?: boolean }
export interface Setting { seed: string; world: string; lang: Lang; strength: string; player: string; realms: string[] }
export interface Played { practice: Practice; tables: unknown[] }

// A public file that is played again, and the world after a turn of it; cmd/page/engine/prove.go says what
// each field means.
export type BothLangs = Record<Lang, string>;
export interface ProvedScene {
  turn: number; title?: BothLangs; chart: Chart; realms: { number: number; name: string; fallen?: boolean }[];
  armies: { field: number; realm: number; men: number }[]; battles: { field: number; label: string; realms: [number, number]; won: number; fallen: number }[];
}
export interface Proved { read: number; more: boolean; turns: number; realms: number; false?: BothLangs; notes?: BothLangs[]; scenes: number; full?: boolean }
export interface Signed { key: string; message: string; signature: string } // of a receipt, in base64
export interface Compared { false?: BothLangs; turn: number; realm?: number; number?: number; taken?: boolean; notes?: BothLangs[] }
