// What the browser keeps, for the first screen and for Files.
import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../state';
import type { Store } from '../state';
import { Unread } from './keep';
import type { Place } from './keep';
import { mine, tooMuch } from './mine';
import { say } from './words';

// fails says why something could not be kept, or what was kept not be opened.
export const fails = (store: Store, e: unknown) => store.say(tooMuch(e, mine(store.state), store.state.lang)
  ?? say(store.state.lang, e instanceof Unread ? 'keep-unread' : 'keep-fails'), true);

// usePlaces are those of which a table is kept, while none lies here. A browser that keeps nothing has none.
export function usePlaces(store: Store): Place[] {
  const laid = useStore(store, (s) => s.table !== null), kept = useStore(store, (s) => s.kept), [places, set] = useState<Place[]>([]);
  useEffect(() => { if (laid) set([]); else void store.keeper?.places().then(set, () => undefined); }, [laid, kept, store]);
  return places;
}

// Kept opens what is kept of a place.
export function Kept({ store, place, name = 'keep-open' }: { store: Store; place: Place; name?: 'keep-open' | 'keep-on-with' }) {
  const lang = useStore(store, (s) => s.lang);
  return <button type="button" class="kept" onClick={() => { store.keeper!.take(place).catch((e) => fails(store, e)); }}>{say(lang, name, { world: place.world, realm: place.realm })}</button>;
}
