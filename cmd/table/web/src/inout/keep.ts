// The browser's storage: a convenience, and only after the player has agreed, because files in other folders
// share it. What is kept is "my table", which never has a password: one for each realm of each world.
import type { Table } from '../data';
import { secure } from '../state';
import type { State, Store } from '../state';
import { join } from './bring';
import { mine, readMine, written } from './mine';
import type { Mine } from './mine';

// Shelf is where tables are kept, by their keys, and what tells when the player last let one be kept.
export interface Shelf {
  when(): string; // '': nobody has agreed
  mark(when: string): void;
  keys(): Promise<string[]>;
  get(key: string): Promise<unknown>;
  put(key: string, text: string): Promise<unknown>;
  drop(key: string): Promise<unknown>;
}

// Place is whose table is kept.
export interface Place { rulebook: string; world: string; realm: number }

const keyOf = (p: Place) => JSON.stringify([p.rulebook, p.world, p.realm]);

// placeOf is the place a key is of; null: the key is none of ours.
function placeOf(key: string): Place | null {
  try {
    const [rulebook, world, realm] = JSON.parse(key) as unknown[];
    const good = typeof rulebook === 'string' && typeof world === 'string' && typeof realm === 'number';
    return good ? { rulebook, world, realm } : null;
  } catch {
    return null;
  }
}

// Unread is a kept table that cannot be put on the table: nothing is written over it.
export class Unread extends Error {}

// Keeper keeps the tables of one rulebook; pages of several share the shelf. What it does is done in turn.
export class Keeper {
  private last: Promise<unknown> = Promise.resolve();
  private joined = ''; // the key whose kept table is on the table already, and may be written over
  private stuck = ''; // the key whose kept table cannot be read
  constructor(private store: Store, private shelf: Shelf, private rulebook: string) {}

  private inTurn<T>(does: () => Promise<T>): Promise<T> {
    const now = this.last.then(does);
    this.last = now.catch(() => undefined);
    return now;
  }

  when() { return this.shelf.when(); }

  // places are those of which a table is kept.
  places(): Promise<Place[]> {
    return this.inTurn(async () => (await this.shelf.keys())
      .flatMap((k) => placeOf(k) ?? []).filter((p) => p.rulebook === this.rulebook));
  }

  // take puts a kept table on the table.
  take(p: Place): Promise<void> {
    return this.inTurn(() => this.join(p));
  }

  // join brings what is kept to what is on the table, which stays as it is.
  private async join(p: Place) {
    const key = keyOf(p);
    let m: Mine | null;
    try {
      const raw = await this.shelf.get(key);
      m = typeof raw === 'string' ? readMine(JSON.parse(raw), this.store.state.lang) : null;
    } catch {
      throw new Unread();
    }
    if (m && !await join(this.store, m)) throw new Unread();
    this.joined = key;
  }

  // keep writes the table down, once what was kept of it before has been joined to it.
  keep(): Promise<string> {
    return this.inTurn(async () => {
      let table = this.table();
      while (keyOf(table) !== this.joined) {
        this.stuck = keyOf(table);
        await this.join(table);
        this.stuck = '';
        table = this.table(); // another may have been laid meanwhile
      }
      const { state } = this.store;
      await this.shelf.put(this.joined, written(mine(state)));
      secure(this.store, state);
      const when = new Date().toISOString();
      this.shelf.mark(when);
      return when;
    });
  }

  private table(): Table {
    const { table } = this.store.state;
    if (!table) throw new Unread();
    return table;
  }

  // forget deletes all that is kept of this rulebook.
  forget(): Promise<void> {
    this.shelf.mark('');
    return this.inTurn(async () => {
      for (const k of await this.shelf.keys()) if (placeOf(k)?.rulebook === this.rulebook) await this.shelf.drop(k);
      this.joined = this.stuck = '';
      this.shelf.mark(''); // what was still being written has set it again
    });
  }

  // keeping writes the table down whenever it has changed, some time later; it gives what ends that.
  keeping(kept: (when: string) => void, failed: (e: unknown) => void, later = 1_500): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: State | null = null;
    let over = false;
    const write = () => { this.keep().then((when) => { if (!over) kept(when); }, failed); };
    const see = () => {
      const now = this.store.state;
      if (!now.table || (last && parts.every((p) => now[p] === last![p]))) return;
      last = now;
      const key = keyOf(now.table);
      clearTimeout(timer);
      if (key === this.stuck) return;
      if (key === this.joined) timer = setTimeout(write, later);
      else write(); // what is kept comes before anybody writes on
    };
    see();
    const end = this.store.subscribe(see);
    return () => { over = true; clearTimeout(timer); end(); };
  }
}

const parts = ['table', 'past', 'drafts', 'draft', 'notes', 'allies', 'practice'] as const;

// browser is the shelf of the browser.
export function browser(rulebook: string): Shelf {
  const flag = `weltentor-keeps-${rulebook}`;
  return {
    when() { try { return localStorage.getItem(flag) ?? ''; } catch { return ''; } },
    mark(when) { if (when === '') localStorage.removeItem(flag); else localStorage.setItem(flag, when); },
    keys: async () => (await within('readonly', (s) => s.getAllKeys())).map(String),
    get: (key) => within('readonly', (s) => s.get(key)),
    put: (key, text) => within('readwrite', (s) => s.put(text, key)),
    drop: (key) => within('readwrite', (s) => s.delete(key)),
  };
}

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

async function within<T>(mode: IDBTransactionMode, does: (s: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((done, failed) => {
      const tx = db.transaction('tables', mode);
      const asked = does(tx.objectStore('tables'));
      tx.oncomplete = () => done(asked.result);
      tx.onerror = tx.onabort = () => failed(tx.error);
    });
  } finally {
    db.close();
  }
}
