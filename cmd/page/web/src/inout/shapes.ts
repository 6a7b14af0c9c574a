// The shapes of what comes in files: the data of a turn, held against data.ts part by part.
import type {
  Chart, ChartCell, ChartSign, ChartTerrain, Crest, FactArmy, FactBattle, FactEvent, FactFactor, FactField, FactFighter, FactLetter, FactMoney, FactHeadline, FactNeed, FactPart, FactRealm,
  FactSide, FactSighting, FactStandings, FactWeek, Facts, PassedLetter, Said, Table, Tone,
} from '../data';
import { either, list, maybe, oneOf, record, shape, text, whole, Wrong, yes } from './guard';
import type { Guard } from './guard';
import { linkable } from './send';

// schemas that this page reads.
const TABLE_SCHEMA = 1;
const FACTS_SCHEMA = 1;

const most = Number.MAX_SAFE_INTEGER;
const any = whole(-most, most);
const count = whole(0, 1_000_000);
const word = text(200);
const sentence = text(8_000);
const long = text(100_000);
const label = text(40);
const values = maybe(record(any, 200));
const words = maybe(record(text(2_000), 200));
const lang = oneOf('de', 'en');

const args = maybe(record(either(any, text(4_000)), 60));
const said: Guard<Said> = shape<Said>({ code: word, args, text: sentence });

const realm: Guard<FactRealm> = shape<FactRealm>({
  number: whole(0, 9999), name: word, player: maybe(word), fallen: maybe(yes), values, words,
});
const ground = {
  terrain: maybe(word), owner: maybe(whole(0, 9999)), building: maybe(word), state: maybe(word), edges: maybe(word),
};
// army is one with its parts, which have none deeper than three.
const army = (deep: number): Guard<FactArmy> => shape<FactArmy>({
  realm: maybe(whole(0, 9999)), name: word, id: maybe(word), kind: maybe(word), unknown: maybe(yes), at: maybe(label),
  men: maybe(any), values, words,
  parts: maybe(deep > 0 ? list(army(deep - 1), 500) : list<FactArmy>((_, at) => { throw new Wrong(at, 'many'); }, 0)),
});
export const armies: Guard<FactArmy[]> = list(army(3), 20_000);
const sighting: Guard<FactSighting> = shape<FactSighting>({
  at: label, by: maybe(list(word, 500)), armies: maybe(list(army(3), 500)), ...ground,
});
// tone is what an event means; one that this page does not know means nothing to it.
const tone: Guard<Tone | undefined> = (v) => (v === 'gain' || v === 'loss' || v === 'warn' ? v : undefined);
const week: Guard<FactWeek> = shape<FactWeek>({
  week: whole(0, 400), title: maybe(word), titled: maybe(said),
  events: list(shape<FactEvent>({
    phase: word, code: word, args, text: sentence, tone, weight: maybe(whole(-9, 99)), at: maybe(label),
  }), 20_000),
  sightings: maybe(list(sighting, 20_000)),
});
const factor: Guard<FactFactor> = shape<FactFactor>({ code: word, name: word, amount: any, permille: maybe(yes) });
const fighter: Guard<FactFighter> = shape<FactFighter>({
  realm: maybe(whole(0, 9999)), name: word, id: maybe(word), kind: maybe(word), before: maybe(any), after: maybe(any), strength: maybe(any), left: maybe(any), fate: maybe(word),
});
const side: Guard<FactSide> = shape<FactSide>({ realm: maybe(whole(0, 9999)), armies: list(fighter, 500), before: maybe(any), after: maybe(any), strength: maybe(any), factors: maybe(list(factor, 100)) });
const battle: Guard<FactBattle> = shape<FactBattle>({
  week: maybe(whole(0, 400)), at: maybe(label), sides: list(side, 20), equal: maybe(yes), won: whole(0, 20), result: said, course: maybe(list(said, 500)),
});
const field: Guard<FactField> = shape<FactField>({ at: label, ...ground, own: maybe(yes), name: maybe(word), values, words });
const money: Guard<FactMoney> = shape<FactMoney>({ kind: word, code: word, amount: any, text: sentence });
const letter: Guard<FactLetter> = shape<FactLetter>({
  from: maybe(whole(0, 9999)), name: maybe(word), all: maybe(yes), to: maybe(whole(0, 9999)), master: maybe(yes), text: long,
});
const standings: Guard<FactStandings> = shape<FactStandings>({
  columns: list(shape<{ code: string; text: string }>({ code: word, text: word }), 60),
  rows: list(shape<FactStandings['rows'][number]>({
    realm: whole(0, 9999), name: word, place: maybe(count), fallen: maybe(yes), numbers: list(any, 60),
  }), 1_000),
});
const part: Guard<FactPart> = shape<FactPart>({ name: word, title: sentence, titled: maybe(said), said: list(said, 20_000) });

export const facts: Guard<Facts> = shape<Facts>({
  schema: whole(1, 9999), rulebook: word, rules: count, turn: count, title: word, titled: maybe(said), lang, realm,
  headline: maybe(shape<FactHeadline>({ text: sentence, when: said, clauses: list(said, 20) })),
  needs: maybe(list(shape<FactNeed>({ code: word, args, text: sentence, more: maybe(list(said, 20)), section: maybe(word), line: maybe(sentence) }), 50)),
  refused: list(shape<Facts['refused'][number]>({ line: count, code: word, args, text: sentence, partly: maybe(yes) }), 5_000),
  weeks: list(week, 60), battles: maybe(list(battle, 2_000)), realms: list(realm, 1_000), fields: list(field, 50_000), armies,
  money: list(money, 5_000), letters: list(letter, 5_000), sent: maybe(list(letter, 5_000)), standings: maybe(standings), parts: maybe(list(part, 200)),
  names: maybe(record(text(200), 500)), terms: maybe(record(list(said, 2_000), 500)),
});

const address: Guard<string> = (v, at) => {
  const s = text(100_000)(v, at);
  // nobody has a line end in an address by accident: it would write a mail's head
  if (/[\p{Cc}\u2028\u2029]/u.test(s)) throw new Wrong(at, 'value');
  return linkable(s) ? s : '';
};
// page is where the page is; what is no link of the web is none.
const page: Guard<string | undefined> = (v, at) => {
  const s = maybe(text(100_000))(v, at);
  return s !== undefined && s.length <= 1_000 && /^https?:\/\/[^\s<>"]+$/.test(s) ? s : undefined;
};
const base64: Guard<string> = (v, at) => {
  const s = text(6_000_000)(v, at);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(s)) throw new Wrong(at, 'value');
  return s;
};
const when: Guard<string> = (v, at) => {
  const s = text(60)(v, at);
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
  if (!form.test(s) || Number.isNaN(Date.parse(s))) throw new Wrong(at, 'value');
  return s;
};

// early is a map that shows until the engine has drawn its own; one that is not as it should be is none.
const early: Guard<Chart | undefined> = (v, at) => {
  try {
    return maybe(chart)(v, at);
  } catch {
    return undefined;
  }
};

const table: Guard<Table> = shape<Table>({
  schema: whole(1, 9999), program: word, rulebook: word, rules: count, world: word, address,
  page, realm: whole(1, 9999), lang, turn: count, deadline: maybe(when), over: maybe(yes), bare: maybe(yes),
  orders: maybe(text(400_000)), first: maybe(text(400_000)), learnt: maybe(list(sentence, 20)), spoken: maybe(count), tables: text(600_000), known: base64, facts,
  passed: maybe(list(shape<PassedLetter>({
    from: whole(1, 9999), to: maybe(whole(1, 9999)), all: maybe(yes), text: long, turn: count, at: when,
  }), 5_000)),
  chart: early, at: maybe(when), lacks: maybe(list(word, 20)),
});

// Newer is data of a later form than this page knows.
export class Newer extends Error {
  constructor(readonly page: string, readonly word: 'schema' | 'rules') { super('newer'); }
}

// readTable gives the table that a parsed file holds; it throws Wrong or Newer.
export function readTable(v: unknown): Table {
  const first = shape<{ schema: number; page?: string }>({ schema: whole(1, 9999), page })(v, '');
  if (first.schema > TABLE_SCHEMA) throw new Newer(first.page ?? '', 'schema');
  const t = table(v, '');
  if (t.facts.schema > FACTS_SCHEMA) throw new Newer(t.page ?? '', 'schema');
  if (t.facts.rulebook !== t.rulebook || t.facts.realm.number !== t.realm) throw new Wrong('facts.realm', 'value');
  return t;
}

// isTable tells whether a parsed file means to be data of a turn.
export const isTable = (v: unknown) =>
  typeof v === 'object' && v !== null && Object.hasOwn(v, 'known') && Object.hasOwn(v, 'facts');

// isFacts tells whether it is the report as data, which is for other programs.
export const isFacts = (v: unknown) =>
  typeof v === 'object' && v !== null && Object.hasOwn(v, 'weeks') && Object.hasOwn(v, 'rulebook') && !isTable(v);

// isAlly tells whether it is what an ally shares.
export const isAlly = (v: unknown) =>
  typeof v === 'object' && v !== null && (v as { weltentor?: unknown }).weltentor === 'ally';

const colour: Guard<string> = (v, at) => {
  if (typeof v !== 'string' || !/^#[0-9a-f]{6}$/i.test(v)) throw new Wrong(at, 'value');
  return v;
};
const bits = maybe(whole(0, 63));
const sign = shape<ChartSign>({ sign: word, name: word });
// crests are those of realms, by their numbers.
const crests: Guard<Record<number, Crest>> = (v, at) => {
  const all = record(shape<Crest>({ colour, pattern: word, charge: word }), 1_000)(v, at);
  for (const key of Object.keys(all)) if (!/^\d{1,4}$/.test(key)) throw new Wrong(at, 'key');
  return all as Record<number, Crest>;
};
// chart is a map as an ally may share it, too.
export const chart: Guard<Chart> = shape<Chart>({
  title: word, drawn: maybe(word), realm: maybe(whole(0, 9999)),
  terrains: list(shape<ChartTerrain>({
    code: word, name: word, rim: colour, fill: colour, ground: maybe(word), height: maybe(whole(0, 9)), steep: maybe(yes),
  }), 200),
  signs: maybe(list(sign, 500)), realms: maybe(list(sign, 1_000)),
  crests: maybe(crests),
  cells: list(shape<ChartCell>({
    h: whole(-100_000, 100_000), y: whole(-100_000, 100_000), label, t: whole(0, 200), age: maybe(whole(-1, 1_000_000)),
    owner: maybe(whole(0, 9999)), sign: maybe(label), building: maybe(word), state: maybe(word), name: maybe(word), own: maybe(yes), others: maybe(yes),
    rivers: bits, roads: bits, bridges: bits, walls: bits,
  }), 60_000),
});
