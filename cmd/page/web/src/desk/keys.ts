// The keys of the page. Single letters can be switched off, for who dictates (WCAG 2.1.4).
import { theStage } from '../map';
import { Board } from '../paint/hex';
import { remember, remembered } from '../shell/remember';
import type { Store } from '../state';
import { hereOf, isFlag, ordersOf, raises } from './armies';
import { act, armyOf, back, byKey, current, digit, hold, part } from './command';
import { change, redo, undo } from './desk';
import { go, next, open, pick, shut } from './nav';
import type { View } from './nav';
import { say } from '../words';

export const single = () => remembered('keys') !== 'off';
export const setSingle = (on: boolean) => remember('keys', on ? 'on' : 'off');

let lastArmy = '';

export function keys(store: Store): () => void {
  const key = (e: KeyboardEvent) => {
    const el = e.composedPath()[0] as HTMLElement;
    const writing = el.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName);
    if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'z' && !writing) { e.preventDefault(); if (e.shiftKey) redo(store); else undo(store); return; }
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'y' && !writing) { e.preventDefault(); redo(store); return; }
    if (e.key === 'Escape') { if (!e.defaultPrevented) escape(store); return; }
    if (writing || e.ctrlKey || e.metaKey || e.altKey || !store.state.opened) return;
    if (arrows(store, e)) { e.preventDefault(); return; }
    if (single() && inTurn(store, e.key)) e.preventDefault();
  };
  document.addEventListener('keydown', key);
  return () => document.removeEventListener('keydown', key);
}

function escape(store: Store) {
  if (store.state.finding) store.set({ finding: false });
  else if (store.state.drawer && store.state.view === 'map' && !store.state.at) store.set({ drawer: false });
  else shut(store);
}

// arrows go from field to field, while the map has the focus or nothing has.
function arrows(store: Store, e: KeyboardEvent): boolean {
  const to = { ArrowLeft: 'west', ArrowRight: 'east', ArrowUp: 'north', ArrowDown: 'south' }[e.key] as 'west' | undefined;
  const on = document.activeElement, { opened, at, army } = store.state;
  if (!to || !opened?.chart || store.state.view === 'replay' || (on !== document.body && on?.tagName !== 'svg' && on?.id !== 'content')) return false;
  const board = new Board(opened.chart);
  const here = board.by(at) ?? board.by(army ? armyOf(store, army)?.at : undefined) ?? board.cells.find((c) => c.owner === opened.realm) ?? board.cells[0];
  const cell = here && (at ? board.next(here, to) : here);
  if (cell) open(store, cell.label);
  return true;
}

const views: Record<string, View> = { m: 'map', u: 'recruit', b: 'build', d: 'realms', w: 'replay', r: 'report' };

let doing: Promise<unknown> | null = null;
const waiting: string[] = [];

// inTurn does what a key means once what the keys before it do is done: who types faster than the engine answers loses
// no step.
function inTurn(store: Store, key: string): boolean {
  if (doing) { waiting.push(key); return true; }
  const does = letter(store, key);
  if (does instanceof Promise) {
    doing = does.catch(() => undefined).then(() => {
      doing = null;
      while (!doing && waiting.length > 0) inTurn(store, waiting.shift()!);
    });
  }
  return does !== false;
}

// letter does what a single key means; of an army that is commanded, its orders come first. false: it means nothing.
function letter(store: Store, key: string): boolean | Promise<unknown> {
  const { army, opened } = store.state, k = key.toLowerCase();
  if (store.state.view === 'realms') return false; // letters are written there
  if (army && opened?.takes) {
    if (/^[0-6]$/.test(key)) return digit(store, army, key);
    if (key === 'Backspace') return back(store, army);
    if (k === 'h') return hold(store, army);
    if (key === '+' || key === '-') return flags(store, army, key);
    if (k === 'g') return same(store, army);
    if (k === 'r') return again(store, army);
    const action = /^\p{L}$/u.test(key) ? byKey(store, army, key) : undefined;
    if (action) { lastArmy = army; return act(store, army, action); }
  }
  const nth = !army && store.state.at && /^[1-9]$/.test(key) ? hereOf(store.state, store.state.at)[Number(key) - 1] : undefined;
  if (nth) { pick(store, nth.name); return true; }
  switch (k) {
    case 'n': if (army) lastArmy = army; next(store); return true;
    case 't': store.set({ drawer: !store.state.drawer }); return true;
    case '/': store.set({ finding: true }); return true;
    case '?': go(store, 'help'); return true;
    case '*': theStage()?.by(1.35); return true;
    case '_': theStage()?.by(1 / 1.35); return true;
    case '.': theStage()?.fit(); return true;
  }
  const view = views[k];
  if (view) go(store, view);
  return view !== undefined;
}

// flags sets the sign behind the order: with the flag, without it.
function flags(store: Store, army: string, key: string): Promise<void> {
  const a = armyOf(store, army), r = a && current(store, a), form = r && store.state.opened!.sections.find((s) => s.letter === r.letter)?.forms[r.form];
  const i = form?.parts.findIndex((p) => isFlag(p) && p.choices?.includes(key)) ?? -1;
  return r && i >= 0 ? part(store, r, i, r.values?.[i] === key ? '' : key) : Promise.resolve();
}

// same gives an army the order of the one before: the same line with another name.
function same(store: Store, army: string): Promise<void> {
  return change(store, (rows) => {
    const commands = rows.filter((r) => !raises(store.state.opened, r.letter)), own = ordersOf(commands, army)[0];
    const from = ordersOf(commands, lastArmy)[0] ?? commands.filter((r) => r.kind === 'order' && r.army && r.army !== army && r.form >= 0).at(-1);
    if (!from?.values || !from.army) return [];
    return [{ line: own?.letter === from.letter ? own.line : 0, letter: from.letter, form: from.form, values: from.values.map((v) => (v === from.army ? army : v)) }];
  });
}

// again gives an army the order that it had last turn, as far as that turn's orders lie on the table.
export async function again(store: Store, army: string): Promise<void> {
  const { table, past, drafts, lang } = store.state, before = (table?.turn ?? 0) - 1;
  const text = past.find((t) => t.turn === before)?.orders ?? drafts.filter((d) => d.turn === before).at(-1)?.text;
  const was = text ? ordersOf(await store.engine.read(text), army).find((r) => r.values && !raises(store.state.opened, r.letter)) : undefined;
  if (!was?.values) { store.say(say(lang, 'no-last', { army })); return; }
  await change(store, (rows) => {
    const own = ordersOf(rows, army).find((r) => r.letter === was.letter);
    return [{ line: own?.line ?? 0, letter: was.letter, form: was.form, values: was.values! }];
  });
}
