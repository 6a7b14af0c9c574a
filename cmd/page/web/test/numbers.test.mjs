import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const n = await bundled('desk/numbers.ts');

test('warnings are counted and named beside wrong lines, and the first line is a wrong one, or else one with a warning', () => {
  const p = (line, severity) => ({ line, col: 1, severity, kind: severity, code: '', text: '' });
  const doubts = { bad: 0, problems: [p(0, 'warning'), p(4, 'warning')] }, wrong = { bad: 1, problems: [p(4, 'warning'), p(6, 'error')] };
  assert.deepEqual([n.flaws(null), n.flaws(doubts), n.flaws(wrong)], [{ bad: 0, notes: 0, line: 0 }, { bad: 0, notes: 2, line: 4 }, { bad: 1, notes: 1, line: 6 }]);
  assert.deepEqual([n.flawed('en', 1, null), n.flawed('de', 3, doubts), n.flawed('en', 3, wrong)], ['1 line · all good', '3 Zeilen · 2 Hinweise', '3 lines · 1 wrong · 1 warning']);
});
