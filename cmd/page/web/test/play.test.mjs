import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';
import { table } from './data.mjs';

const desk = await bundled('desk/desk.ts');
const keys = await bundled('desk/keys.ts');
const send = await bundled('inout/send.ts');

// store is a page with two drafts.
function store(more = {}) {
  const state = { lang: 'en', table: table(5), past: [], drafts: [{ id: 'a', name: 'A', turn: 5, text: 'one' }, { id: 'b', name: 'B', turn: 5, text: 'two' }], draft: 'a',
    notes: [], undo: [], redo: [], rows: [], readOf: 'one', made: [], opened: { sections: [], desk: { weeks: 13, armies: [], units: [] } }, ...more };
  const s = { state, said: '', set: (x) => { s.state = { ...s.state, ...x }; }, say: (t) => { s.said = t; } };
  return s;
}

test('undo brings back texts, deleted drafts and notes, each in its own step and its own draft', () => {
  const s = store(), texts = () => s.state.drafts.map((d) => d.text).join();
  desk.write(s, 'three');
  s.set({ draft: 'b' });
  desk.write(s, 'four');
  desk.put(s, { drafts: s.state.drafts.slice(0, 1), draft: 'a' });
  desk.put(s, { notes: [{ at: '0/0', text: 'here' }] });
  desk.undo(s);
  assert.deepEqual(s.state.notes, []);
  desk.undo(s);
  assert.equal(texts(), 'three,four');
  desk.undo(s);
  assert.equal(texts(), 'three,two');
  assert.equal(s.state.draft, 'b');
  desk.undo(s);
  assert.equal(texts(), 'one,two');
  for (let i = 0; i < 4; i++) desk.redo(s);
  assert.equal(texts(), 'three');
  assert.equal(s.state.notes.length, 1);
});

test('what is typed at one place is one step, and at another place another', () => {
  const s = store();
  for (const text of ['h', 'he', 'her']) desk.put(s, { notes: [{ at: '0/0', text }] }, 'note 0/0');
  desk.put(s, { notes: [{ at: '1/0', text: 'x' }] }, 'note 1/0');
  assert.equal(s.state.undo.length, 2);
});

test('R gives an army the order of last turn, and says so if there is none', async () => {
  const row = { line: 3, kind: 'order', letter: 'A', form: 0, values: ['K.M 1', '22', 'V'], army: 'K.M 1' }, puts = [];
  const s = store({ past: [table(4, { orders: 'old' })] });
  s.engine = { read: async (t) => (t === 'old' ? [row] : []), put: async (t, c) => { puts.push(...c); return t; }, raised: async () => [] };
  await keys.again(s, 'K.M 1');
  assert.deepEqual(puts, [{ line: 0, letter: 'A', form: 0, values: ['K.M 1', '22', 'V'] }]);
  await keys.again(s, 'K.M 2');
  assert.match(s.said, /K\.M 2/);
  assert.equal(puts.length, 1);
});

test('a letter of its own has its word as the subject and a mark for the password', () => {
  const link = send.letterTo('2', 'Peace?\n$I 4 abcd-efgh-ijklm', table(5), 'en');
  const url = new URL(link.href);
  assert.equal(url.searchParams.get('subject'), 'LETTER 2');
  assert.equal(url.searchParams.get('body'), '$I 4 <PASSWORD>\r\n\r\nPeace?\r\n $I 4 <PASSWORD>\r\n');
  assert.equal(new URL(send.letterTo('A', 'x', table(5, { bare: true }), 'de').href).searchParams.get('body'), 'x\r\n');
  assert.equal(send.letterTo('A', 'x'.repeat(3000), table(5), 'de').whole, false);
  assert.throws(() => send.letterTo('2', 'x', table(5, { address: 'a@b.example?bcc=c' }), 'en'));
});
