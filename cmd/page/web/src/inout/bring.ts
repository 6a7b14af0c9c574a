// Bringing in: what files hold is put on the table. Whatever cannot be taken is said, file by file.
import type { Chart, Lang, Opened, Table } from '../data';
import { faultText } from '../faults';
import { secure, unsaved } from '../state';
import type { Draft, State, Store } from '../state';
import { Fault } from '../engine';
import { gameOf, onHost } from '../text';
import { withIdentity } from '../orders/identity';
import { reword } from './reword';
import { Wrong } from './guard';
import { isMine, readMine } from './mine';
import type { Mine } from './mine';
import { end, isPublic, prove } from './prove';
import { chart, isAlly, isFacts, isTable, Newer, readTable } from './shapes';
import { MANY, Unfit, unpack } from './unpack';
import { say } from './words';

const FILES = 200; // at once

// waiting are tables that came with data of another game, until the player says what shall happen.
const waiting = new WeakMap<Store, Mine[]>();

// bring takes files: from the picker, from a drop, or what the page was sent with.
export async function bring(store: Store, files: readonly Pick<File, 'name' | 'size' | 'arrayBuffer'>[]) {
  const { lang } = store.state;
  const clean = !unsaved(store.state);
  const faults: string[] = [];
  const tables: Table[] = [];
  const mines: Mine[] = [];
  if (store.state.proof?.more) end(store);
  for (const file of files.slice(0, FILES)) {
    try {
      if (file.size > MANY.packed) throw new Unfit('plain', MANY.packed);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (isPublic(bytes)) { void prove(store, file.name, bytes); continue; }
      const all = unpack(file.name, bytes);
      const ours = all.filter(({ json }) => isMine(json) || isTable(json));
      for (const { json } of ours) {
        if (isMine(json)) mines.push(readMine(json, lang));
        else tables.push(readTable(json));
      }
      // what lies beside a table in a ZIP is not asked for
      if (ours.length === 0) faults.push(say(lang, beside(all.map((f) => f.json)), { file: file.name }));
    } catch (e) {
      faults.push(faultOf(store, file.name, e));
    }
  }
  for (const m of mines) tables.push(...m.tables);
  const fresh = !store.state.table;
  if (tables.length > 0) await lay(store, tables, faults);
  if (store.state.foreign) waiting.set(store, mines);
  else for (const [i, m] of mines.filter((m) => ours(store, m)).entries()) unite(store, m, fresh && i === 0);
  if (clean) secure(store);
  if (faults.length > 0) store.say(faults.join('\n'), true);
}

// beside tells what files without a table are, by the key of the words.
const beside = (all: unknown[]) => (all.some(isAlly) ? 'ally' : all.some(isFacts) ? 'facts' : 'none-of-ours');

// faultOf says what is wrong with a file.
function faultOf(store: Store, file: string, e: unknown): string {
  const { lang } = store.state;
  if (e instanceof Newer) {
    const page = onHost(e.page), how = page ? say(lang, 'newer-page', { page }) : say(lang, 'newer-word');
    return `${say(lang, 'newer', { file })} ${how}`;
  }
  if (e instanceof Unfit) {
    return say(lang, `unfit-${e.why}`, { file, packed: e.most >> 20, plain: e.most >> 20 });
  }
  if (e instanceof Wrong) return say(lang, 'wrong', { file, at: e.at || '{}', why: say(lang, `wrong-${e.why}`) });
  return say(lang, 'unread', { file });
}

const same = (a: Table, b: Table) => a.rulebook === b.rulebook && a.world === b.world && a.realm === b.realm;

// ours tells whether what was kept is of the game on the table: drafts of another one are not mixed in.
const ours = ({ state }: Store, m: Mine) =>
  m.tables.length === 0 || (state.table !== null && m.tables.some((t) => same(t, state.table!)));

// united is one table a turn, by turn; of two for one turn the later given.
function united(tables: Table[]): Table[] {
  const of = new Map<number, Table>();
  for (const t of tables) of.set(t.turn, t);
  return [...of.values()].sort((a, b) => a.turn - b.turn);
}

// lay puts data on the table: the newest turn is opened, the others are kept beside it. quiet: the player has brought none.
export async function lay(store: Store, tables: Table[], faults: string[] = [], quiet = false) {
  const { table, past, lang } = store.state, clean = !unsaved(store.state);
  // no page can show data of another rulebook than its own: nothing is asked about them
  const own = table?.rulebook ?? globalThis.document?.body.dataset.rulebook;
  const fit = tables.filter((t) => !own || t.rulebook === own);
  const other = tables.find((t) => !fit.includes(t));
  if (own && other) faults.push(otherGame(lang, other, own));
  if (fit.length === 0) return;
  const game = table ?? fit.reduce((a, b) => (b.turn > a.turn ? b : a));
  const here = fit.filter((t) => same(t, game));
  const foreign = fit.filter((t) => !same(t, game));
  if (foreign.length > 0) {
    store.set({ foreign, view: 'files' });
    faults.push(say(lang, 'foreign', { world: foreign[0]!.world, realm: foreign[0]!.realm }));
  }
  if (here.length === 0) return;
  const all = united([...past, ...(table ? [table] : []), ...here]);
  const newest = all[all.length - 1]!;
  const earlier = all.slice(0, -1);
  if (table && newest === table) {
    store.set({ past: earlier });
    await reword(store);
    if (!quiet && here.some((t) => t.turn < table.turn)) store.say(say(lang, 'kept', { n: here.length }));
    return;
  }
  let opened: Opened;
  if (!table && newest.chart) store.set({ first: newest.chart, view: 'map' });
  try {
    opened = await store.engine.open(newest);
    if (table && opened.lang !== lang) opened = await store.engine.speak(lang);
  } catch (e) {
    if (!table) store.set({ first: null, view: 'files' });
    const strange = e instanceof Fault && e.code === 'other-rulebook';
    faults.push(strange ? otherGame(lang, newest, e.args.own ?? '') : faultText(lang, e));
    return;
  }
  performance.mark('opened');
  const fresh = !table;
  const turned = !table || table.turn !== newest.turn;
  const drafts = turned ? begun(store.state, newest, opened) : {};
  const { first } = store.state;
  if (first && alike(first, opened.chart)) opened.chart = first; // it is not painted again
  store.set({
    table: newest, opened, first: null, past: earlier, turn: -1, week: -1, made: [], ...drafts, foreign: store.state.foreign,
    ...(turned ? { work: '', place: '' } : {}), ...(fresh ? { lang: opened.lang } : {}),
    ...(fresh && store.state.view === 'files' && !store.state.foreign ? { view: 'map' } : {}), // it is shown
  });
  if (clean) secure(store);
  await furnish(store, opened);
  await reword(store);
}

// alike tells whether a map that came with data is the one that the engine draws of them.
const alike = (came: Chart, drawn: Chart | null) => !!drawn && JSON.stringify(came) === JSON.stringify(chart(drawn, ''));

// furnish brings the desk after what was opened, so that the map is there first.
async function furnish(store: Store, opened: Opened) {
  if (opened.desk !== undefined) return;
  try {
    const desk = await store.engine.desk();
    performance.mark('desk');
    if (store.state.opened === opened) store.set({ opened: { ...opened, desk } });
  } catch (e) {
    store.say(faultText(store.state.lang, e), true);
  }
}

// otherGame says that data are of another game than this page, and how to get the page for them.
function otherGame(lang: Lang, t: Table, own: string): string {
  const games = { game: gameOf(t.rulebook), own: gameOf(own) };
  const told = say(lang, 'other', games);
  const page = onHost(t.page);
  if (page) return `${told} ${say(lang, 'other-page', { ...games, page })}`;
  return t.address ? `${told} ${say(lang, 'other-word', { ...games, address: t.address })}` : told;
}

let made = 0;
// newId is an id that no draft has yet.
export const newId = (drafts: Draft[]) => {
  let id: string;
  do { id = `e${++made}`; } while (drafts.some((d) => d.id === id));
  return id;
};

// begun adds the first draft for a turn: the orders in force, or else no orders yet, so that none counts as given.
export function begun(s: State, table: Table, opened: Opened): Pick<State, 'drafts' | 'draft'> {
  const there = s.drafts.find((d) => d.turn === table.turn);
  if (there) return { drafts: s.drafts, draft: there.id };
  if (opened.over) return { drafts: s.drafts, draft: s.drafts.at(-1)?.id ?? '' }; // no orders are written any more
  const draft: Draft = {
    id: newId(s.drafts), turn: table.turn, name: say(opened.lang, 'draft', { turn: table.turn }),
    text: withIdentity(table.orders || '', table, opened.lang),
  };
  return { drafts: [...s.drafts, draft], draft: draft.id };
}

// untouched tells whether nobody has written anything yet into drafts, save into those given.
const untouched = (s: State, but: Draft[]) => s.drafts.every((d) => but.includes(d) || (s.table && s.opened
  && d.text === begun({ ...s, drafts: [] }, s.table, s.opened).drafts[0]?.text));

const turnsOf = (s: State) => new Set([...s.past, ...(s.table ? [s.table] : [])].map((t) => t.turn));

// join brings what was kept of a table to what is on it now, which stays as it is. It tells whether all of it
// could be taken.
export async function join(store: Store, m: Mine): Promise<boolean> {
  const fits = () => !store.state.table || m.tables.every((t) => same(t, store.state.table!));
  if (!fits()) return false;
  const clean = !unsaved(store.state);
  const was = untouched(store.state, []) ? store.state.drafts : [];
  const here = turnsOf(store.state);
  const more = m.tables.filter((t) => !here.has(t.turn));
  const faults: string[] = [];
  if (more.length > 0) await lay(store, more, faults, true);
  if (faults.length > 0) store.say(faults.join('\n'), true);
  if (clean) secure(store);
  const laid = turnsOf(store.state);
  if (!fits() || !m.tables.every((t) => laid.has(t.turn))) return false;
  unite(store, m, untouched(store.state, was));
  if (clean) secure(store);
  return true;
}

// unite adds what a file "my table" holds beside its turns to what is there. On a fresh table its drafts take the
// place of the one that was begun with the turn.
function unite(store: Store, m: Mine, fresh: boolean) {
  const { notes, allies, draft, table } = store.state;
  const drafts = fresh && m.drafts.some((d) => d.turn === table?.turn) ? [] : store.state.drafts;
  const more: Draft[] = [];
  for (const d of m.drafts) {
    const twin = [...drafts, ...more].find((x) => x.id === d.id);
    if (twin && twin.text === d.text && twin.name === d.name) continue;
    more.push(twin ? { ...d, id: newId([...drafts, ...more, ...m.drafts]) } : d);
  }
  const noted = new Set(notes.map((n) => JSON.stringify(n)));
  const told = new Map(allies.map((a) => [a.realm, a]));
  for (const a of m.allies) if ((told.get(a.realm)?.turn ?? -1) <= a.turn) told.set(a.realm, a);
  const chosen = m.drafts.find((d) => d.id === m.draft && d.turn === table?.turn);
  const all = [...drafts, ...more];
  const left = all.some((d) => d.id === draft) ? draft : all.filter((d) => d.turn === table?.turn).at(-1)?.id ?? '';
  store.set({
    drafts: all, draft: chosen && more.includes(chosen) ? chosen.id : left,
    notes: [...notes, ...m.notes.filter((n) => !noted.has(JSON.stringify(n)))],
    allies: [...told.values()].sort((a, b) => a.realm - b.realm),
    ...(m.practice && m.tables.some((t) => t.turn === table?.turn) ? { practice: m.practice } : {}), // no older one
  });
}

// nothing is a table that is cleared.
export const nothing = {
  table: null, opened: null, first: null, past: [], drafts: [], draft: '', notes: [], allies: [], practice: null, before: null, since: 0, at: null, week: -1, turn: -1,
  foreign: undefined, safe: undefined, kept: '', sending: null,
} satisfies Partial<State>;

// anew clears the table and lays it with the data of another game.
export async function anew(store: Store) {
  const { foreign } = store.state;
  if (!foreign) return;
  try { // what lies here goes only if the other game can be opened
    await store.engine.open(foreign.reduce((a, b) => (b.turn > a.turn ? b : a)));
  } catch (e) {
    store.set({ foreign: undefined });
    store.say(faultText(store.state.lang, e), true);
    return;
  }
  store.set(nothing);
  const faults: string[] = [];
  await lay(store, foreign, faults);
  const mines = (waiting.get(store) ?? []).filter((m) => m.tables.every((t) => store.state.table && same(t, store.state.table)));
  for (const [i, m] of mines.entries()) unite(store, m, i === 0);
  waiting.delete(store);
  secure(store);
  if (faults.length > 0) store.say(faults.join('\n'), true);
}
