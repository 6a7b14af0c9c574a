// Practice: a game against realms that the machine plays, in the page alone.
import type { Played, Practice } from '../data';
import { faultText } from '../faults';
import { textOf } from '../state';
import type { State, Store } from '../state';
import { lay } from './bring';
import { readTable } from './shapes';
import { say } from './words';

const realms = ['Fenmark', 'Graumark', 'Arrak', 'Salzküste'];

// teach asks the engine what can be learnt here.
export async function teach(store: Store) {
  const { lang } = store.state;
  const lessons = await store.engine.lessons(lang).catch(() => []);
  if (store.state.lang === lang) store.set({ lessons });
}

// practise begins a game. It takes the place of what lies on the table, which has been asked about.
export async function practise(store: Store, strength: string) {
  const { lang } = store.state;
  const seed = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, '0')).join('');
  await played(store, () => store.engine.practise({
    seed, strength, lang, world: say(lang, 'practice-world', { n: seed.slice(0, 4).toUpperCase() }), player: say(lang, 'practice-you'), realms,
  }));
}

let ends = false; // a turn is being resolved

// endTurn resolves the turn with what is written.
export async function endTurn(store: Store) {
  const { practice } = store.state;
  if (!practice || ends) return;
  ends = true;
  try {
    const before = practice.served ? null : { ...store.state, before: null };
    await played(store, () => (practice.served ? sent(textOf(store)) : store.engine.endTurn(practice, textOf(store))), before);
  } finally {
    ends = false;
  }
}

// served is a practice that lies with the program that serves this page.
export const served: Practice = { rulebook: '', rules: 0, world: '', seed: '', strength: '', state: '', served: true };

// sent has that program resolve the turn: it alone can be reached, and only from a page that it serves.
async function sent(text: string): Promise<Played> {
  const answer = await fetch(location.pathname, { method: 'POST', body: text });
  if (!answer.ok) throw new Error(await answer.text());
  return { practice: served, tables: await answer.json() as unknown[] };
}

async function played(store: Store, does: () => Promise<Played>, before: State | null = null) {
  try {
    const { practice, tables: came } = await does(), tables = came.map((t) => readTable(t));
    const faults: string[] = [];
    await lay(store, tables, faults);
    if (faults.length > 0) { store.say(faults.join('\n'), true); return; }
    store.set({ practice, before, since: tables[0]!.facts.turn, view: store.state.table!.facts.turn > 0 ? 'report' : 'map', drawer: false, army: null, at: null, said: null, undo: [], redo: [] });
  } catch (e) {
    store.say(faultText(store.state.lang, e), true);
  }
}

// takeBack brings back what lay here before the last turn ended: its orders are open again.
export async function takeBack(store: Store) {
  const { before, lang } = store.state;
  if (!before || ends) return;
  ends = true;
  try {
    const opened = await store.engine.open(before.table!);
    const spoken = opened.lang === lang ? opened : await store.engine.speak(lang);
    store.set({ ...before, lang, opened: before.lang === lang ? before.opened : spoken, view: 'map', army: null, at: null, said: null });
  } catch (e) {
    store.say(faultText(lang, e), true);
  } finally {
    ends = false;
  }
}
