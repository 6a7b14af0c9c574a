// The desk: the text of the draft is the one truth. What is clicked becomes a changed text, by the engine; what is
// typed becomes rows and a judgement, by the engine.
import type { Change, Row } from '../data';
import { Fault } from '../engine';
import { faultText } from '../faults';
import { DRAFT } from '../inout/mine';
import { meant, typed } from '../orders/identity';
import { textOf } from '../state';
import type { Draft, Store } from '../state';
import { say } from '../words';

const most = 200; // texts that can be brought back

// turnOf is the turn that a draft is for with another text: the one that is typed, or else none that is to come.
const turnOf = (d: Draft, text: string, now: number) => typed(text)?.turn || Math.min(d.turn, now);

// write puts another text into the draft; a typed one joins what was typed just before in one step of undo.
export function write(store: Store, text: string, isTyped = false): boolean {
  const { drafts, draft, table, undo } = store.state, was = textOf(store);
  if (text === was) return true;
  if (text.length > DRAFT && text.length > was.length) {
    store.say(say(store.state.lang, 'too-long', { n: DRAFT }), true);
    return false;
  }
  const joins = isTyped && Date.now() - lastTyped < 900 && undo.length > 0;
  lastTyped = isTyped ? Date.now() : 0;
  set(store, text, joins ? undo : [...undo, was].slice(-most), []);
  return true;
  function set(s: Store, t: string, u: string[], r: string[]) {
    s.set({ drafts: drafts.map((d) => (d.id === draft ? { ...d, text: t, turn: turnOf(d, t, table?.turn ?? d.turn) } : d)), undo: u, redo: r });
  }
}
let lastTyped = 0;

const swap = (store: Store, from: 'undo' | 'redo', to: 'undo' | 'redo') => {
  const { drafts, draft, table } = store.state, list = store.state[from], text = list.at(-1);
  if (text === undefined) return;
  lastTyped = 0;
  store.set({
    drafts: drafts.map((d) => (d.id === draft ? { ...d, text, turn: turnOf(d, text, table?.turn ?? d.turn) } : d)),
    [from]: list.slice(0, -1), [to]: [...store.state[to], textOf(store)], said: null,
  } as never);
};
export const undo = (store: Store) => swap(store, 'undo', 'redo');
export const redo = (store: Store) => swap(store, 'redo', 'undo');

// one change after the other: each is made to the text that the one before has made.
let last: Promise<unknown> = Promise.resolve();

// change changes lines of the draft; make is given the rows as they are when its turn comes.
export function change(store: Store, make: (rows: Row[]) => Change[]): Promise<void> {
  const now = last.then(async () => {
    try {
      const text = textOf(store), rows = store.state.readOf === text ? store.state.rows : await store.engine.read(text);
      const changes = make(rows);
      if (changes.length === 0) return;
      const next = await store.engine.put(text, changes);
      if (textOf(store) !== text || next === text || !write(store, next)) return;
      store.set({ said: { text: told(store, text, next), undo: true } });
      await read(store);
      await raise(store, next);
    } catch (e) {
      store.say(faultText(store.state.lang, e), true);
    }
  });
  last = now;
  return now;
}

// told is what a change did to the text: the line that it wrote, or the one that it took away.
function told(store: Store, was: string, next: string): string {
  const old = was.split('\n'), now = next.split('\n'), { lang } = store.state;
  const left = [...old], added = now.filter((l) => { const i = left.indexOf(l); if (i >= 0) left.splice(i, 1); return i < 0; });
  const line = (list: string[]) => list.map((l) => l.trim()).filter((l) => l !== '' && !/^[#$]/.test(l)).at(-1);
  const put = line(added), gone = line(left);
  return put !== undefined ? say(lang, 'placed', { line: put }) : say(lang, 'taken', { line: gone ?? '' });
}

// read brings the rows after the text.
async function read(store: Store) {
  const text = textOf(store);
  if (store.state.readOf === text) return;
  let rows: Row[];
  try {
    rows = await store.engine.read(text);
  } catch (e) {
    if (!(e instanceof Fault) || e.code !== 'unknown-call') throw e;
    rows = [];
  }
  if (textOf(store) === text) store.set({ rows, readOf: text });
}

// raise brings the armies that the draft makes after the text. An engine of a game that has none is not asked again.
async function raise(store: Store, text: string) {
  if (!store.state.opened?.desk?.armies && !store.state.opened?.desk?.units) return;
  const made = await store.engine.raised(text);
  if (textOf(store) === text && JSON.stringify(made) !== JSON.stringify(store.state.made)) store.set({ made });
}

// follow asks the engine about the draft whenever its answers are of another text, one question at a time; it gives what
// ends that. A text may go and come back while a question is out.
export function follow(store: Store): () => void {
  let asking = false, table: unknown = null, timer = 0;
  const known = () => store.state.readOf === textOf(store) && store.state.checkedOf === textOf(store) && store.state.opened === table;
  const ask = async () => {
    if (asking || !store.state.opened) return;
    asking = true;
    for (;;) {
      const text = textOf(store), { opened } = store.state;
      if (known() || !opened) break;
      table = opened;
      try {
        await read(store);
        const checked = await store.engine.check(text);
        if (textOf(store) === text) store.set({ checked, checkedOf: text });
        await raise(store, text);
      } catch (e) {
        if (textOf(store) === text) store.set({ checked: null, checkedOf: text, ...(store.state.readOf === text ? {} : { rows: [], readOf: text }) });
        store.say(faultText(store.state.lang, e), true);
      }
    }
    asking = false;
  };
  const see = () => { clearTimeout(timer); timer = window.setTimeout(() => void ask(), 30); };
  see();
  const end = store.subscribe(() => { if (!known()) see(); });
  return () => { clearTimeout(timer); end(); };
}

// forTurn tells for which turn the draft is.
export const forTurn = (store: Store) => (store.state.table ? meant(textOf(store), store.state.table).turn : 0);
