// Data that the page brings with it: a table inside the file, as the game mails it.
import type { Store } from '../state';
import { faultText } from '../faults';
import { lay } from './bring';
import { readTable } from './shapes';

// laidInside puts the data that are in the page on the table, held to the same shapes as any file.
export async function laidInside(store: Store) {
  const node = document.getElementById('data');
  node?.remove(); // it is read once
  if (!node?.textContent?.trim()) return;
  try {
    const faults: string[] = [];
    await lay(store, [readTable(JSON.parse(node.textContent))], faults, true);
    if (faults.length > 0) store.say(faults.join('\n'), true);
  } catch (e) {
    store.say(faultText(store.state.lang, e), true);
  }
}
