// The page: it starts the engine that it was built with, and shows the table.
import { render } from 'preact';
import { App } from './app';
import { start } from './engine';
import { laidInside } from './inout/inside';
import { browser, Keeper } from './inout/keep';
import { byLink, linked } from './inout/link';
import { renewed } from './inout/offline';
import { Sender } from './inout/sender';
import { paletteSheet } from './paint/svg';
import { theme } from './shell/theme';
import { noWay, Store } from './state';

// weltentor is what the page's boot script hands over: it has unpacked it.
declare const weltentor: { rulebook: string; worker: string; first: Worker; engine: Uint8Array; store?: Store };

performance.mark('app');
const store = new Store({
  lang: /^en/i.test(navigator.language) ? 'en' : 'de', view: 'files', table: null, opened: null, first: null, past: [], drafts: [],
  draft: '', notes: [], allies: [], at: null, week: -1, turn: -1, said: null, army: null, place: '', work: '', drawer: false, line: 0, made: [], rows: [],
  readOf: '', checked: null, checkedOf: '', undo: [], redo: [], finding: false, way: noWay, courses: {}, danger: null, sent: null, report: false,
  plays: false, whole: false, practice: null, before: null, since: 0, proof: null, scene: 0, drawn: null, lessons: [],
}, start(weltentor.worker, weltentor.engine, weltentor.first));
weltentor.store = store;
store.keeper = new Keeper(store, browser, weltentor.rulebook, byLink() ? location.pathname : '');
const { sends } = document.body.dataset;
if (byLink() && sends) store.sender = new Sender(store, browser, location.href, sends, renewed, () => location.reload());
document.adoptedStyleSheets = [...document.adoptedStyleSheets, paletteSheet()];
theme();
render(<App store={store} />, document.getElementById('table')!);
void (byLink() ? linked(store) : laidInside(store));
