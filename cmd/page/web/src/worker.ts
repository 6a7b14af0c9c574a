// The worker in which the engine runs: it gets the engine's bytes once, packed by zstd, then calls, one after the other.
// Go's own script, wasm_exec.js, is put before this one.
import { Decompress } from 'fzstd';

declare const Go: new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };
interface Inside {
  onmessage: ((m: MessageEvent) => void) | null;
  postMessage(value: unknown): void;
  // engine is set by the engine as soon as it runs: it answers a call with JSON, or throws
  engine?: (does: string, ...args: unknown[]) => string;
}
const inside = globalThis as unknown as Inside;

interface Ask { wasm?: Uint8Array; id: number; does: string; with: string[] }

// ready is when the engine runs; asks that come before wait.
let begin: (wasm: Uint8Array) => void;
let ready: Promise<void> = new Promise<Uint8Array>((done) => { begin = done; }).then(run);

async function run(packed: Uint8Array) {
  const go = new Go();
  // The browser compiles what is unpacked already while the rest is being unpacked.
  const streamed = new Response(unpacked(packed), { headers: { 'Content-Type': 'application/wasm' } });
  const { instance } = await WebAssembly.instantiateStreaming(streamed, go.importObject);
  go.run(instance).then(() => lost('it has stopped'), lost);
  while (!inside.engine) await new Promise((r) => setTimeout(r, 1));
}

const slice = 64 << 10;

// unpacked are bytes as a stream, which unpacks no more than is asked for. Who asks is not asked again before something
// comes, so each time as much is unpacked as gives something.
function unpacked(packed: Uint8Array): ReadableStream {
  let at = 0, came = false;
  const unpack = new Decompress();
  return new ReadableStream({
    start(c) { unpack.ondata = (part) => { if (part.length > 0) { came = true; c.enqueue(part); } }; },
    async pull(c) {
      await new Promise((r) => setTimeout(r)); // the compiler takes what is there
      for (came = false; !came && at < packed.length; at += slice) {
        unpack.push(packed.subarray(at, at + slice), at + slice >= packed.length);
      }
      if (at >= packed.length) c.close();
    },
  });
}

function lost(why: unknown) { inside.postMessage({ id: 0, fault: { code: 'panic', args: { what: String(why) } } }); }

inside.onmessage = (m: MessageEvent) => {
  const ask = m.data as Ask;
  if (ask.wasm) {
    begin(ask.wasm);
    return;
  }
  // The first call comes when somebody listens: so an engine that does not start is told then.
  ready = ready.then(() => {
    try {
      const { value, fault } = JSON.parse(inside.engine!(ask.does, ...ask.with)) as { value?: unknown; fault?: unknown };
      inside.postMessage({ id: ask.id, value, fault });
    } catch (e) {
      lost(e);
    }
  });
  ready.catch(lost);
};
