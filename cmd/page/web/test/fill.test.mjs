import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const f = await bundled('orders/fill.ts');

test('own armies are called as their owner calls them', () => {
  const facts = { realm: { number: 2 }, fields: [{ at: '1', own: true }], armies: [{ realm: 2, name: '2.S1', at: '3/4' }, { realm: 1, name: 'E1' },
    { realm: 2, name: '' }, { realm: 2, name: 'E2', at: '1/1' }] };
  assert.deepEqual(f.known(facts, { cells: [{ label: '2' }, { label: '1' }] }),
    { armies: [{ name: 'S1', at: '3/4' }, { name: 'E2', at: '1/1' }], places: ['1', '2'] });
});

const cells = [];
for (let y = -3; y <= 3; y++) for (let h = -8; h <= 8; h++) if ((h + y) % 2 === 0) cells.push({ h, y, label: `${h}|${y}`, t: 0 });
const chart = { title: '', terrains: [], cells };

