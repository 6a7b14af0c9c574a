// What is on the table: one store, from which views take what they show.
import { useEffect, useState } from 'preact/hooks';
import type { Engine } from './engine';
import type { Keeper, Seal } from './inout/keep';
import type { Sender, Sending } from './inout/sender';
import type { Chart, Checked, DeskArmy, FactArmy, Lang, MarchStep, Mover, Opened, Practice, Proved, ProvedScene, Reached, Row, Table } from './data';

// stays: armies that are meant to stay without an order
export interface Draft { id: string; name: string; turn: number; text: string; stays?: string[] | undefined }
export interface Note { at: string; text: string; mark?: string } // at: a field's label; mark: a colour's name
// Ally is what an ally has shared: seen on the map "as they told it", and used by no receipt.
// An ally may count fields from elsewhere: shift is what is added to its doubled coordinates to have one's own;
// null: nobody has said it yet, and it cannot be drawn.
export interface Ally {
  realm: number; name: string; turn: number; chart: Chart; armies: FactArmy[]; shift: { h: number; y: number } | null;
}

// Proof is a public file that is played again: how far it is, and what came of it.
export interface Proof extends Proved { file: string }

// Way is a march as the engine says it, with the steps that the army tries though nobody knows what comes of them; reached: null until it has said so.
// still is what it can reach with what is left; null: it has no way yet, or its orders name a goal, which another click changes.
export interface Way { of: string; at: string; steps: MarchStep[]; reached: Reached[] | null; still: Reached[] | null; stops: string; tries: MarchStep[] }
export const noWay: Way = { of: '', at: '', steps: [], reached: null, still: null, stops: '', tries: [] };

// Written is all that a player writes: undo brings one back whole.
export type Written = Pick<State, 'drafts' | 'draft' | 'notes'>;

// Safe is what is lost with the page if it is kept nowhere.
export type Safe = Pick<State, 'drafts' | 'notes' | 'practice'>;

export interface State {
  lang: Lang;
  view: string;
  table: Table | null; // the newest, which the engine has opened
  opened: Opened | null;
  first: Chart | null; // the map that came with data that are being opened
  past: Table[]; // of earlier turns, by turn
  drafts: Draft[];
  draft: string; // the id of the one being written
  notes: Note[];
  allies: Ally[];
  at: string | null; // the field that is looked at, by label
  week: number; // the week that is shown; -1: as things are after the turn
  turn: number; // the turn whose facts are shown; -1: the newest
  plays: boolean; // the replay begins to play when it is opened
  whole: boolean; // and goes on with the next turn on the table, to the last
  foreign?: Table[]; // of another game: a new table is begun with them, or they are left
  safe?: Safe; // what lies in a file or in the browser, or was never changed
  kept?: string; // when the browser last kept what lies here; '': it does not keep it
  seals?: Readonly<Record<string, Seal>>; // that links have brought, by the realms of their tables
  // the newest message, also to screen readers; line: of the orders, what it is about
  said: { text: string; bad?: boolean; undo?: boolean; line?: number } | null;
  army: string | null; // the own army that is being commanded
  way: Way; // how far that army comes by its orders, and where it could come
  courses: Readonly<Record<string, readonly MarchStep[]>>; // the steps of armies whose lines do not say each of their own, by name
  danger: Mover | null; // the foreign army whose reach is shown
  place: string; // the field where is recruited; '': the first that can
  work: string; // the code of the work that is to be built; '': none is chosen
  drawer: boolean; // the orders are shown as text
  line: number; // a line of theirs to which the drawer is to go; 0: none
  made: DeskArmy[]; // armies that the draft makes, or gives something else to do
  rows: Row[]; // the lines of the draft, as the engine reads them
  readOf: string; // the text of which they are
  checked: Checked | null; // what the receipt will say of the draft
  checkedOf: string; // the text that it judges
  undo: Written[]; redo: Written[]; // what was written earlier, and what was undone
  finding: boolean; // the search is open
  sent: string | null; // the text that was last given out to be sent
  sending?: Sending | null; // how the page sends by itself; null: it does not
  report: boolean; // the report of this turn has been looked at
  practice: Practice | null; // the game against the machine that lies here; null: a game with people
  before: State | null; // as it was before its last turn ended; null: nothing can be taken back
  since: number; // the first turn that was played when it ended: others' turns may follow; 0: none was
  proof: Proof | null; // a public file that was opened
  scene: number; // the one of its scenes that is to be shown
  drawn: ProvedScene | null; // the one that is shown
  lessons: string[]; // of a practice; none: there can be none
}

export class Store {
  private listeners = new Set<() => void>();
  keeper: Keeper | null = null; // null: nothing is kept in a browser
  sender: Sender | null = null; // null: nobody takes letters from this page
  constructor(public state: State, public engine: Engine) {}
  set(patch: Partial<State>) {
    this.state = { ...this.state, ...patch };
    for (const l of this.listeners) l();
  }
  subscribe(l: () => void) { this.listeners.add(l); return () => { this.listeners.delete(l); }; }
  say(text: string, bad = false) { this.set({ said: { text, bad } }); }
  // facts are those of the turn that is shown.
  facts() {
    const { table, past, turn } = this.state;
    return (turn < 0 ? table : past.find((t) => t.facts.turn === turn) ?? table)?.facts ?? null;
  }
}

// unsaved tells whether closing the page would lose what the player has written, or a practice.
export const unsaved = (s: State) => s.table !== null && ((!!s.practice && !s.practice.served && s.practice !== s.safe?.practice)
  || s.drafts !== (s.safe?.drafts ?? s.drafts) || s.notes !== (s.safe?.notes ?? s.notes));

// secure marks them as kept.
export const secure = (store: Store, { drafts, notes, practice }: Safe = store.state) => store.set({ safe: { drafts, notes, practice } });

// useState of the store: a view is drawn again when what it picks has changed.
export function useStore<T>(store: Store, pick: (s: State) => T): T {
  const [value, set] = useState(() => pick(store.state));
  useEffect(() => {
    const update = () => set(() => pick(store.state));
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}

// useParts is useStore of several parts of the state.
export function useParts<K extends keyof State>(store: Store, ...parts: K[]): Pick<State, K> {
  const [state, set] = useState(store.state);
  useEffect(() => {
    const update = () => set((was) => (parts.some((p) => was[p] !== store.state[p]) ? store.state : was));
    update();
    return store.subscribe(update);
  }, [store]);
  return state;
}

// useLaid is useParts for views of a table that is open.
export const useLaid = useParts as <K extends keyof State>(store: Store, ...parts: K[]) => { [P in K]: NonNullable<State[P]> };

// useMinutes draws a view again whenever a whole number of minutes is left until a deadline: all clocks change at once.
export function useMinutes(deadline: string | undefined) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!deadline) return;
    let t = 0;
    const wait = () => { t = window.setTimeout(() => { tick((n) => n + 1); wait(); }, ((Date.parse(deadline) - Date.now()) % 60_000 + 60_000) % 60_000 + 20); };
    wait();
    return () => clearTimeout(t);
  }, [deadline]);
}

// newsOf are the turns that have been played since the player's last one; of a game that is not played here, the newest.
export const newsOf = ({ past, table, since }: State): Table[] => [...past, ...(table ? [table] : [])].filter((t) => (since > 0 ? t.facts.turn >= since : t === table));

// textOf is the text of the draft that is being written.
export const textOf = (store: Store) => store.state.drafts.find((d) => d.id === store.state.draft)?.text ?? '';
