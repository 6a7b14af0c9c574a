// The page: it starts the engine that it was built with, and shows the table.
import { render } from 'preact';
import { start } from './engine';
import { bring } from './inout/bring';
import { Shell } from './shell/shell';
import { theme } from './shell/theme';
import { Store } from './state';
import { views } from './views';

// weltentor is what the page's boot script hands over: it has unpacked it.
declare const weltentor: { rulebook: string; worker: string; engine: Promise<Uint8Array>; store?: Store };

const store = new Store({
  lang: /^en/i.test(navigator.language) ? 'en' : 'de', view: 'files', table: null, opened: null, past: [], drafts: [],
  draft: '', notes: [], allies: [], at: null, week: -1, turn: -1, said: null,
}, start(weltentor.worker, weltentor.engine));
weltentor.store = store;
theme();
render(<Shell store={store} views={views} />, document.getElementById('table')!);

// A page that came by mail has its realm's data inside. They are hostile until they are read, as those of any file.
const inside = document.getElementById('data');
const laid = new TextEncoder().encode(inside?.textContent ?? '');
inside?.remove();
if (laid.length > 0) void bring(store, [{ name: document.title, size: laid.length, arrayBuffer: async () => laid.buffer }]);
