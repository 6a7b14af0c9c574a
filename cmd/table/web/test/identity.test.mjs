import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled as load } from './bundled.mjs';

const { scrub, keeps, withIdentity } = await load('orders/identity.ts');
const table = { realm: 4, turn: 8 };

test('passwords are blanked wherever they could be', () => {
  const blank = {
    '$I 4 geheim 8': '$I 4 * 8', '$i 4 geheim': '$i 4 *', '$Identität 4 geheim 8': '$Identität 4 * 8',
    '> $I 4 geheim': '> $I 4 *', ' $ I 4 geheim 8 ; x': ' $ I 4 * 8', '$I 4 ab cd ef 8': '$I 4 * 8', '$I geheim': '$I *',
    '$I 4': '$I 4', '$I 4 - 8': '$I 4 - 8', '$I 4 <PASSWORT> 8': '$I 4 <PASSWORT> 8', '$I 4 *** 8': '$I 4 *** 8',
    'ich $ 4 geheim': 'ich $ 4 geheim', '$A': '$A', 'K.M 1 0 V+': 'K.M 1 0 V+', '$I4 geheim': '$I *', '$I4geheim': '$I *', '$I4': '$I *',
  };
  for (const [line, is] of Object.entries(blank)) assert.equal(scrub(line, '*'), is, line);
  assert.equal(scrub('$I 4\ngeheim\n; x\n$A\nx', '*'), '$I 4\n***\n; x\n$A\nx');
  assert.equal(keeps('$I 4 <PASSWORD> 8\r\n$A'), false);
  assert.equal(keeps('$I 4 geheim'), true);
});

test('the first line names realm and turn', () => {
  assert.equal(withIdentity('$A\nx', table, 'en'), '$I 4 <PASSWORD> 8\n\n$A\nx');
  assert.equal(withIdentity('; x\n$I 3 alt 7\n$A', table, 'de', 'neu'), '; x\n$I 4 neu 8\n$A');
});
