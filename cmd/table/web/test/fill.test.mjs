import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const f = await bundled('orders/fill.ts');
const part = (kind, more = {}) => ({ name: kind, title: kind, kind, needed: true, ...more });
const k = { armies: [{ name: 'K.M 1', at: '0/0' }, { name: 'K.M 12', at: '1/1' }], places: ['0/0', '1/1'] };
const march = { example: 'K.M 1 1220000000000 A+', parts: [
  part('army'), part('path', { digits: 13 }), part('choice', { choices: ['V', 'A', 'E'] }), part('sign', { needed: false, tight: true }),
  part('text', { needed: false })] };

test('a form writes its line, and reads it again', () => {
  const line = 'K.M 12 1220000000000 A+ R.M 4 1000';
  assert.deepEqual(f.valuesOf(march, line, k), ['K.M 12', '122', 'A', '+', 'R.M 4 1000']);
  assert.equal(f.lineOf(march, ['K.M 12', '122', 'A', '+', 'R.M 4 1000']), line);
  assert.deepEqual(f.valuesOf(march, 'K.M 1 0000000000000 v ; wartet', k), ['K.M 1', '', 'V', '', '']);
  assert.equal(f.lineOf(march, ['K.M 1', '', 'V', '-', '']), 'K.M 1 0000000000000 V-');
  // an army nobody has heard of, such as one that is made by a split
  assert.deepEqual(f.valuesOf(march, 'R.M 4 2000000000000 E+', k), ['R.M 4', '2', 'E', '+', '']);
  assert.equal(f.valuesOf(march, 'K.M 1 12 X', k), null);
  assert.equal(f.lacking(march, ['K.M 1', '', 'V']).length, 0);
  assert.equal(f.lacking(march, ['', '12', '']).map((p) => p.kind).join(), 'army,choice');
});

test('fields may be written apart, and parts may come again', () => {
  const build = { example: 'STD 2 4', parts: [part('choice', { choices: ['STD', 'S'] }), part('place', { apart: true }), part('text', { needed: false })] };
  assert.deepEqual(f.valuesOf(build, 'S 2 -4 33', k), ['S', '2/-4', '33']);
  assert.equal(f.lineOf(build, ['STD', '2/-4', '']), 'STD 2 -4');
  const attack = { example: 'E3 > 4/2 5/2', parts: [part('army'), part('choice', { choices: ['>'] }), part('place', { again: true }), part('word', { needed: false })] };
  const e3 = { armies: [{ name: 'E3', at: '3/2' }], places: [] };
  assert.deepEqual(f.valuesOf(attack, 'E3 > 4/2 5/2', e3), ['E3', '>', '4/2 5/2', '']);
  assert.equal(f.lineOf(attack, ['E3', '>', '4/2  5/2', '']), 'E3 > 4/2 5/2');
  assert.equal(f.lineOf(attack, ['E3', '', '4/2', '']), 'E3 > 4/2');
  assert.deepEqual(f.lacking(attack, ['E3', '', '4/2', '']), []);
  const sail = { example: 'Fleet_1 7', parts: [part('army'), part('number')] };
  assert.equal(f.formOf([march, sail], 'Fleet_1 7', e3).form, sail);
});

test('a sign before an army, a way in pieces, and forms without an example', () => {
  const recruit = { example: '+K.M 1 2500 0 0', parts: [part('choice', { choices: ['+'], needed: false }), part('army', { tight: true }),
    part('number'), part('place', { apart: true })] };
  assert.deepEqual(f.valuesOf(recruit, '+K.M 1 2.500 0 -1', k), ['+', 'K.M 1', '2.500', '0/-1']);
  assert.equal(f.lineOf(recruit, ['+', 'K.M 1', '2500', '0/0']), '+K.M 1 2500 0 0');
  assert.equal(f.lineOf(recruit, ['', 'K.M 1', '2500', '0/0']), 'K.M 1 2500 0 0');
  const way = { example: 'E3 2233', parts: [part('army'), part('path', { again: true })] };
  assert.deepEqual(f.valuesOf(way, 'E3 2 3 3', { armies: [], places: [] }), ['E3', '233']);
  const picture = { example: 'Karte ja', parts: [part('choice', { choices: ['Karte Bild'] }), part('choice', { choices: ['ja', 'nein'] })] };
  assert.equal(f.sampleOf(picture), 'Karte Bild ja/nein');
  const aboard = { example: 'Cortez an Flotte_2', parts: [part('army'), part('choice', { choices: ['onto', 'from'] }), part('army')] };
  assert.equal(f.sampleOf(aboard), '… onto/from …');
  assert.equal(f.sampleOf(recruit), '+K.M 1 2500 0 0');
  assert.equal(f.valuesOf({ example: '', parts: [part('army'), part('place')] }, 'Garde erobere', { armies: [], places: [] }), null);
});

test('words may be shortened, in the plural, or in the other language', () => {
  const form = (...choices) => ({ example: '', parts: [part('army'), part('choice', { choices }), part('number', { needed: false })] });
  const de = [form('Soldat', 'Ritter'), form('Schmiede')], en = [form('Soldier', 'Knight'), form('Smithy')];
  assert.deepEqual(f.valuesOf(en[0], 'Ost soldiers 5', k), ['Ost', 'Soldier', '5']);
  assert.deepEqual(f.valuesOf(de[1], 'Ost schm', k), ['Ost', 'Schmiede', '']);
  assert.equal(f.valuesOf(de[1], 'Ost sc', k), null);
  assert.equal(f.valuesOf(de[0], 'Ost Knights', k), null);
  assert.deepEqual(f.formOf(de, 'Ost Knights 5', k, en), { form: de[0], values: ['Ost', 'Ritter', '5'] });
  assert.deepEqual(f.formOf(de, 'Ost smithy', k, en), { form: de[1], values: ['Ost', 'Schmiede', ''] });
  assert.equal(f.formOf(de, 'Ost x', k, en), null);
});

test('own armies are called as their owner calls them', () => {
  const facts = { realm: { number: 2 }, fields: [{ at: '1', own: true }], armies: [{ realm: 2, name: '2.S1', at: '3/4' }, { realm: 1, name: 'E1' },
    { realm: 2, name: '' }, { realm: 2, name: 'E2', at: '1/1' }] };
  assert.deepEqual(f.known(facts, { cells: [{ label: '2' }, { label: '1' }] }),
    { armies: [{ name: 'S1', at: '3/4' }, { name: 'E2', at: '1/1' }], places: ['1', '2'] });
});

const cells = [];
for (let y = -3; y <= 3; y++) for (let h = -8; h <= 8; h++) if ((h + y) % 2 === 0) cells.push({ h, y, label: `${h}|${y}`, t: 0 });
const chart = { title: '', terrains: [], cells };

test('a march on the map is digits, weeks of waiting included', () => {
  assert.equal(f.startOf(march, ['K.M 1', '', '', ''], k), '0/0');
  assert.deepEqual(f.walked(chart, '0|0', '20012'), ['0|0', '2|0', '3|1', '5|1']);
  assert.deepEqual(f.walked(chart, '8|0', '22'), ['8|0']);
  const w = (digits, after) => f.marched(chart, digits, f.walked(chart, '0|0', digits), after);
  assert.equal(w('2001', ['0|0', '2|0', '3|1', '5|1']), '20012');
  assert.equal(w('20012', ['0|0', '2|0', '3|1']), '2001');
  assert.equal(w('2001', ['0|0', '2|0']), '2');
  assert.equal(w('20', ['0|0', '2|0', '3|-1']), '203');
  assert.equal(w('2', ['0|0']), '');
  assert.equal(w('', ['0|0', '-2|0', '-3|1', '-4|0']), '564');
});
