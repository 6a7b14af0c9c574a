// Data that the page brings with it: a table inside the file, as the game mails it.
import type { Store } from '../state';
import { faultText } from '../faults';
import { lay } from './bring';
import { served } from './practice';
import { readTable } from './shapes';

// laidInside puts the data that are in the page on the table, held to the same shapes as any file.
export async function laidInside(store: Store) {
  const node = document.getElementById('data'), text = node?.textContent?.trim();
  node?.remove();
  if (!text) return;
  try {
    const faults: string[] = [];
    const data = JSON.parse(text) as { served?: unknown[] }; // tables, by weltentor play --browser
    if (data.served) store.set({ practice: served });
    await lay(store, (data.served ?? [data]).map((t) => readTable(t)), faults);
    if (faults.length > 0) store.say(faults.join('\n'), true);
  } catch (e) {
    store.say(faultText(store.state.lang, e), true);
  }
}
