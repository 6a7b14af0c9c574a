// A public file: the engine plays the game again, and the page shows how far it is and what it looks like.
import { shut } from '../desk/nav';
import { Fault } from '../engine';
import { faultText } from '../faults';
import type { Proof, Store } from '../state';
import { say } from '../words';
import { begins } from './unpack';

// isPublic tells whether bytes mean to be a public file.
export const isPublic = (bytes: Uint8Array) => begins(bytes).startsWith('{"format":"weltentor public ');

// prove plays a file again. It takes the place of the one before, and ends if that is closed.
export async function prove(store: Store, file: string, bytes: Uint8Array) {
  let mine: Proof = { file, read: 0, more: true, turns: 0, realms: 0, scenes: 0 };
  store.set({ proof: mine, scene: 0, drawn: null, view: 'proof', at: null, army: null, said: null });
  try {
    let part = await store.engine.prove(bytes, store.state.lang);
    for (;;) {
      if (store.state.proof !== mine) return;
      mine = { ...part, file };
      store.set({ proof: mine });
      void look(store);
      if (!part.more) return;
      part = await store.engine.proveOn();
    }
  } catch (e) {
    if (store.state.proof !== mine) return;
    store.set({ proof: null, drawn: null, view: store.state.view === 'proof' ? 'files' : store.state.view });
    store.say(e instanceof Fault && e.code === 'slow' ? say(store.state.lang, 'proof-slow') : faultText(store.state.lang, e), true);
  }
}

// end closes a file. The engine begins anew: so it is free, and its memory too, whatever it was doing.
export function end(store: Store) {
  store.set({ proof: null, drawn: null });
  shut(store);
  store.engine.stop();
}

const looking = new WeakSet<Store>();

// look draws the scene that is to be shown. While one is drawn, only the newest wish is remembered.
export async function look(store: Store) {
  if (looking.has(store)) return;
  looking.add(store);
  try {
    for (let n; (n = wanted(store)) >= 0;) {
      const drawn = await store.engine.scene(n);
      if (n < (store.state.proof?.scenes ?? 0)) store.set({ drawn }); // it is still this file
    }
  } catch (e) {
    if (store.state.proof) store.say(faultText(store.state.lang, e), true);
  } finally {
    looking.delete(store);
  }
}

// wanted is the scene that is to be drawn; -1: none.
function wanted({ state: { proof, scene, drawn } }: Store): number {
  return proof && scene < proof.scenes && drawn?.turn !== scene ? scene : -1;
}
