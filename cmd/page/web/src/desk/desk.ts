// The desk: the text of the draft is the one truth. What is clicked becomes a changed text, by the engine; what is
// typed becomes rows and a judgement, by the engine.
import type { Change, Row } from '../data';
import { Fault } from '../engine';
import { faultText } from '../faults';
import { DRAFT } from '../inout/mine';
import { led } from './armies';
import { typed } from '../orders/identity';
import { textOf } from '../state';
import type { Draft, Store, Written } from '../state';
import { say } from '../words';

const most = 200; // steps that can be undone

// turnOf is the turn that a draft is for with another text: the one that is typed, or else none that is to come.
const turnOf = (d: Draft, text: string, now: number) => typed(text)?.turn || Math.min(d.turn, now);

const now = ({ state: { drafts, draft, notes } }: Store): Written => ({ drafts, draft, notes });

// put changes what the player has written, so that undo brings it back. What is typed joins what was typed at the same
// place just before, in one step.
export function put(store: Store, next: Partial<Written>, typing = '') {
  const joins = typing !== '' && typing === lastTyped.at && Date.now() - lastTyped.when < 900 && store.state.undo.length > 0;
  lastTyped = { at: typing, when: Date.now() };
  store.set({ ...next, undo: joins ? store.state.undo : [...store.state.undo, now(store)].slice(-most), redo: [] });
}
let lastTyped = { at: '', when: 0 };

// write puts another text into the draft.
export function write(store: Store, text: string, isTyped = false): boolean {
  const { drafts, draft, table } = store.state, was = textOf(store);
  if (text === was) return true;
  if (text.length > DRAFT && text.length > was.length) {
    store.say(say(store.state.lang, 'too-long', { n: DRAFT }), true);
    return false;
  }
  put(store, { drafts: drafts.map((d) => (d.id === draft ? { ...d, text, turn: turnOf(d, text, table?.turn ?? d.turn) } : d)) }, isTyped ? `text ${draft}` : '');
  return true;
}

const swap = (store: Store, from: 'undo' | 'redo', to: 'undo' | 'redo') => {
  const list = store.state[from], back = list.at(-1);
  if (!back) return;
  lastTyped = { at: '', when: 0 };
  store.set({ ...back, [from]: list.slice(0, -1), [to]: [...store.state[to], now(store)], said: null });
};
export const undo = (store: Store) => swap(store, 'undo', 'redo');
export const redo = (store: Store) => swap(store, 'redo', 'undo');

// one change after the other: each is made to the text that the one before has made.
let last: Promise<unknown> = Promise.resolve();

// add puts a line into the draft, in place of one about the same army or realm.
export async function add(store: Store, section: string, line: string): Promise<void> {
  const lines = await store.engine.read(`$${section}\n${line}\n\n$E\n`);
  await change(store, (rows) => lines.filter((r) => r.form >= 0).map((r) => ({
    line: rows.find((o) => o.letter === r.letter && o.values?.[0] === r.values?.[0])?.line ?? 0, letter: r.letter, form: r.form, values: r.values ?? [],
  })));
}

// change changes lines of the draft; make is given the rows as they are when its turn comes.
export function change(store: Store, make: (rows: Row[]) => Change[]): Promise<void> {
  const next = last.then(async () => {
    try {
      const text = textOf(store), rows = store.state.readOf === text ? store.state.rows : led(store.state.opened, await store.engine.read(text));
      const changes = make(rows);
      if (changes.length === 0) return;
      const put = await store.engine.put(text, changes);
      if (textOf(store) !== text || put === text || !write(store, put)) return;
      store.set({ said: { text: told(store, text, put), undo: true, line: lineOf(text, put) } });
      await read(store);
      await raise(store, put);
    } catch (e) {
      store.say(faultText(store.state.lang, e), true);
    }
  });
  last = next;
  return next;
}

// told is what a change did to the text: the line that it wrote, or the one that it took away.
function told(store: Store, was: string, next: string): string {
  const old = was.split('\n'), now = next.split('\n'), { lang } = store.state;
  const left = [...old], added = now.filter((l) => { const i = left.indexOf(l); if (i >= 0) left.splice(i, 1); return i < 0; });
  const line = (list: string[]) => list.map((l) => l.trim()).filter((l) => l !== '' && !/^[#$]/.test(l)).at(-1);
  const put = line(added), gone = line(left);
  if (added.some((l) => l.startsWith('#'))) return say(lang, 'placed-letter');
  return put !== undefined ? say(lang, 'placed', { line: put }) : say(lang, 'taken', { line: gone ?? '' });
}

// lineOf is the first line that a change wrote, from 1; 0: it wrote none.
function lineOf(was: string, next: string): number {
  const left = was.split('\n');
  return next.split('\n').findIndex((l) => { const i = left.indexOf(l); if (i >= 0) left.splice(i, 1); return i < 0 && /^\s*[^$\s]/.test(l); }) + 1;
}

// read brings the rows after the text.
async function read(store: Store) {
  const text = textOf(store);
  if (store.state.readOf === text) return;
  let rows: Row[];
  try {
    rows = led(store.state.opened, await store.engine.read(text));
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
