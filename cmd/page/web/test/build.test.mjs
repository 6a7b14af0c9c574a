import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const b = await bundled('desk/build.ts'), a = await bundled('desk/armies.ts');

const part = (kind) => ({ name: kind, title: kind, kind, needed: true });
const sections = [
  { letter: 'B', names: [], kind: 'lines', examples: [], forms: [{ example: '', parts: [part('army'), part('choice')] }] },
  { letter: 'R', names: [], kind: 'lines', examples: [], forms: [{ example: '', parts: [part('choice')] }] }];
const money = (amount) => [{ code: 'dice', name: 'dice', amount }];
const quarry = { code: 'quarry', name: 'Quarry', price: money(3), action: { code: 'build', name: 'build', draft: { letter: 'B', form: 0, values: ['', 'quarry'] } },
  sites: [{ at: '5/1', draft: { letter: 'B', form: 0, values: ['S1', 'quarry'] } }, { at: '6/1', why: { code: 'no', text: 'no hill there' } }, { at: '5/1' }] };
const bow = { code: 'bow', name: 'Bow', arm: 'bow', action: { code: 'recruit', name: '', draft: { letter: 'R', form: 0, values: ['bow'] } }, sites: [{ at: '2/2' }] };
const row = (letter, ...values) => ({ line: 3, kind: 'order', letter, form: 0, values, army: letter === 'B' ? values[0] : undefined });

// store is a page on which the settler S1 stands on 5/1, with so much in the purse.
function store(purse, rows, puts, says = []) {
  const state = { opened: { sections, desk: { weeks: 0, purse: money(purse), works: [quarry], units: [bow], armies: [{ name: 'S1', kind: 'settler', text: '', at: '5/1' }] } },
    drafts: [{ id: 1, text: 'x', turn: 1 }], draft: 1, made: [], rows, readOf: 'x', undo: [], redo: [], lang: 'en', checked: null };
  return { state, set: (s) => Object.assign(state, s), say: (t) => says.push(t), engine: { put: async (text, changes) => { puts.push(...changes); return text; } } };
}

test('places are the fields without a reason why not, each once', () => {
  const { state } = store(3, [], []);
  assert.deepEqual(b.placesOf(b.sitesOf(state, quarry)).map((s) => s.at), ['5/1']);
  assert.deepEqual(b.placesOf([]), []);
});

test('an army that walks first builds where it comes to, if its choice there has no reason why not', () => {
  const { state } = store(3, [row('B', 'S1', 'quarry')], []), walks = (choice) => {
    state.made = [{ ...state.opened.desk.armies[0], to: '7/2', actions: [{ code: 'build', draft: { letter: 'B', form: 0, values: ['S1', ''] },
      fields: [{ part: 1, choices: [{ value: 'camp', name: 'camp' }, { value: 'quarry', name: 'quarry', ...choice }] }] }] }];
    return b.placesOf(b.sitesOf(state, { ...quarry, sites: [{ at: '5/1', why: { code: 'wall', text: 'a wall' } }] }));
  };
  assert.deepEqual(walks({}), [{ at: '7/2', draft: { letter: 'B', form: 0, values: ['S1', 'quarry'] } }]);
  assert.equal(a.placeOf(state, state.rows[0]), '7/2');
  assert.deepEqual(walks({ why: { code: 'far', text: 'no hill' } }), []);
});

test('a work that an army builds is placed where the army stands, and taken back there', async () => {
  const puts = [];
  await b.toggle(store(3, [], puts), quarry, quarry.sites[0]);
  await b.toggle(store(3, [row('B', 'S1', 'quarry')], puts), quarry, quarry.sites[0]);
  assert.deepEqual(puts, [{ line: 0, letter: 'B', form: 0, values: ['S1', 'quarry'] }, { line: 3, letter: 'B', form: 0, values: ['S1', 'quarry'], remove: true }]);
});

test('what cannot be built, or paid, is said and not ordered', async () => {
  const puts = [], says = [];
  await b.toggle(store(2, [], puts, says), quarry, quarry.sites[0]);
  await b.toggle(store(3, [], puts, says), quarry, quarry.sites[1]);
  assert.deepEqual([puts, says], [[], ['Quarry: 1 short', 'Quarry: no hill there']]);
});

test('what names no place is raised at the only one, each line once', () => {
  const two = [row('R', 'bow'), { ...row('R', 'bow'), line: 4 }], s = store(9, two, []);
  assert.deepEqual(b.linesOf(s, two, bow, '2/2').map((r) => r.line), [3, 4]);
  assert.deepEqual(a.raised(s.state.opened, two).map((r) => r.at), ['2/2', '2/2']);
});

test('a list of choices has the price of each that the desk builds or raises, and a part that is about something else has none', () => {
  const { opened } = store(3, [], []).state, choice = { ...part('choice'), choices: ['quarry', 'camp'] };
  opened.sections = [{ ...sections[0], forms: [{ example: '', parts: [part('army'), choice] }] }, { ...sections[1], forms: [{ example: '', parts: [{ ...choice, choices: ['bow'] }] }] }];
  opened.desk.units = [{ ...bow, once: money(1) }];
  assert.deepEqual(b.priced(opened, 'B', 0, 1), { part: 1, choices: [{ value: 'quarry', name: 'quarry', price: money(3) }, { value: 'camp', name: 'camp' }] });
  assert.deepEqual(b.priced(opened, 'R', 0, 0), { part: 0, choices: [{ value: 'bow', name: 'bow', price: money(1) }] });
  assert.equal(b.priced(opened, 'B', 0, 0), undefined);
});
