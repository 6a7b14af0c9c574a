// The engine: the game's own rules, in a worker of its own. After a panic or a limit of time it is started
// anew, and what was opened is opened again.
import type { Checked, Lang, Odds, Opened, Section, Stage, Table } from './data';

export interface Engine {
  open(table: Table): Promise<Opened>;
  check(text: string): Promise<Checked>;
  speak(lang: Lang): Promise<Opened>; // what is opened, in another language
  stages(): Promise<Stage[]>; // battles that could be fought, from what is known
  battle(text: string, times: number, ms: number): Promise<Odds>;
  sections(lang: Lang): Promise<Section[]>; // without data: of the rulebook
}

interface Call { does: string; with: unknown[]; done: (v: unknown) => void; failed: (e: Error) => void }

// start makes the engine of a worker's script and the engine's bytes.
export function start(script: string, wasm: Uint8Array): Engine {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  let calls = new Map<number, Call>();
  let next = 1;
  let worker: Worker;
  let opened: Table | null = null;

  const fresh = () => {
    worker = new Worker(url);
    worker.onmessage = (m: MessageEvent) => {
      const { id, value, fault } = m.data as { id: number; value?: unknown; fault?: string };
      if (id === 0) { again(new Error(fault)); return; }
      const call = calls.get(id);
      calls.delete(id);
      if (fault !== undefined) call?.failed(new Error(fault)); else call?.done(value);
    };
    worker.onerror = (e) => { e.preventDefault(); again(new Error(e.message)); };
    worker.postMessage({ wasm: wasm.slice().buffer });
    if (opened) worker.postMessage({ id: -1, does: 'open', with: [JSON.stringify(opened)] });
  };
  const again = (why: Error) => {
    worker.terminate();
    const lost = calls;
    calls = new Map();
    fresh();
    for (const call of lost.values()) call.failed(why);
  };
  const ask = <T>(does: string, ...args: unknown[]) => new Promise<T>((done, failed) => {
    const id = next++;
    calls.set(id, { does, with: args, done: done as (v: unknown) => void, failed });
    worker.postMessage({ id, does, with: args });
  });
  fresh();
  return {
    async open(table) {
      const answer = await ask<Opened>('open', JSON.stringify(table));
      opened = table;
      return answer;
    },
    check: (text) => ask('check', text),
    speak: (lang) => ask('speak', lang),
    stages: () => ask('stages'),
    battle: (text, times, ms) => ask('battle', text, times, ms),
    sections: (lang) => ask('sections', lang),
  };
}
