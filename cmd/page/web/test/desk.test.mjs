import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const a = await bundled('desk/armies.ts');

const part = (kind, more = {}) => ({ name: kind, title: kind, kind, needed: true, ...more });
const sections = [{ letter: 'A', names: [], kind: 'lines', examples: [], forms: [
  { example: '', parts: [part('army'), part('path', { digits: 13 }), part('choice', { choices: ['V', 'A'] }), part('choice', { name: '', needed: false, tight: true, choices: ['+', '-'] })] },
  { example: '', parts: [part('army'), part('path', { digits: 13 }), part('choice', { choices: ['V'] }), part('choice', { name: '', needed: false, tight: true, choices: ['+', '-'] }), part('army', { name: 'other' }), part('number')] }] }];
const flag = [{ part: 3, choices: [{ value: '+', name: 'flag' }, { value: '', name: 'none' }] }];
const action = (code, form, ...values) => ({ code, name: code, draft: { letter: 'A', form, values }, fields: flag });
const hold = action('hold', 0, 'K.M 1', '', 'V', '+'), attack = action('attack', 0, 'K.M 1', '', 'A', '+'), split = action('split', 1, 'K.M 1', '', 'V', '+', '', '');
const row = (form, ...values) => ({ line: 4, kind: 'order', letter: 'A', form, values, army: values[0] });
const army = { name: 'K.M 1', kind: 'K.M', text: '', actions: [hold, attack, split] };

test('the action of a line is the one whose values it has; a way and a flag are no part of it', () => {
  assert.equal(a.doing(army.actions, row(0, 'K.M 1', '2200000000000', 'a', '-'), sections), attack);
  assert.equal(a.doing(army.actions, row(1, 'K.M 1', '', 'V', '+', 'K.M 2', '100'), sections), split);
  assert.equal(a.doing(army.actions, row(0, 'K.M 2', '', 'V', '+'), sections), undefined);
});

test('an action with a way of its own leads there, and only that way is its', () => {
  const builds = action('build-with', 0, 'K.M 1', '21', 'V', '+'), was = row(0, 'K.M 1', '3300000000000', 'V', '+');
  assert.equal(a.filled(builds, sections, was)[1], '21');
  assert.equal(a.doing([hold, builds], was, sections), hold);
  assert.equal(a.doing([hold, builds], row(0, 'K.M 1', '2100000000000', 'V', '+'), sections), builds);
});

test('an army of which only the name is told looks as the newest report until then has it', () => {
  const kinds = { bow: { name: 'Bow', arm: 'bow' }, sword: { name: 'Sword', arm: 'foot' } };
  const told = (turn, kind) => ({ turn, facts: { turn, armies: [{ name: 'E9', id: '1/E9', kind }] } });
  const s = { opened: { desk: { kinds } }, past: [told(3, 'bow'), told(4, 'sword')], table: { turn: 5, facts: { turn: 5, armies: [] } }, turn: -1 };
  assert.equal(a.seenAs(s, { name: 'E9', id: '1/E9' }).arm, 'foot');
  assert.equal(a.seenAs({ ...s, turn: 3 }, { name: 'E9', id: '1/E9' }).arm, 'bow');
  assert.equal(a.seenAs(s, { name: 'E8', id: '2/E8' }), undefined);
});

test('another action keeps way and flag of the line that was there', () => {
  const was = row(0, 'K.M 1', '2200000000000', 'V', '');
  assert.deepEqual(a.filled(attack, sections, was), ['K.M 1', '2200000000000', 'A', '']);
  assert.deepEqual(a.filled(attack, sections, row(0, 'K.M 1', '22', 'V', '+')), ['K.M 1', '22', 'A', '+']);
  assert.deepEqual(a.filled(split, sections, was).slice(0, 3), ['K.M 1', '2200000000000', 'V']);
  assert.equal(a.wayOf(was, sections), '22');
  assert.equal(a.wayOf(row(0, 'K.M 1', '0020000000000', 'V', ''), sections), '002');
});

test('a line that needs a step goes with its last one; one that is padded stays', () => {
  const free = [{ letter: 'A', names: [], kind: 'lines', examples: [], forms: [{ example: '', parts: [part('army'), part('path')] }] }];
  const march = { code: 'march', name: '', draft: { letter: 'A', form: 0, values: ['E1', ''] } }, was = row(0, 'E1', '2');
  assert.deepEqual(a.laid(march, ['E1', ''], free, was), [{ line: 4, letter: 'A', form: 0, values: ['E1', '2'], remove: true }]);
  assert.deepEqual(a.laid(march, ['E1', ''], free), []);
  assert.deepEqual(a.laid(march, ['E1', '22'], free, was), [{ line: 4, letter: 'A', form: 0, values: ['E1', '22'] }]);
  assert.equal(a.laid(hold, ['K.M 1', '', 'V', '+'], sections, row(0, 'K.M 1', '2', 'V', '+'))[0].remove, undefined);
});

test('an army without a line is idle, one in a formation or that cannot act is not', () => {
  const opened = { sections, desk: { weeks: 13, armies: [army, { ...army, name: 'K.M 2' }, { ...army, name: 'K.M 3', in: 'V.L 1' }, { ...army, name: 'K.M 4', actions: [{ ...hold, why: { code: 'x', text: 'x' } }] }] } };
  assert.deepEqual(a.idle({ opened, made: [], rows: [row(0, 'K.M 1', '', 'V', '')] }).map((x) => x.name), ['K.M 2']);
  const aboard = { ...army, in: 'Fleet_1', actions: [action('land', 0, 'K.M 1', '', 'V', '+')] };
  assert.deepEqual(a.commandable({ made: [], opened: { desk: { armies: [aboard, { ...aboard, actions: [hold] }] } } }), [aboard]);
  assert.equal(a.badgeOf(army, [row(0, 'K.M 1', '', 'A', '')], sections), 'A');
  assert.equal(a.badgeOf(army, [], sections), '!');
});

test('recruits stand where their line says, under whatever number', () => {
  const raise = { letter: 'R', names: [], kind: 'lines', examples: [], forms: [{ example: '', parts: [part('place'), part('army'), part('number')] }] };
  const unit = { code: 'K.M', name: 'Foot', arm: 'foot', action: { code: 'recruit', name: '', draft: { letter: 'R', form: 0, values: ['', 'K.M 1', ''] } } };
  const opened = { sections: [...sections, raise], desk: { weeks: 13, units: [unit] } };
  const line = (...values) => ({ line: 5, kind: 'order', letter: 'R', form: 0, values, army: values[1], at: values[0] });
  assert.deepEqual(a.raised(opened, [line('0/0', 'K.M 3', '2500'), line('0/0', 'R.L 1', '500'), row(0, 'K.M 1', '', 'V', '')]).map(({ at, men }) => [at, men]), [['0/0', 2500]]);
  assert.deepEqual(a.raised(null, [line('0/0', 'K.M 3', '2500')]), []);
});

test('kinds are found by what a report says, and by nothing that objects have of themselves', () => {
  const opened = { desk: { weeks: 0, kinds: { 'K.M': { name: 'Foot', arm: 'foot' } } } };
  assert.equal(a.kindOf(opened, { name: 'K.M 7' }).name, 'Foot');
  assert.equal(a.kindOf(opened, { name: '', kind: 'K.M' }).arm, 'foot');
  assert.equal(a.kindOf(opened, { name: 'constructor 1' }), undefined);
});

test('what the draft raises can be commanded: it is idle until it has a line that does not raise it', () => {
  const unit = { code: 'K.M', name: 'Foot', action: { code: 'recruit', name: '', draft: { letter: 'R', form: 0, values: ['', 'K.M 1', ''] } } };
  const opened = { sections, desk: { weeks: 13, units: [unit], armies: [{ ...army, name: 'K.M 2' }] } }, made = [army];
  const raise = { line: 2, kind: 'order', letter: 'R', form: 0, values: ['0/0', 'K.M 1', '2500'], army: 'K.M 1', at: '0/0' };
  assert.deepEqual(a.armiesOf({ opened, made }).map((x) => x.name), ['K.M 2', 'K.M 1']);
  assert.deepEqual(a.idle({ opened, made, rows: [raise] }).map((x) => x.name), ['K.M 2', 'K.M 1']);
  assert.equal(a.badgeOf(army, [raise], sections, opened), '!');
  assert.deepEqual(a.idle({ opened, made, rows: [raise, row(0, 'K.M 1', '22', 'V', '')] }).map((x) => x.name), ['K.M 2']);
  assert.equal(a.isGhost({ opened, made }, army), true);
});

test('an army that an order makes gets a number that nothing in the draft has', () => {
  const opened = { sections, desk: { weeks: 13, armies: [{ ...army, name: 'K.M 2' }] } }, form = sections[0].forms[1];
  const split = ['K.M 2', '', 'V', '+', 'K.M 1', ''];
  assert.deepEqual(a.unused({ opened, made: [] }, split, form, 'K.M 2'), split);
  assert.deepEqual(a.unused({ opened, made: [army] }, split, form, 'K.M 2'), ['K.M 2', '', 'V', '+', 'K.M 3', '']);
  // an army that is there keeps its name
  assert.deepEqual(a.unused({ opened, made: [army] }, ['K.M 1', '', 'V', '+', 'K.M 2', ''], form, 'K.M 1')[4], 'K.M 2');
});
