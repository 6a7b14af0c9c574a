// The browser's storage: a convenience, and only after the player has agreed, because files in other folders
// share it. What is kept is "my table", which never has a password.
import type { Store } from '../state';
import { mine, readMine } from './mine';
import type { Mine } from './mine';

// pages of several games share the storage: each keeps its own table
const page = document.body.dataset.rulebook ?? 'table';
const flag = `weltentor-keeps-${page}`; // when it was kept last; missing: nobody has agreed
const place = 'weltentor-table';

// keptAt tells when a table was kept last; '': none is.
export function keptAt(): string {
  try { return localStorage.getItem(flag) ?? ''; } catch { return ''; }
}

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(place, 1);
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

// keep writes the table down; it throws where the browser does not let it.
export async function keep(store: Store): Promise<string> {
  const when = new Date().toISOString();
  await within('readwrite', (s) => s.put(JSON.stringify(mine(store.state)), page));
  localStorage.setItem(flag, when);
  return when;
}

// kept gives the table that was kept, under the same guards as one from a file.
export async function kept(store: Store): Promise<Mine | null> {
  const raw: unknown = await within('readonly', (s) => s.get(page));
  return typeof raw === 'string' ? readMine(JSON.parse(raw), store.state.lang) : null;
}

// forget deletes it.
export async function forget() {
  localStorage.removeItem(flag);
  await within('readwrite', (s) => s.delete(page));
}

// keeping writes the table down whenever it has changed, some time later; it gives what ends that.
export function keeping(store: Store, kept: (when: string) => void, failed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = store.state;
  const parts = ['table', 'past', 'drafts', 'draft', 'notes', 'allies'] as const;
  const end = store.subscribe(() => {
    const now = store.state;
    if (!now.table || parts.every((p) => now[p] === last[p])) return;
    last = now;
    clearTimeout(timer);
    timer = setTimeout(() => { keep(store).then(kept, failed); }, 1_500);
  });
  return () => { clearTimeout(timer); end(); };
}
