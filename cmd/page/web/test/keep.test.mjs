import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facts, table } from './data.mjs';
import { bundled as load } from './bundled.mjs';

const { Keeper, seat } = await load('inout/keep.ts');
const { sealIn } = await load('inout/seal.ts');
const { bring, anew } = await load('inout/bring.ts');
const { mine, packed, readMine, tooMuch } = await load('inout/mine.ts');
const { Store, unsaved } = await load('state.ts');

const state = (more = {}) => ({
  lang: 'de', view: 'files', table: null, opened: null, first: null, past: [], drafts: [], draft: '', notes: [], allies: [], at: null,
  week: -1, turn: -1, said: null, ...more,
});
const engine = { desk: async () => null, open: async (t) => ({ title: `Zug ${t.turn}`, lang: t.lang, template: '$A\nvor 1\n', takes: true }) };
const practice = { rulebook: 'duel', rules: 3, world: 'Moor', seed: '1', strength: 'weak', state: 'AA' };
const file = (v) => new File([JSON.stringify(v)], 'TISCH.json');

// shelf is a store as the browser has one, in memory.
function shelf() {
  const kept = new Map();
  return { kept, keys: async () => [...kept.keys()], get: async (k) => kept.get(k), put: async (k, v) => { kept.set(k, v); }, drop: async (k) => { kept.delete(k); } };
}

const soon = () => new Promise((r) => setTimeout(r, 1));

// page is a page that is opened anew with a shelf; rest waits until all has been written.
function page(on, rulebook = 'duel', home = '') {
  const store = new Store(state(), engine);
  const keeper = new Keeper(store, on, rulebook, home);
  const faults = [];
  const end = keeper.keeping((e) => faults.push(e), () => 0);
  return { store, keeper, faults, end, rest: async () => { for (let i = 0; i < 10; i++) { await soon(); await keeper.places(); } } };
}
const edit = (store, text) => store.set({ drafts: store.state.drafts.map((d) => (d.id === store.state.draft ? { ...d, text } : d)) });
const key = (world = 'Moor', realm = 4) => JSON.stringify(['duel', world, realm]);
const stored = (on, k = key()) => readMine(JSON.parse(on.kept.get(k)), 'de');

const ally = { realm: 2, name: 'Arrak', turn: 3, chart: { title: '', terrains: [], cells: [] }, armies: [], shift: null };

// first keeps a table with turns 3 and 4, a draft, a note and an ally.
async function first(on) {
  const p = page(on);
  await bring(p.store, [file(table(3)), file(table(4))]);
  edit(p.store, '$A\nalt 1\n');
  p.store.set({ notes: [{ at: '1/0', text: 'Furt' }], allies: [ally] });
  await p.keeper.keep();
  p.end();
}

test('keep, reload, drop the next turn, edit: what was kept stays', async () => {
  const on = shelf();
  await first(on);
  const p = page(on);
  await bring(p.store, [file(table(5))]);
  await p.rest();
  assert.deepEqual(p.store.state.past.map((t) => t.turn), [3, 4]);
  assert.equal(p.store.state.table.turn, 5);
  edit(p.store, '$A\nneu 1\n');
  await p.rest();
  p.end();
  const m = stored(on);
  assert.deepEqual(m.tables.map((t) => t.turn), [3, 4, 5]);
  assert.deepEqual(m.drafts.map((d) => [d.turn, d.text]).sort(), [[4, '$A\nalt 1\n'], [5, '$A\nneu 1\n']]);
  assert.equal(m.drafts.find((d) => d.id === m.draft).turn, 5);
  assert.deepEqual(m.notes, [{ at: '1/0', text: 'Furt' }]);
  assert.deepEqual(m.allies, [ally]);
  assert.deepEqual(p.faults, []);
});

test('keep, reload, drop the same turn: the draft that was written is opened again', async () => {
  const on = shelf();
  await first(on);
  const p = page(on);
  await bring(p.store, [file(table(4, { program: '1.1' }))]);
  await p.rest();
  p.end();
  assert.deepEqual(p.store.state.drafts.map((d) => d.text), ['$A\nalt 1\n']);
  assert.equal(p.store.state.draft, p.store.state.drafts[0].id);
  assert.equal(p.store.state.table.program, '1.1', 'what is laid now is the newer');
});

test('what is deleted afterwards does not come back', async () => {
  const on = shelf();
  await first(on);
  const p = page(on);
  const [place] = await p.keeper.places();
  assert.deepEqual(place, { rulebook: 'duel', world: 'Moor', realm: 4 });
  await p.keeper.take(place);
  assert.equal(p.store.state.table.turn, 4);
  p.store.set({ notes: [] });
  await p.rest();
  p.end();
  assert.deepEqual(stored(on).notes, []);
});

test('two worlds, two realms and two rulebooks keep a table each', async () => {
  const on = shelf();
  await first(on);
  const before = on.kept.get(key());
  on.kept.set(JSON.stringify(['chess', 'Moor', 4]), 'of another page');
  const p = page(on);
  await bring(p.store, [file(table(9, { world: 'Heide' }))]);
  await p.rest();
  const other = table(9, { realm: 5 });
  other.facts.realm.number = 5;
  await bring(p.store, [file(other)]);
  await anew(p.store);
  await p.rest();
  assert.equal(on.kept.get(key()), before);
  assert.equal(stored(on, key('Heide')).tables.length, 1);
  assert.equal(stored(on, key('Moor', 5)).tables[0].turn, 9);
  // back to the first one: it is joined
  await bring(p.store, [file(table(5))]);
  await anew(p.store);
  await p.rest();
  assert.deepEqual(stored(on).tables.map((t) => t.turn), [3, 4, 5]);
  assert.deepEqual(stored(on).notes, [{ at: '1/0', text: 'Furt' }]);
  await p.keeper.forget();
  assert.deepEqual([...on.kept.keys()], [JSON.stringify(['chess', 'Moor', 4])]);
  edit(p.store, '$A\nneu 1\n');
  assert.equal(on.kept.size, 1);
  assert.equal(unsaved(p.store.state), true);
});

test('what cannot be read is not written over', async () => {
  const on = shelf();
  await first(on);
  on.kept.set(key(), '{"what":"weltentor-my-table","schema":2}');
  const p = page(on);
  await bring(p.store, [file(table(5))]);
  await p.rest();
  edit(p.store, '$A\nneu 1\n');
  await p.rest();
  p.end();
  assert.equal(on.kept.get(key()), '{"what":"weltentor-my-table","schema":2}');
  assert.equal(p.faults.length, 1);
});

test('what the page would not take again is not written, and said', async () => {
  const s = state({ table: table(4), drafts: [{ id: 'e1', name: 'Angriff', turn: 4, text: 'x'.repeat(400_001) }], draft: 'e1' });
  const said = (m) => { try { packed(m); return 'written'; } catch (e) { return tooMuch(e, m, 'de'); } };
  assert.equal(said(mine(s)), '„Mein Tisch“ ist nicht gespeichert. Bei Angriff: Der Text ist zu lang.');
  assert.equal(said(mine({ ...s, drafts: [{ ...s.drafts[0], text: 'x'.repeat(400_000) }] })), 'written');
  const large = (turn) => ({ ...table(turn), facts: { ...facts(turn - 1), letters: [{ text: 'y'.repeat(100_000) }] }, tables: 'z'.repeat(600_000) });
  const past = Array.from({ length: 100 }, (_, i) => large(i + 1));
  assert.equal(said(mine({ ...s, drafts: [], past })), 'Mein Tisch ist zu groß: Entpackt sind höchstens 64 MB erlaubt.');
  const on = shelf();
  const p = page(on);
  p.end();
  p.store.set({ table: s.table, drafts: s.drafts });
  await assert.rejects(p.keeper.keep(), /drafts\[0\].text: long/);
  assert.equal(on.kept.size, 0);
});

test('nothing of a file is kept before the player agrees', async () => {
  const on = shelf(), p = page(on);
  await bring(p.store, [file(table(4))]);
  edit(p.store, '$A\nneu 1\n');
  await p.rest();
  p.end();
  assert.equal(on.kept.size, 0);
  assert.equal(p.store.state.kept, '');
  assert.equal(unsaved(p.store.state), true);
});

// sealed is the seal that a reader's file brings: as an extra field of gzip, W, K, 32, 0 and 32 bytes.
const sealed = (n) => sealIn(new Uint8Array([31, 139, 8, 4, 0, 0, 0, 0, 0, 255, 36, 0, 87, 75, 32, 0, ...new Uint8Array(32).fill(n), 3, 0]));

// linked is a page of a link of that reader, with the table of a turn.
async function linked(on, n, turn, home = '/a/t/duel.html') {
  const p = page(on, 'duel', home), t = table(turn);
  p.store.set({ seals: { [seat(t)]: await sealed(n) } });
  await bring(p.store, [file(t)]);
  await p.rest();
  return p;
}

test('a table by link is kept by itself after each change, and only its reader opens it, also by the next link', async () => {
  const on = shelf(), p = await linked(on, 1, 4);
  edit(p.store, '$A\nalt 1\n');
  p.store.set({ notes: [{ at: '1/0', text: 'Furt' }] });
  await p.rest();
  assert.equal(unsaved(p.store.state), false);
  p.end();
  const [key] = on.kept.keys();
  assert.deepEqual(JSON.parse(key).slice(0, 4), ['duel', 'Moor', 4, '/a/t/duel.html']);
  assert.equal(typeof on.kept.get(key), 'object');
  assert.doesNotMatch(new TextDecoder().decode(on.kept.get(key).sealed), /weltentor|Furt|alt 1/);

  const same = await linked(on, 1, 4);
  assert.deepEqual(same.store.state.drafts.map((d) => d.text), ['$A\nalt 1\n']);
  same.end();
  const next = await linked(on, 1, 5);
  assert.deepEqual([next.store.state.past.map((t) => t.turn), next.store.state.notes.length], [[4], 1]);
  next.end();
  assert.equal(on.kept.size, 1);

  for (const [n, home] of [[2, '/a/t/duel.html'], [1, '/b/t/duel.html']]) { // another reader, and another game of that name
    const other = await linked(on, n, 4, home);
    assert.deepEqual([other.store.state.notes, other.faults], [[], []]);
    assert.deepEqual(await other.keeper.places(), []);
    other.end();
  }
  const wrong = await linked(on, 2, 4);
  on.kept.set([...on.kept.keys()].find((k) => k !== key && k.includes('/a/')), on.kept.get(key)); // as if it were his
  wrong.end();
  const sees = await linked(on, 2, 4);
  assert.deepEqual([sees.store.state.notes, sees.faults.length], [[], 1]);
  sees.end();
});

test('what is kept of a table by link can be deleted; a page that is opened anew keeps it again', async () => {
  const on = shelf(), p = await linked(on, 1, 4);
  await p.keeper.forget();
  edit(p.store, '$A\nneu 1\n');
  await p.rest();
  p.end();
  assert.equal(on.kept.size, 0);
  const again = await linked(on, 1, 4);
  again.end();
  assert.equal(typeof [...on.kept.values()][0], 'object');
});

test('a change is written at once, and what changes while it is written comes after it', async () => {
  const on = shelf(), p = await linked(on, 1, 4);
  const { put } = on;
  let puts = 0, slow = () => {};
  on.put = async (k, v) => { puts++; await new Promise((r) => { slow = r; }); on.kept.set(k, v); };
  const until = async (n) => { for (let i = 0; i < 500 && puts < n; i++) await soon(); assert.equal(puts, n); };
  edit(p.store, 'a');
  await until(1);
  for (const text of ['ab', 'abc', 'abcd']) edit(p.store, text);
  slow();
  await until(2);
  slow();
  await p.rest();
  assert.equal(puts, 2);
  p.end();
  on.put = put;
  const again = await linked(on, 1, 4);
  assert.deepEqual(again.store.state.drafts.map((d) => d.text), ['abcd']);
  again.end();
});

test('a practice is kept by itself, goes on, and makes room for another one; until it is kept, to close the page would lose it', async () => {
  const on = shelf(), p = page(on);
  await bring(p.store, [file(table(4))]);
  p.store.set({ practice });
  assert.equal(unsaved(p.store.state), true);
  await p.rest();
  assert.equal(unsaved(p.store.state), false);
  p.end();
  const again = page(on), [place] = await again.keeper.places();
  assert.equal(place.world, 'Moor');
  await again.keeper.take(place);
  assert.deepEqual(again.store.state.practice, practice);
  again.end();
  const other = page(on);
  await bring(other.store, [file(table(1, { world: 'Heide' }))]);
  other.store.set({ practice: { ...practice, world: 'Heide' } });
  await other.rest();
  assert.equal(on.kept.size, 2);
  await other.keeper.alone();
  other.end();
  assert.deepEqual((await other.keeper.places()).map((x) => x.world), ['Heide']);
});
