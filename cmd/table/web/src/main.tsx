// The page: it starts the engine that it was built with, and shows the table.
import { render } from 'preact';
import { start } from './engine';
import { Shell } from './shell/shell';
import { theme } from './shell/theme';
import { Store } from './state';
import { views } from './views';

// weltentor is what the page's boot script hands over: it has unpacked it.
declare const weltentor: { rulebook: string; worker: string; first: Worker; engine: Uint8Array; store?: Store };

const store = new Store({
  lang: /^en/i.test(navigator.language) ? 'en' : 'de', view: 'files', table: null, opened: null, past: [], drafts: [],
  draft: '', notes: [], allies: [], at: null, week: -1, turn: -1, said: null,
}, start(weltentor.worker, weltentor.engine, weltentor.first));
weltentor.store = store;
theme();
render(<Shell store={store} views={views} />, document.getElementById('table')!);
