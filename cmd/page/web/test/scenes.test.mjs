// The scenes of a replay: how many, in which order, and how long.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { scenesOf } = await bundled('weeks/scenes.ts');

const step = (week, events = [], more = {}) => ({ week, phase: more.phase ?? '', after: false, events, sightings: [], places: [], marches: [], own: new Map(), others: [], stood: [], fights: events.filter((e) => e.code.startsWith('battle')).length, ...more });
const event = (code) => ({ code, phase: 'p', text: code });
const battle = (week, at) => ({ week, at, sides: [{ realm: 1, armies: [{ realm: 1, name: 'A', before: 9, after: 8 }] }, { realm: 2, armies: [{ realm: 2, name: 'B', before: 9, after: 1 }] }], won: 1, result: { code: 'battle-won', text: `at ${at}` } });
const facts = (battles, weeks) => ({ battles, realm: { number: 1 }, weeks: Array.from({ length: weeks }, (_, week) => ({ week, events: [] })) });
const shown = (all) => all.map((s) => (s.card ? `${s.card.at} in ${s.card.weeks.join('+')}` : s.from === s.step ? s.step.week : `${s.from.week}-${s.step.week}`));

test('quiet weeks are one scene, and a battle is one, after its last week', () => {
  const steps = [step(1, [event('moved')]), step(2), step(3), step(4, [event('battle-won'), event('moved')]), step(5, [event('battle-won')]), step(6)];
  assert.deepEqual(shown(scenesOf(steps, facts([battle(4, '1/0'), battle(5, '1/0')], 7))), [1, '2-3', 4, '1/0 in 4+5', 6]);
});

test('in a game without weeks a battle is one scene, however many steps tell of it', () => {
  const round = (n) => step(0, [event('battle.round')], { phase: 'battles', places: ['7'], n });
  const steps = [step(0, [event('moved')], { places: ['3'] }), round(1), round(2), round(3), step(0, [event('built')], { places: ['9'] })];
  const all = scenesOf(steps, facts([battle(0, '7')], 1));
  assert.deepEqual(shown(all), [0, '7 in 0', 0]);
});

test('no turn takes longer than half a minute', () => {
  const steps = Array.from({ length: 40 }, (_, n) => step(n + 1, [event('moved')]));
  assert.ok(scenesOf(steps, facts([], 41)).reduce((n, s) => n + s.ms, 0) <= 30_000);
});
