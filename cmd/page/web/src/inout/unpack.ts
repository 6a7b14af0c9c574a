// What is in files: bytes become parsed JSON, within limits before and after unpacking. A file may be
// plain JSON, a ZIP with some, or gzip of one, as "my table" with many turns is saved.
import { Gunzip, Unzip, UnzipInflate } from 'fflate';

export interface Limit { packed: number; plain: number } // bytes; plain: of all in one file
export const DATA: Limit = { packed: 1 << 20, plain: 8 << 20 };
export const ZIP: Limit = { packed: 4 << 20, plain: 8 << 20 }; // as a report may come, with its text and a picture
export const MANY: Limit = { packed: 8 << 20, plain: 64 << 20 }; // of gzip
const ENTRIES = 20; // files in a ZIP

// Unfit is a file that cannot be taken; why is a key of the words.
export class Unfit extends Error {
  constructor(
    readonly why: 'packed' | 'plain' | 'entries' | 'damaged' | 'empty' | 'json', readonly most = 0, // bytes allowed
  ) { super(why); }
}

export interface Unpacked { name: string; json: unknown }

// gather puts chunks together; it throws as soon as they are too much.
function gather(most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add(chunk: Uint8Array) {
      size += chunk.length;
      if (size > most) throw new Unfit('plain', most);
      chunks.push(chunk);
    },
    all() {
      const out = new Uint8Array(size);
      let at = 0;
      for (const c of chunks) { out.set(c, at); at += c.length; }
      return out;
    },
  };
}

const step = 1 << 14;

// pieces hands bytes on in small steps, so that no step unpacks much more than the limit.
function pieces(bytes: Uint8Array, push: (piece: Uint8Array, last: boolean) => void) {
  for (let at = 0; at < bytes.length; at += step) push(bytes.subarray(at, at + step), at + step >= bytes.length);
}

function gunzip(bytes: Uint8Array) {
  const out = gather(MANY.plain);
  const stream = new Gunzip((chunk) => out.add(chunk));
  pieces(bytes, (p, last) => stream.push(p, last));
  return out.all();
}

// begins gives the first bytes of what gzip has packed: of so few packed ones not much can come.
export function begins(bytes: Uint8Array): string {
  let first: Uint8Array = new Uint8Array();
  try {
    new Gunzip((chunk) => { if (first.length === 0) first = chunk; }).push(bytes.subarray(0, 512));
  } catch { /* what is no gzip begins with nothing */ }
  return new TextDecoder().decode(first.subarray(0, 100));
}

function unzip(bytes: Uint8Array) {
  const files: { name: string; all: () => Uint8Array }[] = [];
  let entries = 0;
  let total = 0;
  const stream = new Unzip((file) => {
    if (++entries > ENTRIES) throw new Unfit('entries');
    if (!/\.json$/i.test(file.name)) return;
    const out = gather(ZIP.plain);
    files.push({ name: file.name, all: out.all });
    file.ondata = (err, chunk) => {
      if (err) throw err;
      total += chunk.length;
      if (total > ZIP.plain) throw new Unfit('plain', ZIP.plain);
      out.add(chunk);
    };
    file.start();
  });
  stream.register(UnzipInflate);
  pieces(bytes, (p, last) => stream.push(p, last));
  if (files.length === 0) throw new Unfit('empty');
  return files.map((f) => ({ name: f.name, bytes: f.all() }));
}

function parsed(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unfit('json');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Unfit('json');
  }
}

// readable are those files of a ZIP that are JSON; what else is called so lies beside them and is not asked for.
function readable(files: { name: string; bytes: Uint8Array }[]): Unpacked[] {
  const out: Unpacked[] = [];
  for (const f of files) {
    try {
      out.push({ name: f.name, json: parsed(f.bytes) });
    } catch (e) {
      if (!(e instanceof Unfit)) throw e;
    }
  }
  if (out.length === 0) throw new Unfit('json');
  return out;
}

// unpack gives what a file of that name holds.
export function unpack(name: string, bytes: Uint8Array): Unpacked[] {
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const gz = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (bytes.length === 0) throw new Unfit('empty');
  const most = gz ? MANY.packed : zip ? ZIP.packed : DATA.plain;
  if (bytes.length > most) throw new Unfit(gz || zip ? 'packed' : 'plain', most);
  try {
    if (zip) return readable(unzip(bytes));
    return [{ name, json: parsed(gz ? gunzip(bytes) : bytes) }];
  } catch (e) {
    if (e instanceof Unfit) throw e;
    throw new Unfit('damaged');
  }
}
