// A public file: the engine plays the game again, and the page shows how far it is and what it looks like.
import type { ProvedScene } from '../data';
import { faultText } from '../faults';
import type { Proof, Scene, Store } from '../state';
import { begins } from './unpack';

// isPublic tells whether bytes mean to be a public file.
export const isPublic = (bytes: Uint8Array) => begins(bytes).startsWith('{"format":"weltentor public ');

// prove plays a file again. It takes the place of the one before, and ends if that is closed.
export async function prove(store: Store, file: string, bytes: Uint8Array) {
  let mine: Proof = { file, read: 0, more: true, turns: 0, realms: 0, scenes: [] };
  store.set({ proof: mine, scene: 0, view: 'proof', at: null, army: null, said: null });
  try {
    let part = await store.engine.prove(bytes, store.state.lang);
    for (;;) {
      if (store.state.proof !== mine) return;
      mine = { ...mine, read: part.read, more: part.more, turns: part.turns, realms: part.realms, false: part.false, scenes: [...mine.scenes, ...scenes(part.scenes, mine.scenes.at(-1))] };
      store.set({ proof: mine });
      if (!part.more) return;
      part = await store.engine.proveOn();
    }
  } catch (e) {
    if (store.state.proof !== mine) return;
    store.set({ proof: null, view: store.state.view === 'proof' ? 'files' : store.state.view });
    store.say(faultText(store.state.lang, e), true);
  }
}

// scenes have their whole charts: of one that changes only some fields, the others are those before.
export function scenes(came: readonly ProvedScene[], last?: Scene): Scene[] {
  return came.map(({ cells, ...s }) => {
    let { chart } = s;
    if (!chart) {
      const all = [...last?.chart.cells ?? []];
      for (const [i, cell] of Object.entries(cells ?? {})) all[Number(i)] = cell;
      chart = { title: '', terrains: [], ...last?.chart, cells: all };
    }
    return last = { ...s, chart };
  });
}
