// Reports in the language of the page: the engine says anew what is code. What players wrote, and data of older
// versions, stay as they are.
import type { Facts, Table } from '../data';
import type { Store } from '../state';

export async function reword(store: Store) {
  const { lang, table, past } = store.state, anew = new Map<Table, Facts>();
  for (const t of [...past, ...(table ? [table] : [])]) {
    if (t.facts.lang === lang) continue;
    try {
      anew.set(t, await store.engine.reword(t.facts));
    } catch { /* it stays as it is */ }
    if (store.state.lang !== lang) return;
  }
  if (anew.size === 0) return;
  const said = (t: Table) => (anew.has(t) ? { ...t, facts: anew.get(t)! } : t), now = store.state;
  store.set({ table: now.table && said(now.table), past: now.past.map(said) });
}
