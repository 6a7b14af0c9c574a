// The browser's storage: what is kept there is "my table", which never has a password: one for each realm of each world.
// A table by link is kept by itself, sealed so that nobody reads it without a link of that player, and a practice is, too.
// Any other one is kept only after the player has agreed, because files in other folders share the storage.
import type { Table } from '../data';
import { secure } from '../state';
import type { State, Store } from '../state';
import { join } from './bring';
import { mine, readMine, written } from './mine';
import type { Mine } from './mine';

// Shelf is where tables are kept, by their keys.
export interface Shelf {
  keys(): Promise<string[]>;
  get(key: string): Promise<unknown>; // a text, or one that is Sealed
  put(key: string, what: unknown): Promise<unknown>;
  drop(key: string): Promise<unknown>;
}

// Place is whose table is kept: home is the address of a page on the web, and by a seal's name, or PRACTICE.
export interface Place { rulebook: string; world: string; realm: number; home?: string; by?: string }

const PRACTICE = 'practice';
export const isPractice = (p: Place) => p.by === PRACTICE;

// Seal is by what the table of a link's reader is sealed: a key that no other reader has, and its name.
export interface Seal { name: string; key: CryptoKey }
interface Sealed { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

const keyOf = (p: Place) => JSON.stringify([p.rulebook, p.world, p.realm, ...(p.home || p.by ? [p.home ?? '', p.by ?? ''] : [])]);

// placeOf is the place a key is of; null: the key is none of ours.
function placeOf(key: string): Place | null {
  try {
    const [rulebook, world, realm, home, by] = JSON.parse(key) as unknown[];
    if (typeof rulebook !== 'string' || typeof world !== 'string' || typeof realm !== 'number') return null;
    return { rulebook, world, realm, ...(home ? { home: String(home) } : {}), ...(by ? { by: String(by) } : {}) };
  } catch {
    return null;
  }
}

// seat names the realm of a table, for the seals that links have brought.
export const seat = (t: Table) => keyOf({ rulebook: t.rulebook, world: t.world, realm: t.realm });

// Unread is a kept table that cannot be put on the table: nothing is written over it.
export class Unread extends Error {}

// Keeper keeps the tables of one page; pages of several rulebooks share the shelf. What it does is done in turn.
export class Keeper {
  private last: Promise<unknown> = Promise.resolve();
  private joined = ''; // the key whose kept table is on the table already, and may be written over
  private left = ''; // the key whose table is not written: nobody wants it, or what is kept of it cannot be read
  constructor(private store: Store, private shelf: Shelf, private rulebook: string, private home = '') {}

  private inTurn<T>(does: () => Promise<T>): Promise<T> {
    const now = this.last.then(does);
    this.last = now.catch(() => undefined);
    return now;
  }

  // here is the place of what lies on the table; null: nothing does.
  here(): Place | null {
    const { table, practice, seals } = this.store.state;
    if (!table) return null;
    const by = practice && !practice.served ? PRACTICE : seals?.[seat(table)]?.name;
    return { rulebook: table.rulebook, world: table.world, realm: table.realm, ...(this.home ? { home: this.home } : {}), ...(by ? { by } : {}) };
  }

  private async mine(): Promise<Place[]> {
    return (await this.shelf.keys()).flatMap((k) => placeOf(k) ?? []).filter((p) => p.rulebook === this.rulebook && (p.home ?? '') === this.home);
  }

  // places are those whose kept table can be opened without a link.
  places(): Promise<Place[]> {
    return this.inTurn(async () => (await this.mine()).filter((p) => !p.by || isPractice(p)));
  }

  // take puts a kept table on the table.
  take(p: Place): Promise<void> {
    return this.inTurn(async () => this.join(keyOf(p), await this.shelf.get(keyOf(p))));
  }

  // join brings what is kept to what is on the table, which stays as it is.
  private async join(key: string, kept: unknown) {
    let m: Mine | null;
    try {
      const text = typeof kept === 'object' && kept ? await this.unsealed(kept as Sealed) : kept;
      m = typeof text === 'string' && text !== '' ? readMine(JSON.parse(text), this.store.state.lang) : null;
    } catch {
      throw new Unread();
    }
    if (m && !await join(this.store, m)) throw new Unread();
    this.joined = key;
  }

  private seal() { const { table, seals } = this.store.state; return table ? seals?.[seat(table)] : undefined; }

  private async unsealed({ iv, sealed }: Sealed): Promise<string> {
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.seal()!.key, sealed));
  }

  private async sealed(text: string): Promise<unknown> {
    const seal = this.here()?.by === PRACTICE ? undefined : this.seal(), iv = crypto.getRandomValues(new Uint8Array(12));
    return seal ? { iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, seal.key, new TextEncoder().encode(text)) } satisfies Sealed : text;
  }

  // keep writes the table down, as the player wants.
  keep(): Promise<void> { return this.inTurn(() => this.write(true)); }

  // now writes down what has changed, without a rest, if it is kept by itself.
  now(): Promise<void> { return this.inTurn(() => this.write(false)); }

  // wanted tells whether a table is kept without a word: it is by itself, or another one of this page is kept already.
  private async wanted(p: Place, kept: unknown): Promise<boolean> {
    return kept !== undefined || !!p.by || (await this.mine()).some((o) => !o.by);
  }

  // write writes the table down, once what was kept of it before has been joined to it.
  private async write(asked: boolean) {
    for (let p = this.here(); p && keyOf(p) !== this.joined; p = this.here()) { // another may be laid meanwhile
      const key = keyOf(p);
      if (key === this.left && !asked) return;
      this.left = key;
      const kept = await this.shelf.get(key);
      if (!asked && !await this.wanted(p, kept)) { this.store.set({ kept: '' }); return; }
      await this.join(key, kept);
      this.left = '';
    }
    const { state } = this.store;
    if (!state.table) return;
    await this.shelf.put(this.joined, await this.sealed(written(mine(state))));
    secure(this.store, state);
    this.store.set({ kept: new Date().toISOString() });
  }

  // forget deletes what is kept of the table, and of a table that somebody agreed to keep all that is kept so. This page
  // does not keep it by itself any more.
  forget(): Promise<void> {
    return this.inTurn(async () => {
      const here = this.here(), key = here ? keyOf(here) : '';
      for (const p of await this.mine()) if (here?.by ? keyOf(p) === key : !p.by || !here && isPractice(p)) await this.shelf.drop(keyOf(p));
      this.joined = '';
      this.left = key;
      this.store.set({ kept: '', safe: { drafts: [], notes: [], practice: null } });
    });
  }

  // alone deletes practices that were kept, but the one on the table.
  alone(): Promise<void> {
    return this.inTurn(async () => {
      const here = this.here();
      for (const p of await this.mine()) if (isPractice(p) && !(here && keyOf(p) === keyOf(here))) await this.shelf.drop(keyOf(p));
    });
  }

  // keeping writes the table down whenever it has changed: at once, and what has changed since after a rest, whose
  // milliseconds depend on those that writing took. A page that is put away does not rest. It gives what ends that.
  keeping(failed: (e: unknown) => void, rest = (took: number) => Math.max(250, 4 * took)): () => void {
    let seen: State | null = null, busy = false, changed = false, over = false, wake = () => {};
    const run = async () => {
      for (busy = true; changed && !over;) {
        changed = false;
        const begun = performance.now();
        await this.inTurn(() => this.write(false)).catch(failed);
        await new Promise<void>((done) => { wake = done; setTimeout(done, rest(performance.now() - begun)); });
      }
      busy = false;
    };
    const see = () => {
      const now = this.store.state;
      if (!now.table || (seen && parts.every((p) => now[p] === seen![p]))) return;
      seen = now;
      changed = true;
      if (!busy) void run();
    };
    const hide = () => wake();
    globalThis.document?.addEventListener('visibilitychange', hide);
    see();
    const end = this.store.subscribe(see);
    return () => { over = true; end(); wake(); globalThis.document?.removeEventListener('visibilitychange', hide); };
  }
}

const parts = ['table', 'past', 'drafts', 'draft', 'notes', 'allies', 'practice', 'seals'] as const;

// browser is the shelf of the browser.
export const browser: Shelf = {
  keys: async () => (await within('readonly', (s) => s.getAllKeys())).map(String),
  get: (key) => within('readonly', (s) => s.get(key)),
  put: (key, what) => within('readwrite', (s) => s.put(what, key)),
  drop: (key) => within('readwrite', (s) => s.delete(key)),
};

// kept is what lies on the shelf under another name than a table's; null: nothing, or there is no shelf.
export const kept = <T>(name: string): Promise<T | null> =>
  within<T | undefined>('readonly', (s) => s.get(name)).then((v) => v ?? null, () => null);

// keepAt lays something there, and tells whether it could.
export const keepAt = (name: string, what: unknown): Promise<boolean> =>
  within('readwrite', (s) => s.put(what, name)).then(() => true, () => false);

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open('weltentor-table', 1);
    asked.onupgradeneeded = () => { asked.result.createObjectStore('tables'); };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

// within does one thing on the shelf. It commits at once: WebKit puts a page that is left asleep with what it has begun, and
// a transaction that waits for such a page's next word holds up those of every page after it. Chromium then brings larger
// values only after the transaction has ended.
async function within<T>(mode: IDBTransactionMode, does: (s: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((done, failed) => {
      const tx = db.transaction('tables', mode);
      const asked = does(tx.objectStore('tables'));
      tx.commit();
      if (mode === 'readonly') asked.onsuccess = () => done(asked.result);
      else tx.oncomplete = () => done(undefined as T);
      asked.onerror = () => failed(asked.error);
      tx.onerror = tx.onabort = () => failed(tx.error);
    });
  } finally {
    db.close();
  }
}
