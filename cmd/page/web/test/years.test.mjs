import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { yearOf, search } = await bundled('years/series.ts');

const facts = (turn, over = {}) => ({ turn, title: `Zug ${turn}`, realm: { number: 1, name: 'Eins' }, refused: [], weeks: [], fields: [], armies: [],
  money: [], letters: [], ...over });

test('a turn in numbers: own fields, income, what was spent, the treasury, the men of own armies', () => {
  const y = yearOf(facts(3, {
    fields: [{ at: '0/0', own: true }, { at: '1/1', own: true }, { at: '2/2' }],
    money: [{ kind: 'income', code: 'land', amount: 100 }, { kind: 'income', code: 'mine', amount: 20 },
      { kind: 'outlay', code: 'upkeep', amount: -50 }, { kind: 'treasury', code: 'GS', amount: 900 }],
    armies: [{ realm: 1, name: 'A', men: 10 }, { realm: 1, name: 'B', parts: [{ name: 'x', men: 3 }, { name: 'y', men: 4 }] },
      { realm: 2, name: 'C', men: 99 }, { unknown: true, realm: 1, name: '', men: 99 }],
  }));
  assert.deepEqual({ ...y }, { turn: 3, title: 'Zug 3', fields: 2, income: 120, outlay: 50, treasury: 900, men: 17 });
});

test('a search wants all words, in any case, and gives the newest turn first', () => {
  const all = [facts(1, { weeks: [{ week: 2, events: [{ text: 'K.M 1 hat Feld 0/0 erobert.' }] }] }),
    facts(2, { letters: [{ from: 2, name: 'Zwei', text: 'Wer hat Feld 0/0?' }], refused: [{ line: 1, text: 'nichts' }] })];
  assert.deepEqual(search(all, 'FELD 0/0', 10).hits.map((h) => [h.turn, h.week, h.kind]), [[2, -1, 'letter'], [1, 2, 'event']]);
  assert.deepEqual(search(all, 'Feld erobert', 10).hits.length, 1);
  assert.deepEqual(search(all, '  ', 10).hits.length, 0);
  assert.deepEqual(search(all, 'feld', 1), { hits: [search(all, 'feld', 9).hits[0]], more: 1 });
});
