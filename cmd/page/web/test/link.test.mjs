import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'fflate';
import { bundled as load } from './bundled.mjs';

const { keyOf, opener, pasted, unsealed } = await load('inout/link.ts');
const bytes = (text) => new TextEncoder().encode(text);

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

test('a key finds its file, by the name that the game gives it, and keys that are cut off find none', async () => {
  const { file, key } = await opener('A'.repeat(43)); // 32 zeros
  assert.equal(file, 'd5548be09a527e22c2bc1225438d8438.bin'); // as in resolve/secrets/link_test.go
  assert.equal(key.extractable, false);
  for (const bad of ['', 'A'.repeat(42), 'A'.repeat(44), 'A'.repeat(42) + '.', 'A'.repeat(42) + '=']) assert.equal(await opener(bad), null);
});

test('a sealed file opens by its key alone, and not if a bit is changed', async () => {
  const raw = new Uint8Array(32), iv = new Uint8Array(12).fill(3), packed = gzipSync(bytes('{"a":1}'));
  const plain = new Uint8Array(65536 - 32);
  new DataView(plain.buffer).setUint32(0, packed.length);
  plain.set(packed, 4);
  const own = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytes('WTT1') }, own, plain));
  const file = new Uint8Array([...bytes('WTT1'), ...iv, ...sealed]);
  assert.equal(file.length, 65536);
  const { key } = await opener('A'.repeat(43));
  assert.deepEqual(await unsealed(file, key), packed);
  const other = await opener('B'.repeat(42) + 'A');
  await assert.rejects(unsealed(file, other.key));
  for (const at of [5, 100, file.length - 1]) {
    const bad = file.slice();
    bad[at] ^= 1;
    await assert.rejects(unsealed(bad, key), `byte ${at}`);
  }
});
