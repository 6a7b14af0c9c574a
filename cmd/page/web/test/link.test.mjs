import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled as load } from './bundled.mjs';

const { keyOf, pasted } = await load('inout/link.ts');

test('a link is read as it comes: whole, pasted with blanks, or its key alone', () => {
  const key = 'A'.repeat(43);
  for (const text of [`https://example.org/t/tiny.html#${key}`, `  https://example.org/t/tiny.html#${key}\n`, `#${key}`, key]) {
    assert.equal(keyOf(text), key);
  }
  assert.equal(keyOf(''), '');
});

test('what is pasted is told: a link here, one to another page, data, orders, a letter, and nothing of ours', () => {
  const key = 'Ab-_' + 'C'.repeat(39), here = 'https://example.org/t/tiny.html';
  for (const text of [`${here}#${key}`, `#${key}`, ` ${key}\n`, `Eure Karte: ${here}#${key}\nViel Spaß`]) assert.deepEqual(pasted(text, `${here}#3`), { what: 'link', key });
  for (const [text, at, what] of [
    [`${here}#${key}`, '', 'elsewhere'], [`https://evil.example/t/tiny.html#${key}`, here, 'elsewhere'],
    ['{"schema":1}', here, 'data'], ['Hallo\n $R\nK.M 1 2500 0 0', here, 'orders'], ['Alles: REPORT.TXT', here, 'letter'],
    ['Subject: [Nordmark] Welcome WT-XL4UJ5HQ5RPWRFTP', here, 'letter'], ['  ', here, ''], ['Das kostet $5000', here, 'none'], [`${here}#3`, here, 'none'],
  ]) assert.equal(pasted(text, at).what, what, text);
});
