import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const l = await bundled('desk/letters.ts');

const part = (kind, more = {}) => ({ name: '', title: '', kind, needed: true, ...more });
const notes = { letter: 'N', names: [], kind: 'messages', examples: [], forms: [
  { example: '', parts: [part('choice', { choices: ['#A', '#M'] })] },
  { example: '', parts: [part('choice', { choices: ['#'] }), part('realm', { tight: true })] },
  { example: '', parts: [part('text')] }] };
const row = (line, kind, form = -1, values = null, letter = 'N') => ({ line, kind, letter, form, values });

test('a letter is written by the forms of its section', () => {
  assert.deepEqual(l.composed(notes, '2', 'Friede?'), [{ line: 0, letter: 'N', form: 1, values: ['#', '2'] }, { line: 0, letter: 'N', form: 2, values: ['Friede?'] }]);
  assert.deepEqual(l.composed(notes, 'M', 'x')[0], { line: 0, letter: 'N', form: 0, values: ['#M'] });
  assert.deepEqual(l.composed(notes, 'G', 'x'), []); // there is no such form
  assert.deepEqual(l.composed({ ...notes, letter: 'K', kind: 'prose', forms: [notes.forms[2]] }, 'A', 'wir'), [{ line: 0, letter: 'K', form: 0, values: ['wir'] }]);
});

test('letters of a draft are found by the lines as the engine reads them', () => {
  const text = '$N\n#2\nFriede?\n\nGruss\n#E\n#A\nx\n';
  const rows = [row(1, 'head'), row(2, 'to', 1, ['#', '2']), row(3, 'text'), row(4, 'text'), row(5, 'text'), row(6, 'to'), row(7, 'to', 0, ['#A']), row(8, 'text')];
  const [peace, ...more] = l.letters(rows, text, notes, '2');
  assert.deepEqual([peace, more], [{ lines: [2, 3, 4, 5, 6], text: 'Friede?\n\nGruss' }, []]);
  assert.deepEqual(l.letters(rows, text, notes, 'A'), [{ lines: [7, 8], text: 'x' }]);
  assert.deepEqual(l.gone(notes, peace).map((c) => [c.line, c.remove]), [2, 3, 4, 5, 6].map((n) => [n, true]));
});

test('a conversation has letters of reports, and those that were passed on at once, each once and in order', () => {
  const f = (turn, more = {}) => ({ turn, title: `Zug ${turn}`, letters: [], ...more });
  const at = '2027-03-12T20:00:00+01:00', offer = { from: 2, text: 'Friede?', turn: 1, at }, yes = { from: 4, to: 2, text: 'Ja.', turn: 2, at };
  const tables = [
    { realm: 4, facts: f(0), passed: [offer, { from: 4, to: 3, text: 'an 3', turn: 1, at }] },
    { realm: 4, facts: f(1, { letters: [{ from: 2, text: 'Antwort?' }, { text: 'Gerücht' }], sent: [{ from: 4, to: 2, text: 'Warte.' }] }), passed: [offer, yes] }];
  const said = (who) => l.conversation(tables, who).map((x) => [x.text, x.mine]);
  assert.deepEqual(said('2'), [['Friede?', false], ['Warte.', true], ['Antwort?', false], ['Ja.', true]]);
  assert.deepEqual(said('3'), [['an 3', true]]);
  assert.deepEqual(said('A'), [['Gerücht', false]]);
  assert.deepEqual(said('M'), []);
});

test('what has changed, by section; comments and the order of lines do not matter', () => {
  const before = [row(1, 'head', -1, null, 'A'), row(2, 'order', 0, ['1', 'vor'], 'A'), row(3, 'order', 0, ['2', 'vor'], 'A')];
  const after = [row(1, 'order', -1, null, 'B'), row(2, 'order', 0, ['2', 'halt'], 'A'), row(3, 'order', 0, ['1', 'vor'], 'A')];
  assert.deepEqual(l.changes(before, '$A\n1  vor ; x\n2 vor', after, 'W 1\n2 halt\n1 vor'), [
    { letter: 'A', gone: ['2 vor'], come: ['2 halt'] }, { letter: 'B', gone: [], come: ['W 1'] }]);
  const one = row(1, 'order', 0, ['1'], 'A');
  assert.deepEqual(l.changes([one, { ...one, line: 2 }], '1\n1', [one], '1'), [{ letter: 'A', gone: ['1'], come: [] }]);
});
