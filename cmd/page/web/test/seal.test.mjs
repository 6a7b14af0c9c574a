import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'fflate';
import { bundled as load } from './bundled.mjs';

const { answered, opener, sealedLetter, unsealed } = await load('inout/seal.ts');
const bytes = (text) => new TextEncoder().encode(text);

// by and undo are AES-256-GCM as the program has it, by a key made from a file's.
const own = (raw, info) => Buffer.from(hkdfSync('sha256', raw, '', info, 32));
const by = (key, head, iv, about, plain) => {
  const c = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.concat([Buffer.from(head), about]));
  return new Uint8Array(Buffer.concat([Buffer.from(head), iv, c.update(plain), c.final(), c.getAuthTag()]));
};
const undo = (key, head, about, sealed) => {
  const d = createDecipheriv('aes-256-gcm', key, sealed.subarray(4, 16)).setAAD(Buffer.concat([Buffer.from(head), about])).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([d.update(sealed.subarray(16, -16)), d.final()]).toString();
};

test('a key finds its file, by the name that the game gives it, and keys that are cut off find none', async () => {
  const o = await opener('A'.repeat(43)); // 32 zeros
  assert.equal(o.file, 'd5548be09a527e22c2bc1225438d8438.bin'); // as in resolve/secrets/link_test.go
  for (const key of [o.key, o.letters, o.answers]) {
    assert.equal(key.extractable, false);
    await assert.rejects(crypto.subtle.exportKey('raw', key), (e) => e instanceof DOMException);
  }
  assert.deepEqual([o.letters.usages, o.answers.usages], [['encrypt'], ['decrypt']]);
  for (const bad of ['', 'A'.repeat(42), 'A'.repeat(44), 'A'.repeat(42) + '.', 'A'.repeat(42) + '=']) assert.equal(await opener(bad), null);
});

test('a sealed file opens by its key alone, and not if a bit is changed', async () => {
  const raw = new Uint8Array(32), iv = new Uint8Array(12).fill(3), packed = gzipSync(bytes('{"a":1}'));
  const plain = new Uint8Array(65536 - 32);
  new DataView(plain.buffer).setUint32(0, packed.length);
  plain.set(packed, 4);
  const file = by(raw, 'WTT1', iv, Buffer.alloc(0), plain);
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

test('the program opens what the page seals, at its own file alone; no two letters are alike', async () => {
  const raw = randomBytes(32), o = await opener(raw.toString('base64url'));
  const letter = { page: '0123456789abcdef', subject: '', text: '$I 4 k7mw 5\nGrüße – 日本\n', keep: true };
  const sealed = await sealedLetter(letter, o), name = Buffer.from(o.file.slice(0, 32));
  assert.equal(undo(own(raw, 'weltentor letter 1'), 'WTL1', name, sealed), JSON.stringify(letter));
  assert.throws(() => undo(own(raw, 'weltentor letter 1'), 'WTL1', Buffer.from('0'.repeat(32)), sealed));
  assert.throws(() => undo(raw, 'WTL1', name, sealed), 'the key of the table opens no letter');
  assert.notDeepEqual(await sealedLetter(letter, o), sealed);
});

test('an answer opens for its own letter alone, and not if a bit is changed', async () => {
  const raw = randomBytes(32), o = await opener(raw.toString('base64url')), key = own(raw, 'weltentor answer 1');
  const sealed = await sealedLetter({ page: '', subject: '', text: 'x', keep: false }, o), other = await sealedLetter({ page: '', subject: '', text: 'x', keep: false }, o);
  const hash = createHash('sha256').update(sealed).digest(), says = { fate: 'taken', turn: 5, good: 2, bad: 0, said: 'Angenommen: ü' };
  const raws = by(key, 'WTA1', randomBytes(12), hash, JSON.stringify({ ...says, more: 'later' }));
  assert.deepEqual(await answered(raws, sealed, o), says);
  await assert.rejects(answered(raws, other, o));
  const bad = raws.slice();
  bad[20] ^= 1;
  await assert.rejects(answered(bad, sealed, o));
  await assert.rejects(answered(by(key, 'WTA1', randomBytes(12), hash, '{"fate":7}'), sealed, o), 'a fate is a word');
});

// The program's tests hold the same letters and answers.
test('answers of the program open, and its letters are those that the page seals', async () => {
  const all = JSON.parse(readFileSync(new URL('../../../../resolve/secrets/testdata/page.json', import.meta.url), 'utf8'));
  assert.ok(all.length > 0);
  for (const is of all) {
    const raw = Buffer.from(is.key, 'hex'), o = await opener(raw.toString('base64url')), sealed = new Uint8Array(Buffer.from(is.sealed, 'hex'));
    assert.equal(o.file, `${is.name}.bin`);
    const iv = Buffer.from(is.nonce, 'hex'), same = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytes(`WTL1${is.name}`) }, o.letters, bytes(is.plain));
    assert.deepEqual(new Uint8Array(same), sealed.slice(16));
    assert.deepEqual(await answered(new Uint8Array(Buffer.from(is.answer.sealed, 'hex')), sealed, o), JSON.parse(is.answer.plain));
  }
});
