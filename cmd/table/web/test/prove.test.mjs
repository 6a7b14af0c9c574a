import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, strToU8 } from 'fflate';
import { bundled as load } from './bundled.mjs';

const { isPublic, prove, scenes } = await load('inout/prove.ts');
const { bring } = await load('inout/bring.ts');
const { Store } = await load('state.ts');

const packed = (text) => gzipSync(strToU8(text));
const cell = (h, owner) => ({ h, y: 0, label: `${h}/0`, t: 0, owner });
const scene = (turn, more) => ({ turn, title: { de: 'Zug', en: 'turn' }, realms: [], armies: [], battles: [], ...more });
const chart = { title: 'Moor', terrains: [], cells: [cell(0, 0), cell(2, 0)] };

// An engine that says what it is given, part by part.
const engineOf = (...parts) => ({ prove: async () => parts.shift(), proveOn: async () => { const p = parts.shift(); if (p instanceof Error) throw p; return p; } });
const storeOf = (engine) => new Store({ lang: 'en', view: 'files', proof: null, scene: 0, table: null, drafts: [], notes: [] }, engine);

test('a public file is known by how it begins, and a bomb is not unpacked for that', () => {
  assert.ok(isPublic(packed('{"format":"weltentor public 1","rulebook":"x"}\n')));
  assert.ok(!isPublic(packed('{"schema":1}')));
  assert.ok(!isPublic(strToU8('{"format":"weltentor public 1"}')));
  assert.ok(!isPublic(new Uint8Array()));
  const bomb = packed(' '.repeat(4 << 20));
  assert.ok(bomb.length > 512); // what follows is not looked at
  assert.ok(!isPublic(bomb));
  assert.ok(isPublic(packed('{"format":"weltentor public 1"}' + ' '.repeat(4 << 20)).fill(0, 600)));
});

test('scenes have the fields that have changed, and all others as before', () => {
  const [first, second] = scenes([scene(0, { chart }), scene(1, { cells: { 1: cell(2, 3) } })]);
  assert.deepEqual(second.chart.cells, [cell(0, 0), cell(2, 3)]);
  assert.equal(second.chart.cells[0], first.chart.cells[0]);
  assert.equal(first.chart.cells[1].owner, 0);
  const [third] = scenes([scene(2, { cells: { 0: cell(0, 1) } })], second);
  assert.deepEqual(third.chart.cells, [cell(0, 1), cell(2, 3)]);
});

test('a public file that is brought in is played to its verdict', async () => {
  const store = storeOf(engineOf({ read: 100, more: true, turns: 0, realms: 0, scenes: [] },
    { read: 500, more: true, turns: 1, realms: 2, scenes: [scene(0, { chart })] },
    { read: 1000, more: false, turns: 1, realms: 2, scenes: [scene(1, { cells: {} })] }));
  const bytes = packed('{"format":"weltentor public 1"}\n');
  await bring(store, [{ name: 'game.jsonl.gz', size: bytes.length, arrayBuffer: async () => bytes }]);
  while (store.state.proof?.more) await new Promise((r) => setTimeout(r));
  const { proof, view } = store.state;
  assert.equal(view, 'proof');
  assert.equal(proof.file, 'game.jsonl.gz');
  assert.equal(proof.false, undefined);
  assert.deepEqual(proof.scenes.map((s) => s.turn), [0, 1]);
});

test('a newer file takes the place of one that is being played, and a fault is said', async () => {
  const store = storeOf(engineOf({ read: 1, more: true, turns: 0, realms: 0, scenes: [] }, { read: 2, more: true, turns: 1, realms: 1, scenes: [] }));
  const old = prove(store, 'old', new Uint8Array());
  store.engine = engineOf({ read: 0, more: true, turns: 0, realms: 0, scenes: [] }, new Error('gone'));
  await prove(store, 'new', new Uint8Array());
  await old;
  assert.equal(store.state.proof, null);
  assert.equal(store.state.view, 'files');
  assert.match(store.state.said.text, /gone/);
});
