import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facts, table } from './data.mjs';
import { bundled as load } from './bundled.mjs';

const { Keeper } = await load('inout/keep.ts');
const { bring, anew } = await load('inout/bring.ts');
const { mine, packed, readMine, tooMuch } = await load('inout/mine.ts');
const { Store } = await load('state.ts');

const state = (more = {}) => ({
  lang: 'de', view: 'files', table: null, opened: null, first: null, past: [], drafts: [], draft: '', notes: [], allies: [], at: null,
  week: -1, turn: -1, said: null, ...more,
});
const engine = { desk: async () => null, open: async (t) => ({ title: `Zug ${t.turn}`, lang: t.lang, template: '$A\nvor 1\n', takes: true }) };
const file = (v) => new File([JSON.stringify(v)], 'TISCH.json');

// shelf is a store as the browser has one, in memory.
function shelf() {
  const kept = new Map();
  let when = '';
  return {
    kept, when: () => when, mark: (w) => { when = w; }, keys: async () => [...kept.keys()], get: async (k) => kept.get(k),
    put: async (k, v) => { kept.set(k, v); }, drop: async (k) => { kept.delete(k); },
  };
}

// page is a page that is opened anew with a shelf; rest waits until all has been written.
function page(on, rulebook = 'duel') {
  const store = new Store(state(), engine);
  const keeper = new Keeper(store, on, rulebook);
  const faults = [];
  const end = on.when() === '' ? () => {} : keeper.keeping(() => {}, (e) => faults.push(e), 5);
  return { store, keeper, faults, end, rest: async () => { await new Promise((r) => setTimeout(r, 40)); await keeper.places(); } };
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
  p.end();
  await p.keeper.forget();
  assert.deepEqual([...on.kept.keys()], [JSON.stringify(['chess', 'Moor', 4])]);
  assert.equal(on.when(), '');
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
  p.store.set({ table: s.table, drafts: s.drafts });
  await assert.rejects(p.keeper.keep(), /drafts\[0\].text: long/);
  assert.equal(on.kept.size, 0);
});
