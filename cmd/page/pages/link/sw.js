// The worker of a table by link: the page opens without a network, with the sealed files that it has read. A page is
// shown as it was kept, and renewed behind that. Sealed files come from the network, and from what was kept if that is
// away or slow; who asks for what is there now (no-store) asks past it. No address that it asks for or keeps has a key:
// the part behind # stays in the page.
'use strict';
const NAME = 'weltentor-table', WAIT = 2000, MOST = 4; // ms for the network; sealed files that are kept
const sealed = (path) => path.endsWith('.bin');

addEventListener('install', () => { skipWaiting(); });
addEventListener('activate', (e) => { e.waitUntil(clients.claim()); });
addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || e.request.cache === 'no-store' || !url.href.startsWith(registration.scope)) return;
  url.hash = '';
  if (sealed(url.pathname)) e.respondWith(data(e, url.href));
  else if (e.request.mode === 'navigate' || /\.(html|webmanifest|svg)$/.test(url.pathname)) e.respondWith(kept(e, url.href));
});

// kept answers with what is kept of a page, and renews it.
async function kept(e, href) {
  const cache = await caches.open(NAME), old = await cache.match(href);
  const fresh = fetch(href, { cache: 'no-cache' }).then(async (now) => {
    if (now.redirected) return Response.redirect(now.url); // a page that was asked for must not come by a detour
    if (now.ok) await renew(cache, href, old, now.clone());
    return now;
  });
  if (!old) return fresh;
  e.waitUntil(fresh.catch(() => undefined));
  return old.clone();
}

// renew keeps what has come, and tells pages if it is another than before.
async function renew(cache, href, old, now) {
  const [was, is] = await Promise.all([old?.clone().arrayBuffer(), now.clone().arrayBuffer()]);
  if (was?.byteLength === is.byteLength) {
    const a = new Uint8Array(was), b = new Uint8Array(is);
    if (a.every((x, i) => x === b[i])) return;
  }
  await cache.put(href, now);
  if (was) for (const c of await clients.matchAll({ includeUncontrolled: true })) c.postMessage('newer');
}

// data answers with a sealed file. One that the server has no more is not kept either.
async function data(e, href) {
  const cache = await caches.open(NAME), old = await cache.match(href);
  const fresh = fetch(href, { cache: 'no-cache' }).then(async (now) => {
    const gone = now.status === 404 || now.status === 410;
    if (gone) await cache.delete(href);
    if (!now.ok) return gone ? now : old?.clone() ?? now;
    await cache.delete(href); // it becomes the newest
    await cache.put(href, now.clone());
    const all = (await cache.keys()).filter((r) => r.url.startsWith(registration.scope) && sealed(new URL(r.url).pathname)); // other games keep theirs
    for (const r of all.slice(0, -MOST)) await cache.delete(r);
    return now;
  });
  e.waitUntil(fresh.catch(() => undefined));
  if (!old) return fresh;
  const late = new Promise((done) => { setTimeout(() => done(old.clone()), WAIT); });
  return Promise.race([fresh.catch(() => old.clone()), late]);
}
