// Seals: what one key opens and seals. It is the key of a link, or of a door: that one a right password brings, and it opens
// each turn's table. Letters and answers have keys of their own, made from it. None of them can be taken out of the browser.
// resolve/secrets has the formats: link.go that of files, page.go those of letters and answers.
import type { Table } from '../data';
import { maybe, shape, text, whole, yes } from './guard';
import type { Guard } from './guard';
import type { Seal } from './keep';
import { readTable } from './shapes';
import { unpack } from './unpack';

// Opener opens one sealed file, and seals letters for it. A browser that has kept it since before pages sent has no keys
// for letters: such a link must be opened once more.
export interface Opener { file: string; key: CryptoKey; letters?: CryptoKey; answers?: CryptoKey; realm?: string }

// Answer is what the program says to a letter: resolve/intake says which fates there are, and what the numbers count.
export interface Answer {
  fate: string; turn?: number; for?: number; good?: number; partial?: number; bad?: number; later?: number;
  said?: string; to?: string; door?: string; again?: boolean;
}

const KEY = /^[A-Za-z0-9_-]{43}$/;
const NONCE = 12;
const bytes = (s: string) => new TextEncoder().encode(s);
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((p) => [...p]));
const hex = (b: Uint8Array) => [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
const digest = async (b: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', b));

// sumOf tells texts apart of which nothing else is kept.
export const sumOf = async (s: string) => hex(await digest(bytes(s)));

const aes = (raw: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

// isKey tells whether a text is a key as links have it.
export const isKey = (s: string) => KEY.test(s);

// opener makes of a link's or a door's key what opens its file; null: it is not one.
export async function opener(key: string): Promise<Opener | null> {
  if (!isKey(key)) return null;
  const raw = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const file = hex((await digest(joined(bytes('weltentor table 1 file '), raw))).subarray(0, 16));
  const base = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey']);
  const made = (info: string, use: KeyUsage) => crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes(info) }, base, { name: 'AES-GCM', length: 256 }, false, [use]);
  return { file: `${file}.bin`, key: await aes(raw), letters: await made('weltentor letter 1', 'encrypt'), answers: await made('weltentor answer 1', 'decrypt') };
}

// PageLetter is a letter as the program reads it: with a subject and a text, or ask, for a code, or a code that was typed.
export interface PageLetter { page: string; subject?: string; text?: string; keep?: boolean; ask?: boolean; code?: string }

// sealedLetter seals a letter for the opener's file. It throws if there is no key for letters.
export async function sealedLetter(letter: PageLetter, by: Opener): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE)), additionalData = bytes(`WTL1${by.file.replace(/\.bin$/, '')}`);
  const body = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, by.letters!, bytes(JSON.stringify(letter)));
  return joined(bytes('WTL1'), iv, new Uint8Array(body));
}

const count = maybe(whole(0, 1_000_000));
const answer: Guard<Answer> = shape<Answer>({
  fate: text(40), turn: count, for: count, good: count, partial: count, bad: count, later: count,
  said: maybe(text(2_000_000)), to: maybe(text(400)), door: maybe(text(43)), again: maybe(yes),
});

// answered opens the answer to a sealed letter. It throws if it is not the answer to this one.
export async function answered(raw: Uint8Array<ArrayBuffer>, letter: Uint8Array<ArrayBuffer>, by: Opener): Promise<Answer> {
  const from = 4 + NONCE, additionalData = joined(bytes('WTA1'), await digest(letter));
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: raw.subarray(4, from), additionalData }, by.answers!, raw.subarray(from));
  return answer(JSON.parse(new TextDecoder().decode(plain)), '');
}

// unsealed gives the packed data of a sealed file. It throws if the file is not what the key was made for.
export async function unsealed(file: Uint8Array<ArrayBuffer>, key: CryptoKey): Promise<Uint8Array> {
  const from = 4 + NONCE;
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: file.subarray(4, from), additionalData: bytes('WTT1') }, key, file.subarray(from));
  return new Uint8Array(plain, 4, new DataView(plain).getUint32(0));
}

// sealIn is the seal that the packed data of a file bring along, in an extra field of gzip; null: none. PackedFor in
// resolve/secrets/link.go has the format.
export async function sealIn(packed: Uint8Array): Promise<Seal | null> {
  const [at, long] = [16, 32], head = [...packed.subarray(10, at)].join();
  if (!(packed[3]! & 4) || head !== [long + 4, 0, 87, 75, long, 0].join() || packed.length < at + long) return null;
  const raw = packed.slice(at, at + long);
  return { name: hex((await digest(raw)).subarray(0, 8)), key: await aes(raw) };
}

// OpenedFile is a table with the seal by which the page keeps what belongs to it.
export interface OpenedFile { table: Table; seal: Seal }

// opened opens a sealed file; null: it holds nothing, as of a link that has ended. It throws as readTable and unsealed do.
export async function opened(file: Uint8Array<ArrayBuffer>, by: Opener): Promise<OpenedFile | null> {
  const packed = await unsealed(file, by.key);
  if (packed.length === 0) return null;
  return { table: readTable(unpack('', packed)[0]!.json), seal: await sealIn(packed) ?? { name: by.file, key: by.key } };
}
