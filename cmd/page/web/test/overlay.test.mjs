// What lies over the land: piles of armies, ways, and what a march still reaches.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { Board } = await bundled('paint/hex.ts');
const { outline } = await bundled('paint/region.ts');
const { arrow, ghosts, lifted, reach, stacks } = await bundled('paint/overlay.ts');
const { paint } = await bundled('paint/painter.ts');
const { coursing } = await bundled('desk/marching.ts');

const board = new Board({ title: '', realm: 1, terrains: [{ code: 'a', name: '', rim: '', fill: '' }], cells: [0, 2, 4, 6, 8].map((h) => ({ h, y: 0, label: String(h), t: 0 })) });
const at = (...labels) => labels.map((l) => board.by(l));
// shades are what veils cover, by their looks.
const shades = ({ land }) => Object.fromEntries(land.filter((m) => m.look?.startsWith('veil')).map((m) => [m.look, m.of[0].d]));
const week = (n) => (n ? `wk ${n}` : '');
const says = ({ weeks }) => JSON.stringify(weeks).match(/wk \d/g);

test('of a march that has begun, what it still reaches is bright, what it could have reached is half veiled', () => {
  const list = [{ h: 2, y: 0, week: 1 }, { h: 4, y: 0, week: 2 }, { h: 6, y: 0, week: 3 }], none = new Set();
  assert.deepEqual(shades(reach(board, list, at('0'), none, week, {})), { veil: outline(at('8')) });
  const begun = reach(board, list, at('0', '2'), none, week, {}, [{ h: 4, y: 0, week: 3 }]);
  assert.deepEqual(shades(begun), { veil: outline(at('8')), 'veil half': outline(at('6')) });
  assert.deepEqual(says(begun), ['wk 3']);
  const spent = reach(board, list, at('0', '2'), none, week, {}, []);
  assert.deepEqual([shades(spent)['veil half'], says(spent)], [outline(at('4', '6')), null]);
});

// army is one that waits for an order.
const army = (id, arm, rank, more = {}) => ({ at: '0', id, arm, rank, realm: 1, own: true, badge: '!', men: 9, ...more });
const ids = (marks) => marks.map((m) => m.id);
const texts = (mark) => JSON.stringify(mark).match(/(?<="text":")[^"]+/g) ?? [];

test('a pile shows a fleet beside the army on top, and says how many more there are; who is commanded lies on top', () => {
  const list = [army('A', 'foot', 1), army('B', 'foot', 2), army('C', 'horse', 3), army('S', 'ship', 4), army('D', 'foot', 5)];
  const heap = stacks(board, list).get('0');
  assert.deepEqual(ids(heap), ['A', 'S', '*0']);
  assert.deepEqual(texts(heap[2]), ['+3']);
  for (const { id } of list) assert.equal(lifted(stacks(board, list), board, list, id).get('0')[0].id, id);
});

test('three armies stand side by side, and an enemy is seen in a pile', () => {
  assert.deepEqual(ids(stacks(board, [army('A', 'foot', 1), army('B', 'foot', 2), army('S', 'ship', 3)]).get('0')), ['A', 'B', 'S']);
  const four = [1, 2, 3].map((n) => army(`A${n}`, 'foot', n)), foe = { at: '0', arm: 'foot', rank: 9, realm: 2, men: 7 };
  assert.equal(stacks(board, [...four, foe]).get('0')[1].realm, 2);
});

test('a way is drawn from field to field, and dotted where two do not touch', () => {
  const looks = (cells) => arrow(cells, 1, false)[0].of.map((m) => m.look);
  assert.deepEqual(looks(at('0', '2', '4')), ['way0', 'way1', 'head']);
  assert.deepEqual(looks(at('0', '2', '8')), ['way0', 'way0 dots', 'way1', 'way1 dots', 'head']);
});

test('what is ordered to be built is drawn where it will stand, beside armies, too', () => {
  const built = new Board({ title: '', realm: 1, terrains: [], cells: [{ h: 0, y: 0, label: '0', t: 0, building: 'town' }] });
  for (const there of [new Set(), new Set(['0'])]) {
    const stands = paint(built, {}, (c) => there.has(c.label)).find((m) => m.look === 'place');
    const [ghost] = ghosts([{ cell: board.by('0'), building: 'town' }], 1, there, {});
    assert.deepEqual([ghost.at, ghost.size], [stands.at, stands.size]);
  }
});

test('of an army whose line names a goal, the engine says the steps', async () => {
  const form = { example: '', parts: [{ name: '', title: '', kind: 'army', needed: true }, { name: '', title: '', kind: 'place', needed: true }] };
  const row = (name, to) => ({ line: 1, kind: 'order', letter: 'A', form: 0, army: name, values: [name, to] });
  const state = { rows: [row('Fleet', '8')], made: [], readOf: 'text', courses: {}, opened: { sections: [{ letter: 'A', names: [], kind: 'lines', examples: [], forms: [form] }],
    desk: { armies: ['Fleet', 'Cortez'].map((name) => ({ name, kind: 'f', text: '', at: '0', actions: [{ code: 'march', name: '', draft: { letter: 'A', form: 0, values: [name, ''] } }] })) } } };
  const store = { state, set: (x) => Object.assign(state, x), subscribe: () => () => {},
    engine: { march: async (m, digits, text) => ({ steps: [{ at: `${m.army} ${digits}${text}`, h: 2, y: 0 }, { at: '8', h: 8, y: 0 }] }) } };
  coursing(store);
  await new Promise((r) => setTimeout(r, 20));
  assert.deepEqual(Object.keys(state.courses), ['Fleet']);
  assert.deepEqual(state.courses.Fleet.map((s) => s.at), ['Fleet text', '8']);
});
