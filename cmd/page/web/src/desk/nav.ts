// Where the reader is: what is chosen, and what lies over the map.
import { narrow } from '../shell/media';
import type { Store } from '../state';
import { armiesOf, idle } from './armies';

export type View = 'map' | 'army' | 'recruit' | 'build' | 'realms' | 'replay' | 'report' | 'more' | 'receipt' | 'files' | 'allies' | 'years' | 'help' | 'table' | 'forms' | 'proof' | 'start';

export const go = (store: Store, view: View) =>
  store.set({ view, said: null, army: view === 'army' ? store.state.army : null, at: null, danger: null,
    ...(view === 'report' ? { report: true } : {}),
    ...(globalThis.matchMedia?.(narrow).matches ? { drawer: false } : {}) }); // the text would lie over it

// pick chooses an own army to be commanded.
export const pick = (store: Store, army: string) => store.set({ view: 'army', army, at: null, danger: null });

export const open = (store: Store, at: string) =>
  store.set({ at, army: null, danger: null, view: ['army', 'build'].includes(store.state.view) ? 'map' : store.state.view });

// shut leaves what lies over the map; without data, that leads to where they come from.
export const shut = (store: Store) => store.set({ view: store.state.table ? 'map' : 'files', army: null, at: null, danger: null });

// next goes to the next army without an order.
export function next(store: Store) {
  const list = idle(store.state), { army } = store.state;
  if (list.length === 0) { store.set({ army: null, view: 'army', at: null }); return; }
  const all = armiesOf(store.state), here = all.findIndex((a) => a.name === army);
  const after = list.find((a) => all.indexOf(a) > here) ?? list[0]!;
  pick(store, after.name);
}
