import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const script = readFileSync(new URL('../../pages/link/sw.js', import.meta.url), 'utf8');
const at = 'https://example.org/t/';

// worker is the worker with a cache and a network of its own. net answers an address: a text, a status, or never.
function worker() {
  const kept = new Map(), told = [], asked = [], on = {}, waits = [];
  const cache = {
    match: async (u) => kept.get(u)?.clone(), put: async (u, r) => { kept.set(u, r); }, delete: async (u) => kept.delete(u.url ?? u),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  };
  const w = {
    net: {}, kept, told, asked, timers: [],
    async get(path, mode = 'cors', how = 'default') {
      let answer = null;
      on.fetch({ request: { url: at + path, method: 'GET', mode, cache: how }, respondWith: (r) => { answer = r; }, waitUntil: (p) => waits.push(p) });
      return answer && (await answer);
    },
    settled: () => Promise.all(waits),
  };
  vm.runInNewContext(script, {
    URL, Response, Uint8Array, Promise, addEventListener: (name, f) => { on[name] = f; }, registration: { scope: at }, skipWaiting() {},
    setTimeout: (f, ms) => w.timers.push([f, ms]), caches: { open: async () => cache },
    clients: { claim: async () => undefined, matchAll: async () => [{ postMessage: (m) => told.push(m) }] },
    fetch: async (url) => {
      asked.push(url);
      const is = w.net[url.slice(at.length)];
      if (is === undefined) throw new TypeError('no network');
      if (is === 'never') return new Promise(() => undefined);
      return typeof is === 'number' ? new Response('', { status: is }) : new Response(is);
    },
  });
  return w;
}

test('a page is kept and opens without a network; another one behind it is told, and comes next', async () => {
  const w = worker();
  w.net['tiny.html'] = 'one';
  assert.equal(await (await w.get('tiny.html#KEY', 'navigate')).text(), 'one');
  w.net = {};
  assert.equal(await (await w.get('tiny.html#KEY', 'navigate')).text(), 'one');
  await w.settled();
  w.net['tiny.html'] = 'one';
  await w.get('tiny.html', 'navigate');
  await w.settled();
  assert.deepEqual(w.told, []);
  w.net['tiny.html'] = 'two';
  assert.equal(await (await w.get('tiny.html', 'navigate')).text(), 'one');
  await w.settled();
  assert.deepEqual(w.told, ['newer']);
  assert.equal(await (await w.get('tiny.html', 'navigate')).text(), 'two');
  assert.ok(![...w.kept.keys(), ...w.asked].some((url) => url.includes('#')));
});

test('sealed files come from the network, and from what is kept if that is away, ill or slow', async () => {
  const w = worker();
  w.net['a.bin'] = 'one';
  assert.equal(await (await w.get('a.bin')).text(), 'one');
  w.net['a.bin'] = 'two';
  assert.equal(await (await w.get('a.bin')).text(), 'two');
  w.net = {};
  assert.equal(await (await w.get('a.bin')).text(), 'two');
  w.net['a.bin'] = 503;
  assert.equal(await (await w.get('a.bin')).text(), 'two');
  w.net['a.bin'] = 'never';
  const slow = w.get('a.bin');
  await new Promise((r) => setTimeout(r, 10));
  const [late, ms] = w.timers.at(-1);
  assert.equal(ms, 2000);
  late();
  assert.equal(await (await slow).text(), 'two');
});

test('a sealed file that the server has no more is not kept, and of many the last four are', async () => {
  const w = worker();
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    w.net[`${name}.bin`] = name;
    await w.get(`${name}.bin`);
  }
  await w.settled();
  assert.deepEqual([...w.kept.keys()], ['b', 'c', 'd', 'e'].map((n) => `${at}${n}.bin`));
  w.net['c.bin'] = 404;
  assert.equal((await w.get('c.bin')).status, 404);
  w.net = {};
  await assert.rejects(w.get('c.bin'));
  assert.ok(!w.kept.has(`${at}c.bin`));
});

test('the sealed files of another game on the host stay', async () => {
  const w = worker(), other = 'https://example.org/other/t/a.bin';
  w.kept.set(other, new Response('other'));
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    w.net[`${name}.bin`] = name;
    await w.get(`${name}.bin`);
  }
  await w.settled();
  assert.ok(w.kept.has(other));
  assert.equal(w.kept.size, 5);
});

test('who asks for what is there now is not answered with what is kept', async () => {
  const w = worker();
  w.net['a.bin'] = 'one';
  await w.get('a.bin');
  assert.equal(await w.get('a.bin', 'cors', 'no-store'), null);
  assert.equal(await w.get('tiny.html', 'cors', 'no-store'), null);
});

test('what is not beside the page is left to the browser', async () => {
  const w = worker();
  assert.equal(await w.get('../other.html'), null);
  assert.equal(await w.get('x.json'), null);
});
