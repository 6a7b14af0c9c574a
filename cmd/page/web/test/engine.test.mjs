import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled as load } from './bundled.mjs';

const { start } = await load('engine.ts');

// house is where workers are begun: each answers as `says` does, or not at all.
function house(says) {
  const begun = [];
  globalThis.Worker = class {
    constructor() { this.asked = []; begun.push(this); }
    terminate() { this.gone = true; }
    postMessage(ask) {
      if (ask.wasm) return;
      this.asked.push(ask.does);
      queueMicrotask(() => {
        const answer = says(ask, begun.length);
        if (answer && !this.gone) this.onmessage({ data: { id: ask.id, ...answer } });
      });
    }
  };
  return begun;
}
const settled = async () => { for (let i = 0; i < 50; i++) await new Promise((r) => setImmediate(r)); };
const lost = { id: 0, fault: { code: 'panic' } };
const panic = { fault: { code: 'panic' } };

test('a worker that is gone is begun anew, with what was open', async () => {
  const begun = house((ask) => (ask.does === 'check' ? lost : { value: ask.does }));
  const engine = start('', new Uint8Array());
  await engine.open({ turn: 1 });
  await engine.speak('en');
  await assert.rejects(engine.check('x'), { code: 'panic' });
  await settled();
  assert.equal(begun.length, 2);
  assert.deepEqual(begun[1].asked, ['open', 'speak']);
  assert.equal(await engine.desk(), 'desk');
});

for (const [how, answer] of [['answers with a panic', panic], ['goes', lost]]) {
  test(`what no worker opens again is forgotten: it ${how}`, async () => {
    const begun = house((ask) => (ask.does === 'check' || ask.id === -1 ? answer : { value: ask.does }));
    const engine = start('', new Uint8Array());
    await engine.open({ turn: 1 });
    await assert.rejects(engine.check('x'), { code: 'panic' });
    await settled();
    assert.equal(begun.length, 3);
    assert.deepEqual(begun[2].asked, []);
    assert.equal(await engine.open({ turn: 2 }), 'open');
  });
}

test('who stops it while it opens again loses nothing', async () => {
  let silent = true;
  const begun = house((ask) => (ask.does === 'check' ? lost : ask.id === -1 && silent ? null : { value: ask.does }));
  const engine = start('', new Uint8Array());
  await engine.open({ turn: 1 });
  await assert.rejects(engine.check('x'), { code: 'panic' });
  await settled();
  silent = false;
  engine.stop();
  await settled();
  assert.deepEqual(begun.at(-1).asked, ['open']);
});
