// What the browser keeps of a page by link for when there is no network: the page and its sealed files, as they came.
// pages/link/sw.js answers with them.
const CACHE = 'weltentor-table';

// offline keeps the page, and a sealed file.
export async function offline(name: string, file: Uint8Array<ArrayBuffer>) {
  if (!globalThis.navigator?.serviceWorker) return;
  await navigator.serviceWorker.register('sw.js');
  await keepFile(name, file);
  const cache = await caches.open(CACHE), page = location.pathname;
  if (await cache.match(page)) return;
  const game = document.body.dataset.rulebook;
  await cache.addAll([page, `${game}.webmanifest`, 'icon.svg'].map((url) => new Request(url, { cache: 'force-cache' })));
}

// keepFile keeps a sealed file as it is now.
export const keepFile = async (name: string, file: Uint8Array<ArrayBuffer>) =>
  (await globalThis.caches?.open(CACHE))?.put(name, new Response(file));

// dropFiles gives up all sealed files of this game.
export async function dropFiles() {
  const cache = await globalThis.caches?.open(CACHE), here = new URL('./', location.href).href;
  for (const r of await cache?.keys() ?? []) if (r.url.startsWith(here) && r.url.endsWith('.bin')) await cache!.delete(r);
}

// renewed puts the page that is served now in the place of the one that is kept, and tells whether it is the wanted one. It
// asks past the worker, which would answer with what is kept, and past other caches.
export async function renewed(wanted: string): Promise<boolean> {
  const now = await fetch(location.pathname, { cache: 'no-store' });
  if (!now.ok || now.redirected || !(await now.clone().text()).includes(`data-sends="${wanted}"`)) return false;
  await (await caches.open(CACHE)).put(location.pathname, now);
  return true;
}
