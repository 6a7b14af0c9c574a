// Trails: who shows whose it is and its name is followed through all reports, and nobody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const { trailsOf } = await bundled('weeks/trails.ts');

const army = (id, at, more = {}) => ({ realm: 2, name: id ? id.split('/')[1] : '', id, at, ...more });
const report = (turn, armies, weeks = [], battles = []) => ({ turn, realm: { number: 1 }, armies, battles,
  weeks: weeks.map((sightings, week) => ({ week, events: [], sightings })) });
const board = (label) => label !== '9/9';

test('an army is followed from week to week and from turn to turn', () => {
  const seen = [[{ at: '1/1', armies: [army('2/K.M 1')] }], [{ at: '1/2', armies: [army('2/K.M 1')] }, { at: '9/9', armies: [army('2/K.M 1')] }]];
  const [t, ...others] = trailsOf([report(4, [army('2/K.M 1', '1/2')], seen), report(3, [army('2/K.M 1', '0/0')])], board);
  assert.equal(others.length, 0);
  assert.deepEqual(t.at, ['0/0', '1/1', '1/2']);
  assert.equal(t.turn, 4);
});

test('of what lies more than two reports back, only the last place is left', () => {
  const [t] = trailsOf([1, 2, 3, 4, 5].map((n) => report(n, [army('2/K.M 1', `${n}/0`)])), board);
  assert.deepEqual(t.at, ['3/0', '4/0', '5/0']);
});

test('who hides, the own and the fallen leave no trail', () => {
  const fight = { sides: [{ armies: [{ name: 'R.L 2', realm: 2, id: '2/R.L 2', fate: 'destroyed' }] }, { armies: [] }] };
  const list = [army(undefined, '1/1'), army('2/X', '1/1', { unknown: true }), army('1/K.M 1', '1/1', { realm: 1 })];
  assert.deepEqual(trailsOf([report(1, list), report(2, [army('2/R.L 2', '0/0')]), report(3, [], [], [fight])], board), []);
});
