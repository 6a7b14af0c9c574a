// A table by link: the part behind # is the key. The page fetches the sealed file that belongs to it from beside
// itself, opens it, and keeps the key in this browser. Then the address bar has the realm's number in its place.
// resolve/secrets/link.go has the format.
import { faultText } from '../faults';
import { unsaved } from '../state';
import type { Store } from '../state';
import { lay, nothing } from './bring';
import { browser, kept, keepAt, seat } from './keep';
import { dropFiles, offline } from './offline';
import { isKey, opened, opener } from './seal';
import type { Opener } from './seal';
import { Newer } from './shapes';
import { say } from './words';

// byLink tells whether this page lies on the web with the tables, and not in a letter.
export const byLink = () => globalThis.document?.body.dataset.link !== undefined;

// lacking is what a file may have no room for.
const lacking = ['orders', 'letters'] as const;

// keyOf is the key in a link, or in what somebody has pasted for one. '': there is none.
export const keyOf = (text: string) => text.trim().split('#').at(-1) ?? '';

// Pasted is what a text is that somebody pasted: a link with its key, or the kind of something else.
export type Pasted = { what: 'link'; key: string } | { what: '' | 'elsewhere' | 'data' | 'orders' | 'letter' | 'none' };

// pasted reads such a text; here is the address of the page that opens links, '': it opens none.
export function pasted(text: string, here: string): Pasted {
  const all = text.trim();
  const [, page, key] = all.match(/(\S*)#([\w-]{43})(?![\w-])/) ?? (isKey(all) ? [all, '', all] : []);
  if (key) return here && (page === '' || page === here.split('#')[0]) ? { what: 'link', key } : { what: 'elsewhere' };
  if (all === '') return { what: '' };
  if (all.startsWith('{')) return { what: 'data' };
  if (/^\s*\$[A-Z]\b/m.test(all)) return { what: 'orders' };
  return { what: /\b(TABLE|TISCH)\.json|\b(REPORT|ERGEBNIS)\.TXT|\bWT-[A-Z2-7]{8}/i.test(all) ? 'letter' : 'none' };
}

// shelf is where the key lies that was opened last at this address, of a realm or of any: a host may have several games of
// a rulebook, and a browser several realms of a game.
const shelf = (realm = '') => `link ${location.pathname} ${realm}`;

// linked opens the table of the link in the address bar, or of the last one that was opened here.
export async function linked(store: Store) {
  addEventListener('hashchange', () => { void follow(store, keyOf(location.hash)); });
  navigator.serviceWorker?.addEventListener('message', () => {
    const [went] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!unsaved(store.state) && went?.type !== 'reload') location.reload(); // a newer page is here
  });
  await follow(store, keyOf(location.hash));
}

// follow opens the table of a key; of the last one of a realm, by its number as a bookmark has it; '': of the last one. A
// realm's door comes before its link: it opens the newest.
export async function follow(store: Store, key: string) {
  const tell = (what: 'insecure' | 'broken' | 'ended' | 'away' | 'damaged') => store.say(say(store.state.lang, `link-${what}`), true);
  if (!globalThis.crypto?.subtle) { if (key) tell('insecure'); return; }
  const known = /^\d{0,4}$/.test(key); // a realm's number, or nothing
  const link = known ? await kept<Opener>(shelf(key)) : await opener(key), realmOf = known && key || link?.realm;
  const door = realmOf && await store.sender?.doorOf(Number(realmOf));
  if (!link) {
    if (!known) tell('broken');
    else if (key) store.say(say(store.state.lang, 'link-unknown', { realm: key }), true);
    return;
  }
  let asked = link, answer: Response | null = null;
  for (asked of door ? [door, link] : [link]) { // if the door has ended, the sender says so
    answer = await fetch(asked.file, { cache: 'no-cache' }).catch(() => null);
    if (answer?.ok) break;
  }
  if (answer && gone(answer)) { tell('ended'); return; }
  const file = answer?.ok && await answer.arrayBuffer().then((b) => new Uint8Array(b), () => null);
  if (!file) { tell('away'); return; }
  const faults: string[] = [];
  try {
    const is = await opened(file, asked);
    if (!is) { tell('ended'); return; }
    const { table, seal } = is, realm = String(table.realm), own = { ...link, realm };
    store.set({ seals: { ...store.state.seals, [seat(table)]: seal } });
    if (known || await keepAt(shelf(realm), own) && await keepAt(shelf(), own)) { // one that has ended is not kept
      history.replaceState(null, '', `${location.pathname}#${realm}`);
    }
    await lay(store, [table], faults);
    faults.push(...lacking.filter((l) => table.lacks?.includes(l)).map((l) => say(store.state.lang, `link-lacks-${l}`)));
    await store.sender?.enter(asked);
  } catch (e) {
    if (e instanceof DOMException || e instanceof RangeError) tell('damaged');
    else store.say(e instanceof Newer ? say(store.state.lang, 'link-newer') : faultText(store.state.lang, e), true);
  }
  if (faults.length > 0) store.say(faults.join('\n'), true);
  await offline(asked.file, file).catch(() => undefined); // the page works on, with the network
  await store.sender?.watch();
}

// forget deletes all that this browser keeps of the realm on the table, and clears the table.
export async function forget(store: Store) {
  const { table, lang } = store.state;
  if (!table || !store.keeper) return;
  const realm = String(table.realm), last = await kept<Opener>(shelf());
  await store.keeper.forget();
  await store.sender?.forget(true);
  await browser.drop(shelf(realm));
  if (!last?.realm || last.realm === realm) await browser.drop(shelf());
  await dropFiles();
  store.set({ ...nothing, seals: {}, view: 'files' });
  history.replaceState(null, '', location.pathname);
  store.say(say(lang, 'keep-off'));
}

const gone = (answer: Response) => answer.status === 404 || answer.status === 410;
