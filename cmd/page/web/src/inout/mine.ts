// "My table": drafts, notes, earlier turns and allies as one file, in a form of its own.
import { gzipSync } from 'fflate';
import type { Lang, Practice, Table } from '../data';
import type { Ally, Draft, Note, State } from '../state';
import { placeholder, scrub } from '../orders/identity';
import { list, maybe, oneOf, shape, text, whole, Wrong } from './guard';
import { armies, chart, readTable } from './shapes';
import { MANY, Unfit } from './unpack';
import { say } from './words';

const MINE = 'weltentor-my-table';
const MINE_SCHEMA = 1;
export const DRAFT = 400_000; // characters of a draft

export interface Mine {
  what: typeof MINE; schema: number; tables: Table[]; drafts: Draft[]; draft: string; notes: Note[]; allies: Ally[];
  practice?: Practice | undefined; // that goes on with the newest table
}

export const isMine = (v: unknown) =>
  typeof v === 'object' && v !== null && (v as { what?: unknown }).what === MINE;

// mine is what is saved of a table: never a password.
export function mine(s: Pick<State, 'table' | 'past' | 'drafts' | 'draft' | 'notes' | 'allies' | 'lang' | 'practice'>): Mine {
  const bare = (t: string) => scrub(t, placeholder(s.lang));
  const tables = [...s.past, ...(s.table ? [s.table] : [])];
  return {
    what: MINE, schema: MINE_SCHEMA,
    tables: tables.map((t) => (t.orders === undefined ? t : { ...t, orders: bare(t.orders) })),
    drafts: s.drafts.map((d) => ({ ...d, text: bare(d.text) })),
    draft: s.draft, notes: s.notes, allies: s.allies,
    ...(s.practice && !s.practice.served ? { practice: s.practice } : {}),
  };
}

const id = text(60);
const turn = whole(0, 1_000_000);
const step = whole(-1_000_000, 1_000_000);
const guard = shape<Omit<Mine, 'tables'>>({
  what: oneOf(MINE), schema: whole(1, 9999),
  drafts: list(shape<Draft>({ id, name: text(100), turn, text: text(DRAFT), stays: maybe(list(text(200), 10_000)) }), 500),
  draft: text(60),
  notes: list(shape<Note>({ at: text(40), text: text(10_000), mark: maybe(text(40)) }), 20_000),
  allies: list(shape<Ally>({
    realm: whole(0, 9999), name: text(200), turn, chart, armies,
    shift: (v, at) => (v === null ? null : shape<{ h: number; y: number }>({ h: step, y: step })(v, at)),
  }), 100),
  practice: maybe(shape<Omit<Practice, 'served'>>({
    rulebook: text(40), rules: whole(0, 9999), world: text(200), seed: text(200), strength: text(40), state: text(8_000_000), own: maybe(whole(0, 9999)), done: maybe(list(whole(1, 99), 99)),
  })),
});

// readMine gives what a parsed file of "my table" holds; it throws Wrong or Newer.
export function readMine(v: unknown, lang: Lang): Mine {
  const rest = guard(v, '');
  if (rest.schema > MINE_SCHEMA) throw new Wrong('schema', 'range');
  const tables = (v as { tables?: unknown }).tables;
  if (!Array.isArray(tables)) throw new Wrong('tables', 'list');
  if (tables.length > 400) throw new Wrong('tables', 'many');
  return {
    ...rest, tables: tables.map((t: unknown) => readTable(t)),
    drafts: rest.drafts.map((d) => ({ ...d, text: scrub(d.text, placeholder(lang)) })),
  };
}

// written is the text of "my table". It throws Wrong or Unfit if this page would not take it again.
export function written(m: Mine): string {
  const json = JSON.stringify(m);
  readMine(JSON.parse(json), 'de');
  if (new TextEncoder().encode(json).length > MANY.plain) throw new Unfit('plain', MANY.plain);
  return json;
}

// packed is the file of "my table": plain as long as it is small. It throws as written does.
export function packed(m: Mine): { name: string; bytes: Uint8Array; type: string } {
  const bytes = new TextEncoder().encode(written(m));
  if (bytes.length <= 1 << 20) return { name: '.json', bytes, type: 'application/json' };
  const small = gzipSync(bytes, { mtime: 0 });
  if (small.length > MANY.packed) throw new Unfit('packed', MANY.packed);
  return { name: '.json.gz', bytes: small, type: 'application/gzip' };
}

// tooMuch says what of "my table" cannot be written, if that is what went wrong.
export function tooMuch(e: unknown, m: Mine, lang: Lang): string | null {
  if (e instanceof Unfit) return say(lang, `unfit-${e.why}`, { file: say(lang, 'mine-title'), packed: e.most >> 20, plain: e.most >> 20 });
  if (!(e instanceof Wrong)) return null;
  const [, part, n] = /^(drafts|notes|allies)\[(\d+)\]/.exec(e.at) ?? [];
  const i = Number(n);
  const what = part === 'drafts' ? m.drafts[i]?.name : part === 'notes' ? m.notes[i]?.at : part === 'allies' ? m.allies[i]?.name : e.at;
  return say(lang, 'mine-wrong', { what: what || e.at || '{}', why: say(lang, `wrong-${e.why}`) });
}
