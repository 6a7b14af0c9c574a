// Data that the page brings with it: a table inside the file, as the game mails it.
import type { Store } from '../state';
import { faultText } from '../faults';
import { lay } from './bring';
import { served, teach } from './practice';
import { readTable } from './shapes';

// laidInside puts the data that are in the page on the table, held to the same shapes as any file.
export async function laidInside(store: Store) {
  const node = document.getElementById('data'), text = node?.textContent?.trim();
  node?.remove();
  if (!text) return;
  try {
    const faults: string[] = [];
    const data = JSON.parse(text) as { tables?: unknown[] };
    if (data.tables) store.set({ practice: served }); // by weltentor play --web
    await lay(store, (data.tables ?? [data]).map((t) => readTable(t)), faults, true);
    if (data.tables) await teach(store);
    if (faults.length > 0) store.say(faults.join('\n'), true);
  } catch (e) {
    store.say(faultText(store.state.lang, e), true);
  }
}
