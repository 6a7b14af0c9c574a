import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const s = await bundled('orders/sheet.ts');
const sections = [
  { letter: 'A', names: ['Armee', 'Army'], kind: 'lines', examples: [], forms: [] },
  { letter: 'B', names: ['Bauen', 'Build'], kind: 'lines', examples: [], forms: [] },
  { letter: 'V', names: ['Verträge', 'Treaties'], kind: 'lines', examples: [], forms: [] },
  { letter: 'N', names: ['Nachrichten', 'Notes'], kind: 'messages', examples: [], forms: [] },
  { letter: 'K', names: ['Kultur', 'Culture'], kind: 'prose', examples: [], forms: [] },
];
const kinds = (text) => s.rows(text, sections).map((r) => `${r.kind}${r.letter && ' ' + r.letter}`);

test('each line is what the game takes it for', () => {
  assert.deepEqual(kinds('hallo\n; x\n$I 4 x\n$A 3\n1 vor\n ; y\n\n  $Bau\nW 1'),
    ['stray', 'comment', 'identity', 'head A', 'order A', 'comment A', 'blank A', 'head B', 'order B']);
  assert.deepEqual(kinds('$A\n $50 x\n$50 x'), ['head A', 'order A', 'head']);
  // in texts only a clear head opens a section, and an indented one is text
  assert.deepEqual(kinds('$N\n#2\nDas kostet\n$50\n$Aber\n $A\n$Army\nx'),
    ['head N', 'to N', 'text N', 'text N', 'text N', 'text N', 'head A', 'order A']);
  assert.deepEqual(kinds('$N\nx\n#E\n#17 ; c\nx\n#X\ny'), ['head N', 'stray N', 'to N', 'to N', 'text N', 'stray N', 'blank N'.replace('blank', 'stray')]);
  assert.deepEqual(kinds('$K\nfrei\n\n#2\n$Vertraege\n2 P\n$E\n$A'), ['head K', 'text K', 'text K', 'text K', 'head V', 'order V', 'end', 'stray']);
  assert.deepEqual(kinds('$A\n1\n-- \n$B'), ['head A', 'order A', 'stray', 'stray']);
});

test('a line goes into its section, which is made in its place if it is missing', () => {
  assert.equal(s.inserted('$I 4 x\n\n$A\n1 vor\n\n$V\n2 P\n\n$E\n', sections, 'A', ['2 vor']), '$I 4 x\n\n$A\n1 vor\n2 vor\n\n$V\n2 P\n\n$E\n');
  assert.equal(s.inserted('$A\n1 vor\n\n$V\n2 P\n', sections, 'B', ['W 1']), '$A\n1 vor\n\n$B\nW 1\n\n$V\n2 P\n');
  assert.equal(s.inserted('$A\n1 vor\n$E', sections, 'V', ['2 P']), '$A\n1 vor\n\n$V\n2 P\n\n$E');
  assert.equal(s.inserted('$A\n1 vor\n\n', sections, 'N', ['#2', 'x', '#E']), '$A\n1 vor\n\n$N\n#2\nx\n#E\n');
  assert.equal(s.inserted('', sections, 'A', ['1 vor']), '$A\n1 vor\n');
  // of two sections of one letter the last
  assert.equal(s.inserted('$A\n1\n$B\n2\n$A\n3', sections, 'A', ['4']), '$A\n1\n$B\n2\n$A\n3\n4');
});

test('messages and free texts', () => {
  const text = '$N\n#2\nFriede?\n\nGruss\n#e\n#A\nx\n\n$K\n\nWir sind\nrund.\n';
  assert.deepEqual(s.letters(text, sections, 'N'), [
    { n: 1, count: 5, to: '2', text: 'Friede?\n\nGruss' }, { n: 6, count: 3, to: 'A', text: 'x' }]);
  // what a player writes never ends his message
  assert.deepEqual(s.message('2', '\n#A alle\n$A\r\n-- \nx\n\n'), ['#2', ' #A alle', ' $A', '--', 'x', '#E']);
  assert.deepEqual(kinds(['$N', ...s.message('2', '#A\n$A\n-- \nx')].join('\n')), ['head N', 'to N', 'text N', 'text N', 'text N', 'text N', 'to N']);
});

test('what has changed, by section', () => {
  assert.deepEqual(s.changes('$A\n1  vor ; x\n2 vor\n', '$I 4 x\n$B\nW 1\n$A\n2 halt\n1 vor\n', sections), [
    { letter: 'A', gone: ['2 vor'], come: ['2 halt'] }, { letter: 'B', gone: [], come: ['W 1'] }]);
  assert.deepEqual(s.changes('$A\n1\n1\n', '$A\n1\n', sections), [{ letter: 'A', gone: ['1'], come: [] }]);
});

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
