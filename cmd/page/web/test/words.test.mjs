import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { wordsOf } = await bundled('text.ts'), { say } = await bundled('words.ts');

test('a word after a number goes by whether that is 1, in both languages; a thousand with a mark is not 1', () => {
  const own = wordsOf({ steps: ['{n} {n:Schritt|Schritte} von {all}', '{n} {n:step|steps} of {all}'] });
  assert.deepEqual([own('de', 'steps', { n: 1, all: 3 }), own('en', 'steps', { n: 2, all: 3 }), own('de', 'steps', { n: '1.000', all: 3 })],
    ['1 Schritt von 3', '2 steps of 3', '1.000 Schritte von 3']);
});

test('counts on the page agree with their nouns', () => {
  const both = (key, values) => [say('de', key, values), say('en', key, values)];
  assert.deepEqual(both('n-events', { n: 1 }), ['1 Ereignis', '1 event']);
  assert.deepEqual(both('n-steps', { n: 1 }), ['1 Schritt', '1 step']);
  assert.deepEqual(both('points', { n: 1 }), ['Punkt', 'point']);
  assert.deepEqual(both('left-of', { left: 1, all: 3 }), ['1 von 3 Punkten bleibt.', '1 of 3 points is left.']);
  assert.deepEqual(both('idle', { n: 1 }), ['Armee ohne Befehl', 'army without orders']);
});
