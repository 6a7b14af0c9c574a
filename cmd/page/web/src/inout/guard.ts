// Guards: what comes in a file may come from anybody. A guard takes a value of unknown form and gives a
// clean copy, or throws Wrong, which says what of it is wrong. What no guard asks for is left out.

// Wrong is a value that is not what it should be: where in the file, and the key of the words for why.
export class Wrong extends Error {
  constructor(readonly at: string, readonly why: WrongKey) { super(`${at}: ${why}`); }
}
export type WrongKey = 'text' | 'number' | 'list' | 'object' | 'yes' | 'long' | 'many' | 'range' | 'value' | 'key';

export type Guard<T> = (v: unknown, at: string) => T;

// clean is a text without NUL and without halves of characters: it can be shown, linked and sent anywhere.
export const clean = (s: string) => (/[\0\ud800-\udfff]/.test(s) ? s.replace(/\0/g, '').replace(/\p{Cs}/gu, '\ufffd') : s);

// text is a string of at most so many characters, made clean.
export const text = (most: number): Guard<string> => (v, at) => {
  if (typeof v !== 'string') throw new Wrong(at, 'text');
  if (v.length > most) throw new Wrong(at, 'long');
  return clean(v);
};

export const whole = (low: number, high: number): Guard<number> => (v, at) => {
  if (typeof v !== 'number' || !Number.isSafeInteger(v)) throw new Wrong(at, 'number');
  if (v < low || v > high) throw new Wrong(at, 'range');
  return v;
};

export const yes: Guard<boolean> = (v, at) => {
  if (typeof v !== 'boolean') throw new Wrong(at, 'yes');
  return v;
};

export const oneOf = <T extends string>(...words: T[]): Guard<T> => (v, at) => {
  if (!words.includes(v as T)) throw new Wrong(at, 'value');
  return v as T;
};

// list is an array of at most so many; null, as an empty list may be written, is one.
export const list = <T>(of: Guard<T>, most: number): Guard<T[]> => (v, at) => {
  if (v === null) return [];
  if (!Array.isArray(v)) throw new Wrong(at, 'list');
  if (v.length > most) throw new Wrong(at, 'many');
  return v.map((x, i) => of(x, `${at}[${i}]`));
};

const named = (v: unknown, at: string) => {
  if (typeof v !== 'object' || v === null || Array.isArray(v)) throw new Wrong(at, 'object');
  return v as Record<string, unknown>;
};

const own = (o: Record<string, unknown>, key: string) => (Object.hasOwn(o, key) ? o[key] : undefined);

const reserved = new Set(['__proto__', 'constructor', 'prototype']);

// record is an object whose keys are words of the game.
export const record = <T>(of: Guard<T>, most: number): Guard<Record<string, T>> => (v, at) => {
  const from = named(v, at);
  const keys = Object.keys(from);
  if (keys.length > most) throw new Wrong(at, 'many');
  const out: Record<string, T> = {};
  for (const key of keys) {
    if (key.length > 80 || reserved.has(key) || clean(key) !== key) throw new Wrong(at, 'key');
    out[key] = of(from[key], `${at}.${key}`);
  }
  return out;
};

type Parts<T> = { [K in keyof T]-?: Guard<T[K]> };

// shape is an object with these parts, each held by its guard.
export const shape = <T extends object>(parts: Parts<T>): Guard<T> => (v, at) => {
  const from = named(v, at);
  const out = {} as T;
  for (const key of Object.keys(parts) as (keyof T & string)[]) {
    const value = parts[key](own(from, key), at === '' ? key : `${at}.${key}`);
    if (value !== undefined) out[key] = value;
  }
  return out;
};

// maybe lets a part be missing.
export const maybe = <T>(of: Guard<T>): Guard<T | undefined> => (v, at) =>
  (v === undefined || v === null ? undefined : of(v, at));

// either takes what one of two guards takes.
export const either = <A, B>(a: Guard<A>, b: Guard<B>): Guard<A | B> => (v, at) => {
  try { return a(v, at); } catch { return b(v, at); }
};
