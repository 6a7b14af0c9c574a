import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { share, read, matching, shiftTo } = await bundled('allies/shared.ts');

// land is a chart whose fields have, in doubled coordinates, the terrain that `at` says.
function land(fields, at) {
  return { title: 'x', terrains: ['a', 'b', 'c'].map((code) => ({ code, name: code, rim: '#000000', fill: '#ffffff' })),
    cells: fields.map(([h, y]) => ({ h, y, label: `${h}/${y}`, t: at(h, y) })) };
}

const strip = (from, to) => Array.from({ length: to - from }, (_, i) => [2 * (from + i), 0]);
const pattern = [0, 1, 2, 2, 0, 1, 1, 0, 2, 1, 0, 0, 0, 2, 1, 2, 2, 2, 1, 0, 1, 0, 2, 0];

test('two charts of the same land are laid over each other where it matches in one way only', () => {
  const mine = land(strip(0, 20), (h) => pattern[h / 2]);
  const theirs = land(strip(-3, 15), (h) => pattern[h / 2 + 4]); // their field 0 is my field 4
  assert.deepEqual(matching(mine, theirs), { h: 8, y: 0 });
});

test('land that looks alike everywhere is laid nowhere', () => {
  const sea = land(strip(0, 20), () => 0);
  assert.equal(matching(sea, land(strip(0, 15), () => 0)), null);
});

test('large charts are laid over each other soon, or not at all', () => {
  const at = (h, y) => (Math.imul(Math.imul(h + 500, 0x9e3779b1) ^ (y + 77), 0x85ebca6b) >>> 17) % 3;
  const square = (n, m) => Array.from({ length: n * m }, (_, i) => [2 * (i % n) + (Math.floor(i / n) % 2), Math.floor(i / n)]);
  const sea = land(square(100, 50), () => 0);
  assert.equal(matching(sea, land(square(300, 200), () => 0)), null);
  // one field that contradicts is enough, also one that is not tested first
  const own = land(square(100, 50), at), other = land(square(100, 50), at);
  assert.deepEqual(matching(own, other, Infinity), { h: 0, y: 0 });
  assert.equal(matching(own, other, -1), null);
  other.cells[2501].t = (other.cells[2501].t + 1) % 3;
  assert.equal(matching(own, other, Infinity), null);
});

test('too few fields that match prove nothing', () => {
  const mine = land(strip(0, 11), (h) => pattern[h / 2]);
  assert.equal(matching(mine, land(strip(0, 11), (h) => pattern[h / 2])), null);
});

test('what a player enters is where their 0/0 lies', () => {
  assert.deepEqual(shiftTo(land([[4, 2]], () => 0), ' 4/2'), { h: 4, y: 2 });
  assert.equal(shiftTo(land([[4, 2]], () => 0), '9/9'), null);
});

const table = { rulebook: 'x', world: 'w', realm: 1, address: 'secret@example.org', orders: '$I 1 pass 3', known: 'secret',
  facts: { turn: 2, realm: { number: 1, name: 'Eins' }, money: [{ kind: 'treasury', code: 'GS', amount: 77, text: 'GS' }], fields: [],
    letters: [{ text: 'geheim' }], weeks: [{ week: 1, events: [], sightings: [{ at: '1/1', armies: [{ realm: 2, name: 'K.M 9', men: 500 }] }] }],
    armies: [{ realm: 1, name: 'K.M 1', at: '0/0', men: 100, values: { gold: 77 }, words: { does: 'march 1234' } }] } };

test('a file for allies has the map and armies, and nothing of orders, money, letters or passwords', () => {
  const s = share(table, { chart: land([[0, 0]], () => 0) }, true);
  assert.deepEqual(Object.keys(s).sort(), ['armies', 'chart', 'name', 'realm', 'rulebook', 'schema', 'turn', 'weltentor', 'world']);
  const raw = JSON.stringify(s);
  for (const secret of ['pass', 'secret', '77', 'geheim', 'march', '$I']) assert.ok(!raw.includes(secret), secret);
  assert.deepEqual(s.armies.map((a) => a.name), ['K.M 1', 'K.M 9']);
  assert.deepEqual(share(table, { chart: land([[0, 0]], () => 0) }, false).armies.map((a) => a.name), ['K.M 9']);
});

test('what was shared is read as it was', () => {
  const s = share(table, { chart: land([[0, 0], [2, 0]], () => 1) }, true);
  const back = read(JSON.stringify(s));
  assert.equal(typeof back, 'object');
  assert.deepEqual(back.chart.cells, s.chart.cells);
  assert.deepEqual(back.armies.length, 2);
});

test('files that are no ally\'s are refused, and say why', () => {
  const good = JSON.parse(JSON.stringify(share(table, { chart: land([[0, 0]], () => 0) }, true)));
  const cases = [
    ['json', '{'], ['kind', '[]'], ['kind', '{"a":1}'], ['schema', JSON.stringify({ ...good, schema: 2 })],
    ['form', JSON.stringify({ ...good, name: 5 })],
    ['form', JSON.stringify({ ...good, name: 'x'.repeat(201) })],
    ['form', JSON.stringify({ ...good, chart: { ...good.chart, cells: [{ h: 0, y: 0, label: '0/0', t: 9 }] } })],
    ['form', JSON.stringify({ ...good, chart: { ...good.chart, cells: [{ h: 1e9, y: 0, label: '0/0', t: 0 }] } })],
    ['form', JSON.stringify({ ...good, chart: { ...good.chart, terrains: [{ code: 'a', name: 'a', rim: 'url(x)', fill: '#ffffff' }] } })],
    ['form', JSON.stringify({ ...good, armies: [{ name: 'x', men: 'many' }] })],
  ];
  for (const [fault, raw] of cases) assert.equal(read(raw), fault, raw.slice(0, 80));
  assert.deepEqual(read(JSON.stringify({ ...good, armies: [{ name: 'x', orders: 'y' }], password: 'z' })), { ...read(JSON.stringify(good)),
    armies: [{ name: 'x' }] }, 'what nobody asks for is left out');
});
