import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const s = await bundled('orders/places.ts');

test('the least change between two texts', () => {
  assert.deepEqual(s.patch('abcabc', 'abcXabc'), { from: 3, to: 3, insert: 'X' });
  assert.deepEqual(s.patch('aaa', 'aa'), { from: 2, to: 3, insert: '' });
  assert.equal(s.patch('a', 'a'), null);
});

test('a column is found in the line as it was typed', () => {
  const at = (line, col) => line.slice(s.columnAt(line, col));
  assert.equal(at('abc def', 5), 'def');
  assert.equal(at('Su\u0308d 3', 5), '3'); // composed: Süd 3
  assert.equal(at('a\u200bb c', 4), 'c');
  assert.equal(at('… x', 5), 'x');
  assert.equal(at('\u{1f600} x', 3), 'x');
  assert.equal(at('ab', 9), '');
});
