import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, strToU8 } from 'fflate';
import { bundled as load } from './bundled.mjs';

const { end, isPublic, look, prove } = await load('inout/prove.ts');
const { bring } = await load('inout/bring.ts');
const { Store } = await load('state.ts');

const packed = (text) => gzipSync(strToU8(text));
const part = (scenes, more = true) => ({ read: 100 * scenes, more, turns: scenes, realms: 2, scenes });
const after = () => new Promise((r) => setTimeout(r));

// An engine that says what it is given, part by part, and remembers which scenes it was asked for.
const engineOf = (...parts) => {
  const next = async () => { const p = parts.shift(); if (p instanceof Error) throw p; return p; };
  const engine = { asked: [], stopped: 0, prove: next, proveOn: next, stop() { engine.stopped++; }, scene: async (turn) => { engine.asked.push(turn); await after(); return { turn }; } };
  return engine;
};
const storeOf = (engine) => new Store({ lang: 'en', view: 'files', proof: null, scene: 0, drawn: null, table: null, drafts: [], notes: [] }, engine);

test('a public file is known by how it begins, and a bomb is not unpacked for that', () => {
  assert.ok(isPublic(packed('{"format":"weltentor public 2","rulebook":"x"}\n')));
  assert.ok(!isPublic(packed('{"schema":1}')));
  assert.ok(!isPublic(strToU8('{"format":"weltentor public 2"}')));
  assert.ok(!isPublic(new Uint8Array()));
  const bomb = packed(' '.repeat(4 << 20));
  assert.ok(bomb.length > 512); // what follows is not looked at
  assert.ok(!isPublic(bomb));
  assert.ok(isPublic(packed('{"format":"weltentor public 2"}' + ' '.repeat(4 << 20)).fill(0, 600)));
});

test('a public file that is brought in is played to its verdict, and only scenes that are looked at are drawn', async () => {
  const store = storeOf(engineOf(part(0), part(1), part(3), part(9, false)));
  const bytes = packed('{"format":"weltentor public 2"}\n');
  await bring(store, [{ name: 'game.jsonl.gz', size: bytes.length, arrayBuffer: async () => bytes }]);
  while (store.state.proof?.more || !store.state.drawn) await after();
  const { proof, view } = store.state;
  assert.equal(view, 'proof');
  assert.equal(proof.file, 'game.jsonl.gz');
  assert.equal(proof.scenes, 9);
  assert.equal(store.state.drawn.turn, 0);
  for (const scene of [5, 6, 7, 2]) { store.set({ scene }); void look(store); }
  while (store.state.drawn.turn !== 2) await after();
  assert.deepEqual(store.engine.asked, [0, 5, 2]);
  store.set({ scene: 9 }); // there is none
  await look(store);
  assert.equal(store.state.drawn.turn, 2);
});

test('a newer file takes the place of one that is being played, and a fault is said', async () => {
  const store = storeOf(engineOf(part(0), part(1)));
  const old = prove(store, 'old', new Uint8Array());
  store.engine = engineOf(part(0), new Error('gone'));
  await prove(store, 'new', new Uint8Array());
  await old;
  assert.equal(store.state.proof, null);
  assert.equal(store.state.view, 'files');
  assert.match(store.state.said.text, /gone/);
});

test('who closes a file, or brings in another one, has the engine for other things', async () => {
  const engine = engineOf(part(0), part(1), part(2), part(3)), store = storeOf(engine);
  const proving = prove(store, 'old', new Uint8Array());
  end(store);
  await proving;
  assert.equal(store.state.proof, null);
  assert.equal(engine.stopped, 1);
  const again = prove(store, 'old', new Uint8Array());
  await bring(store, [{ name: 'x.json', size: 2, arrayBuffer: async () => strToU8('{}') }]);
  await again;
  assert.equal(store.state.proof, null);
  assert.equal(store.state.view, 'files');
  assert.equal(engine.stopped, 2);
});

test('a scene of a file that was closed is not shown in the next one', async () => {
  const engine = engineOf(part(1), part(2, false), part(0), part(1, false)), store = storeOf(engine);
  await prove(store, 'old', new Uint8Array());
  store.set({ scene: 1 });
  engine.scene = async (turn) => { void prove(store, 'new', new Uint8Array()); engine.scene = async (n) => ({ turn: n, fresh: true }); return { turn }; };
  while (store.state.proof?.file !== 'new' || store.state.proof.more || !store.state.drawn) { await look(store); await after(); }
  assert.deepEqual(store.state.drawn, { turn: 0, fresh: true });
});
