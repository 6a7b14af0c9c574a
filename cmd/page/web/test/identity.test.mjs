import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bundled as load } from './bundled.mjs';

const { scrub, keeps, withIdentity, signed, typed } = await load('orders/identity.ts');
const table = { realm: 4, turn: 8 };

test('passwords are blanked wherever they could be', () => {
  const blank = {
    '$I 4 geheim 8': '$I 4 * 8', '$i 4 geheim': '$i 4 *', '$Identität 4 geheim 8': '$Identität 4 * 8',
    '> $I 4 geheim': '> $I 4 *', ' $ I 4 geheim 8 ; x': ' $ I 4 * 8', '$I 4 ab cd ef 8': '$I 4 *', '$I geheim': '$I *',
    '$I 4': '$I 4', '$I 4 - 8': '$I 4 - 8', '$I 4 <PASSWORT> 8': '$I 4 <PASSWORT> 8', '$I 4 *** 8': '$I 4 *** 8',
    'ich $ 4 geheim': 'ich $ 4 geheim', '$A': '$A', 'K.M 1 0 V+': 'K.M 1 0 V+', '$I4 geheim': '$I *', '$I4geheim': '$I *', '$I4': '$I *',
  };
  for (const [line, is] of Object.entries(blank)) assert.equal(scrub(line, '*'), is, line);
  assert.equal(scrub('$I 4\ngeheim\n; x\n$A\nx', '*'), '$I 4\n***\n; x\n$A\nx');
  assert.equal(keeps('$I 4 <PASSWORD> 8\r\n$A'), false);
  assert.equal(keeps('$I 4 geheim'), true);
});

const marks = ['***', '<PASSWORT>', '<PASSWORD>'];

test('what the game blanks is blanked here, too', () => {
  const cases = JSON.parse(readFileSync(new URL('../../../../orders/testdata/scrub.json', import.meta.url), 'utf8'));
  assert.ok(cases.length >= 60);
  for (const { text, gone, stays = [] } of cases) {
    for (const mark of marks) {
      const got = scrub(text, mark);
      for (const s of gone) assert.ok(!got.includes(s), JSON.stringify([text, got, s]));
      for (const s of stays) assert.ok(got.includes(s), JSON.stringify([text, got, s]));
      assert.equal(scrub(got, mark), got, JSON.stringify(text));
      assert.equal(keeps(got), false, JSON.stringify([text, got]));
    }
  }
});

// dice gives the same numbers each time.
function dice(seed) {
  return (n) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 4294967296 * n); };
}

test('no password stays, however the line is written', () => {
  const roll = dice(7);
  const one = (...of) => of[roll(of.length)];
  const some = (n, make) => Array.from({ length: roll(n) }, make).join('');
  const gap = () => one(' ', ' ', '\t', '\u00a0', '\u2003', '  ', ' \u200b', '\n', '\r\n', '\n\n', '\n; x\n');
  const dust = () => one('', '', '', '\u200b', '\u2060', '\ufeff', '\u0000', '\u202e', '\u00a0', '\u200d');
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const part = (n) => Array.from({ length: n }, () => letters[roll(letters.length)]).join('');
  for (let n = 0; n < 20000; n++) {
    const password = [part(4), part(4), part(5)].join('-');
    const quote = one('', '', '', '> ', '  ', '>> ', '$', '* ', '; ');
    const word = one('I', 'i', 'Identitaet', 'Identität', 'identity', 'Ide', 'Id', 'IDENTITÄT', 'Idnetität', 'Identita\u0308t', 'Ich');
    const between = some(3, () => one(gap(), '3', '4 ', '- ', '<PASSWORT> ', '***', ';', ' ; ', ':', '(', '= ', 'x ')) || gap();
    const text = `${one('', 'Gruß\n')}${quote}$${dust()}${word}${dust()}${one(' ', '', ';', ':', '(', '\t')}${one('3', '', '03', '0', 'x')}`
      + `${between}${one(' ', '; ', ' ;', '\t', '\n')}${password}${one('', ' 5', ' ; x', '\n$A\nx', ' 5 6')}`;
    for (const mark of marks) assert.ok(!scrub(text, mark).includes(password), JSON.stringify([text, scrub(text, mark)]));
  }
});

test('the first line names realm and turn', () => {
  assert.equal(withIdentity('$A\nx', table, 'en'), '$I 4 <PASSWORD> 8\n\n$A\nx');
  assert.equal(withIdentity('; x\n$I 3 alt 7\n$A', table, 'de', 'neu'), '; x\n$I 4 neu 8\n$A');
});

test('what is sent is for the realm and the turn that are typed', () => {
  const line = (text) => signed(text, table, 'de', 'neu').split('\n')[0];
  assert.equal(line('$I 4 alt 10\n$A\nx'), '$I 4 neu 10'); // ahead
  assert.equal(line('$I 4 <PASSWORT> 7\n$A\nx'), '$I 4 neu 7'); // over: the game says so, as the page does
  assert.equal(line('$I 3 alt\n$A\nx'), '$I 3 neu 8');
  assert.equal(line('$I 4 alt\n$A\nx'), '$I 4 neu 8');
  assert.equal(line('$A\nx'), '$I 4 neu 8');
  assert.equal(line('＄Ｉ ４ - １０\n$A\nx'), '$I 4 neu 10');
});

test('what is typed is read as the game reads it', () => {
  const cases = JSON.parse(readFileSync(new URL('../../../../orders/testdata/identity.json', import.meta.url), 'utf8'));
  assert.ok(cases.length >= 20);
  for (const { text, realm, turn } of cases) {
    assert.deepEqual(typed(text), realm ? { realm, turn } : null, JSON.stringify(text));
  }
});
