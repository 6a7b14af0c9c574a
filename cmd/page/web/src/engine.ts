// The engine: the game's own rules, in a worker of its own. After a panic or a limit of time it is started
// anew, and what was opened is opened again.
import type {
  Amount, Change, Chart, Checked, Compared, Desk, DeskArmy, Facts, Lang, March, Mover, Opened, Played, Practice, Proved, ProvedScene, Reached, Row, Section, Setting, Signed, Table, Unit,
} from './data';

export interface Engine {
  open(table: Table): Promise<Opened>; // without its desk, which takes longer
  desk(): Promise<Desk | null>; // of what is opened
  chart(table: Table): Promise<Chart | null>; // of an earlier turn; what is open stays open
  check(text: string): Promise<Checked>;
  speak(lang: Lang): Promise<Opened>; // what is opened, in another language
  reword(facts: Facts): Promise<Facts>; // a report in the language that is spoken
  march(mover: Mover, way: string, text: string): Promise<March>; // how far it comes; digits are directions
  reach(mover: Mover, text: string): Promise<Reached[]>;
  survey(at: string): Promise<Amount[]>; // of a free field: what it would bring, and what it costs to enter
  read(text: string): Promise<Row[]>; // what each line of a text is
  raised(text: string): Promise<DeskArmy[]>; // armies that a text makes, or gives something else to do
  units(text: string): Promise<Unit[] | null>; // what can still be raised under a text; null: the rules do not say
  put(text: string, changes: Change[]): Promise<string>; // the text with other lines
  sections(lang: Lang): Promise<Section[]>; // without data: of the rulebook
  lessons(lang: Lang): Promise<string[]>; // of a practice, by turn; none: the machine cannot play this game
  practise(setting: Setting): Promise<Played>; // a new game against the machine
  endTurn(practice: Practice, text: string): Promise<Played>; // its next turn, with these orders
  prove(file: Uint8Array, lang: Lang): Promise<Proved>; // begins to play a public file again
  proveOn(): Promise<Proved>; // some turns more of it
  scene(turn: number): Promise<ProvedScene>; // draws one of it
  compare(text: string): Promise<Compared>; // a reader's seal, or a mail with a receipt, with that file
  stop(): void; // whatever it does: those who wait get the fault "stopped", and it begins anew
}

// Fault is why the engine has no answer, by a code for which the shell has words.
export class Fault extends Error {
  constructor(public code: string, public args: Record<string, string> = {}) { super(code); }
}

// How long a call may take, in milliseconds, before the worker is started anew.
const mostTime = 30_000;

interface Call { does: string; done: (v: unknown) => void; failed: (e: Error) => void; timer: ReturnType<typeof setTimeout> }

// verified asks the browser whether a signature is right: that is no part of the engine.
async function verified({ key, message, signature }: Signed): Promise<boolean> {
  const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  try {
    return await crypto.subtle.verify('Ed25519', await crypto.subtle.importKey('raw', bytes(key), 'Ed25519', false, ['verify']), bytes(signature), bytes(message));
  } catch {
    throw new Fault('no-signatures');
  }
}

// base64 is how bytes come into the engine.
function base64(bytes: Uint8Array): string {
  let raw = '';
  for (let at = 0; at < bytes.length; at += 8192) raw += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(raw);
}

// start makes the engine of a worker's script and the engine's packed bytes. A first worker may have got them already.
export function start(script: string, wasm: Uint8Array, first?: Worker): Engine {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  let calls = new Map<number, Call>();
  let next = 1;
  let worker: Worker;
  let opened: string | null = null;
  let speaks: Lang | null = null;
  let failed = 0; // times in a row that a worker has answered nothing before it went
  let opening = false; // the new worker opens what was open, and has not said yet that it could

  const fresh = () => {
    const mine = first ?? new Worker(url);
    const has = mine === first;
    first = undefined;
    worker = mine;
    mine.onmessage = (m: MessageEvent) => {
      if (worker !== mine) return;
      const { id, value, fault } = m.data as { id: number; value?: unknown; fault?: { code: string; args?: Record<string, string> } };
      const why = fault && new Fault(fault.code, fault.args);
      if (id === 0) { again(why ?? new Fault('panic')); return; }
      if (id < 0) { // the new one has opened what was open
        opening = false;
        if (why) opened = speaks = null;
      } else {
        failed = 0;
      }
      const call = calls.get(id);
      calls.delete(id);
      if (call) {
        clearTimeout(call.timer);
        if (why) call.failed(why); else call.done(value);
      }
      if (why?.code === 'panic') again(why); // what it holds may be broken
    };
    mine.onerror = (e) => { e.preventDefault(); if (worker === mine) again(new Fault('panic', { what: e.message })); };
    if (!has) mine.postMessage({ wasm });
    opening = opened !== null;
    if (opened) mine.postMessage({ id: -1, does: 'open', with: [opened] });
    if (opened && speaks) mine.postMessage({ id: -2, does: 'speak', with: [speaks] });
  };
  const again = (why: Fault) => {
    worker.terminate();
    if (opening && why.code !== 'stopped') opened = speaks = null; // it may be what no worker survives
    const lost = calls;
    calls = new Map();
    for (const call of lost.values()) clearTimeout(call.timer);
    if (++failed < 3) fresh();
    for (const call of lost.values()) call.failed(why);
  };
  const ask = <T>(does: string, ...args: unknown[]) => new Promise<T>((done, off) => {
    if (failed >= 3) { off(new Fault('dead')); return; }
    const id = next++;
    const timer = setTimeout(() => again(new Fault('slow')), mostTime);
    calls.set(id, { does, done: done as (v: unknown) => void, failed: off, timer });
    worker.postMessage({ id, does, with: args.map(String) });
  });
  fresh();
  return {
    async open(table) {
      const raw = JSON.stringify({ ...table, chart: undefined });
      const answer = await ask<Opened>('open', raw);
      opened = raw;
      speaks = null;
      return answer;
    },
    desk: () => ask('desk'),
    chart: (table) => ask('chart', JSON.stringify({ ...table, chart: undefined })),
    check: (text) => ask('check', text),
    async speak(lang) {
      const [answer, desk] = await Promise.all([ask<Opened>('speak', lang), ask<Desk | null>('desk')]);
      speaks = lang;
      return { ...answer, desk };
    },
    reword: (facts) => ask('reword', JSON.stringify(facts)),
    march: (mover, way, text) => ask('march', JSON.stringify(mover), way, text),
    reach: async (mover, text) => await ask<Reached[] | null>('reach', JSON.stringify(mover), text) ?? [],
    survey: (at) => ask('survey', at),
    read: async (text) => (await ask<{ rows: Row[] }>('read', text)).rows.map((r) => ({ ...r, letter: r.letter ?? '', values: r.values ?? null })),
    raised: async (text) => await ask<DeskArmy[] | null>('raised', text) ?? [],
    units: (text) => ask('units', text),
    put: (text, changes) => ask('put', text, JSON.stringify(changes)),
    sections: (lang) => ask('sections', lang),
    lessons: (lang) => ask('lessons', lang),
    practise: (setting) => ask('practise', JSON.stringify(setting)),
    endTurn: (practice, text) => ask('end-turn', JSON.stringify(practice), text),
    prove: (file, lang) => ask('prove', base64(file), lang),
    proveOn: () => ask('prove-on'),
    scene: (turn) => ask('scene', turn),
    async compare(text) {
      const signed = await ask<Signed | null | undefined>('signed', text);
      return ask('compare', text, signed ? await verified(signed) : false);
    },
    stop() { failed = 0; again(new Fault('stopped')); },
  };
}
