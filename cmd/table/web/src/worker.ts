// The worker in which the engine runs: it gets the engine's bytes once, then calls, one after the other.
// Go's own script, wasm_exec.js, is put before this one.

declare const Go: new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };
interface Inside {
  onmessage: ((m: MessageEvent) => void) | null;
  postMessage(value: unknown): void;
  // engine is set by the engine as soon as it runs: it answers a call with JSON, or throws
  engine?: (does: string, ...args: unknown[]) => string;
}
const inside = globalThis as unknown as Inside;

interface Ask { wasm?: ArrayBuffer; id: number; does: string; with: unknown[] }

let ready: Promise<void> = Promise.resolve();

async function run(wasm: ArrayBuffer) {
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(wasm, go.importObject);
  go.run(instance).then(() => inside.postMessage({ id: 0, fault: 'the engine has stopped' }),
    (e: unknown) => inside.postMessage({ id: 0, fault: String(e) }));
  while (!inside.engine) await new Promise((r) => setTimeout(r, 1));
}

inside.onmessage = (m: MessageEvent) => {
  const ask = m.data as Ask;
  if (ask.wasm) {
    ready = run(ask.wasm);
    ready.catch((e: unknown) => inside.postMessage({ id: 0, fault: String(e) }));
    return;
  }
  ready = ready.then(() => {
    try {
      const { value, fault } = JSON.parse(inside.engine!(ask.does, ...ask.with)) as { value?: unknown; fault?: string };
      inside.postMessage({ id: ask.id, value, fault });
    } catch (e) {
      inside.postMessage({ id: 0, fault: String(e) });
    }
  });
};
