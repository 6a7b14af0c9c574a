import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { Board, hexAt, straight, stride, middleX, middleY } = await bundled('map/geometry.ts');
const { recalling, merged, withTold, counted } = await bundled('map/recall.ts');
const { numbersOf, goingOf } = await bundled('map/numbers.ts');
const { threats, pointsOf, seenArmies, wayBetween, weeksOf, slowest } = await bundled('map/reach.ts');
const { find } = await bundled('map/find.ts');
const { known, placesOf } = await bundled('map/known.ts');
const { shadesOf, stands, danger, noted } = await bundled('map/layers.ts');
const { stepsOf } = await bundled('weeks/steps.ts');
const { added } = await bundled('map/canvas.tsx');

const terrains = [{ code: 'tla', name: 'Tiefland', rim: '#2f9a2f', fill: '#a8e88c' }, { code: 'tsu', name: 'Sumpf', rim: '#000000', fill: '#ffffff' }];
// chart of fields given by their doubled coordinates, with what else is said of them.
const chart = (cells, more = {}) => ({ title: '', realm: 1, terrains, ...more,
  cells: cells.map(([h, y, c = {}]) => ({ h, y, label: counted(h, y), t: 0, ...c })) });
// row is a chart of fields side by side, from h 0 to the east.
const row = (n, of = () => ({})) => chart(Array.from({ length: n }, (_, i) => [2 * i, 0, of(i)]));
// block is a chart of fields in rows, n to each side of 0/0.
const block = (n, of = () => ({})) => chart(Array.from({ length: 2 * n + 1 }, (_, i) => i - n).flatMap((y) =>
  Array.from({ length: 2 * n + 1 }, (_, i) => [2 * (i - n) + (y & 1), y, of()])));
const report = (more) => ({ turn: 3, title: 'Zug 3', realm: { number: 1, name: 'Rot' }, weeks: [], fields: [], armies: [],
  refused: [], realms: [], ...more });

test('steps between two fields are counted as the game counts them', () => {
  assert.equal(stride(0, 0), 0);
  assert.equal(stride(2, 0), 1); // east
  assert.equal(stride(1, 1), 1); // north-east
  assert.equal(stride(3, 1), 2);
  assert.equal(stride(2, 4), 4);
  assert.equal(stride(-7, 3), 5);
});

test('a place of the map belongs to the field whose middle is nearest', () => {
  for (const [h, y] of [[0, 0], [3, 1], [-3, -1], [4, -2], [-5, 7]]) {
    assert.deepEqual(hexAt(middleX(h), middleY(y)), [h, y]);
    assert.deepEqual(hexAt(middleX(h) + 12, middleY(y) - 4), [h, y]);
    assert.deepEqual(hexAt(middleX(h) - 12, middleY(y) + 6), [h, y]);
  }
  assert.deepEqual(hexAt(middleX(0) + 10, middleY(0) - 20), [1, 1]); // beyond the edge to the north-east
});

test('the straight way has as many steps as the fields are apart, each to a neighbour', () => {
  for (const [dh, dy] of [[6, 0], [3, 3], [5, 1], [-7, 3], [0, 4], [-2, -6]]) {
    const way = straight({ h: 0, y: 0 }, { h: dh, y: dy });
    assert.equal(way.length, stride(dh, dy));
    let h = 0, y = 0;
    for (const [th, ty] of way) { assert.equal(stride(th - h, ty - y), 1); [h, y] = [th, ty]; }
    assert.deepEqual([h, y], [dh, dy]);
  }
});

test('fields are counted as players count them', () => {
  assert.equal(counted(0, 0), '0/0');
  assert.equal(counted(2, 2), '1/2');
  assert.equal(counted(1, 1), '1/1');
  assert.equal(counted(-1, 1), '-1/1'); // odd rows have no 0
  assert.equal(counted(-3, -1), '-2/-1');
});

test('a board leaves out what cannot be placed, and finds what is in sight', () => {
  const b = new Board(chart([[0, 0], [1, 0, { label: 'odd' }], [2, 0], [2, 0, { label: 'twice' }], [1e9, 0], [1, 1], [0.5, 0]]));
  assert.deepEqual(b.cells.map((c) => c.label), ['0/0', '1/0', '1/1']);
  assert.deepEqual(b.within(-5, -5, 5, 5).map((c) => c.label).sort(), ['0/0']);
  assert.deepEqual(b.within(-5, -25, 20, 5).map((c) => c.label), ['1/1', '0/0', '1/0']);
});

test('arrow keys lead to the next known field, up and down along one column', () => {
  const b = new Board(chart([[0, 0], [6, 0], [1, 1], [5, 1], [0, 2], [0, 4]]));
  const go = (from, to, h) => b.next(b.by(from), to, h)?.label;
  assert.equal(go('0/0', 'east'), '3/0');
  assert.equal(go('3/0', 'west'), '0/0');
  assert.equal(go('0/0', 'west'), undefined);
  assert.equal(go('0/0', 'north'), '1/1');
  assert.equal(go('3/0', 'north'), '3/1');
  assert.equal(go('1/1', 'north', 0), '0/2');
  assert.equal(go('0/2', 'north'), '0/4'); // row 3 is unknown
  assert.equal(go('0/4', 'north'), undefined);
});

test('a way is composed by clicking: far fields are joined, the last one is taken away again', () => {
  const b = new Board(row(5));
  assert.deepEqual(added(b, [], b.by('0/0')), ['0/0']);
  assert.deepEqual(added(b, ['0/0'], b.by('3/0')), ['0/0', '1/0', '2/0', '3/0']);
  assert.deepEqual(added(b, ['0/0', '1/0'], b.by('1/0')), ['0/0']);
});

test('what was seen then is recalled where only the terrain is known now', () => {
  const past = chart([[0, 0, { owner: 2, sign: 'BRG', own: true }], [2, 0, { owner: 3, age: 4 }], [4, 0, { owner: 5 }]],
    { signs: [{ sign: 'BRG', name: 'Burg' }, { sign: 'X', name: 'nichts' }], realms: [{ sign: '2', name: 'Blau' }] });
  const now = chart([[0, 0, { age: -1 }], [2, 0, { age: -1 }], [4, 0]]);
  const got = recalling(now, past, 3);
  assert.deepEqual(got.cells.map((c) => [c.age, c.owner, c.sign, c.own]),
    [[3, 2, 'BRG', undefined], [-1, undefined, undefined, undefined], [undefined, undefined, undefined, undefined]]);
  assert.deepEqual(got.signs, [{ sign: 'BRG', name: 'Burg' }]);
  assert.deepEqual(got.realms, [{ sign: '2', name: 'Blau' }]);
  assert.equal(now.cells[0].age, -1);
});

test('of several turns the newest is recalled, and fields out of sight are kept with their age', () => {
  const now = chart([[0, 0, { age: -1 }]]);
  const got = merged(now, 7, [
    { turn: 5, chart: chart([[0, 0, { owner: 2 }], [2, 0, { owner: 3, own: true }]]) },
    { turn: 6, chart: chart([[0, 0, { owner: 4 }]]) },
    { turn: 9, chart: chart([[8, 0]]) }, // later: not known then
    { turn: 4, chart: { ...chart([[6, 0]]), realm: 2 } }, // another realm's
  ]);
  assert.deepEqual(got.cells.map((c) => [c.label, c.age, c.owner, c.own]), [['0/0', 1, 4, undefined], ['1/0', 2, 3, false]]);
});

test('what allies tell stands where one does not see oneself, and says who told it', () => {
  const mine = chart([[0, 0, { owner: 1 }], [2, 0, { age: -1 }]]);
  const theirs = chart([[-2, 0, { owner: 9 }], [0, 0, { owner: 2, own: true }], [2, 0, { t: 1 }]]);
  const got = withTold(mine, [{ name: 'Blau', chart: theirs, h: 2, y: 0 }]);
  assert.deepEqual(got.cells.map((c) => [c.label, c.owner, c.told, c.own, c.others, c.t]), [
    ['0/0', 1, undefined, undefined, undefined, 0], ['1/0', 2, 'Blau', false, true, 0], ['2/0', undefined, 'Blau', false, false, 1]]);
});

const toml = `battle = "strength"

[[terrain]]
code = "tla"
points = 2

[[terrain]]
code = "tsu"
points = 3

[[unit]]
unit = "K.L"
move = 6

[[unit]]
unit = "K.S"
move = 2
words = ["a", "b"]

[rules]
road_points = 1
`;

test('the world\'s numbers say what steps cost and how far men go', () => {
  const g = goingOf(numbersOf(toml));
  assert.deepEqual([g.fastest, g.least, g.road, g.of.get('K.L'), g.costs.get('tsu')], [6, 1, 1, 6, 3]);
  assert.equal(goingOf(numbersOf('[rules]\nyears = 3\n')), null);
  const ships = goingOf(numbersOf('[rules]\nfleet_steps = 3\n'));
  assert.deepEqual(['fleet', 'leader', undefined].map((kind) => pointsOf({ name: 'x', kind }, ships)), [3, 1, 3]);
});

const weekly = Array.from({ length: 6 }, (_, i) => ({ week: i, events: [], sightings: [{ at: '0/0', armies: [] }] }));

test('weeks are counted by what was seen in them', () => {
  assert.equal(weeksOf(report({ weeks: weekly })), 4); // 0 before the first, 5 after the last
  assert.equal(weeksOf(report({ weeks: [{ week: 0, events: [] }] })), 1);
});

test('a seen army is nowhere sooner than its points and the weeks allow', () => {
  const b = new Board(block(9)); // all seen now: no roads, a step costs 2
  const g = goingOf(numbersOf(toml));
  const at = (week, name = 'K.L 3') => threats(b, [{ army: { name, realm: 2 }, at: '0/0', week }], g, 4, 4);
  // of the fields to the east
  const weeks = (m) => Object.fromEntries([...m].filter(([l]) => /^\d\/0$/.test(l)).map(([l, x]) => [l, x.week]));
  // 6 points are 3 steps in the coming turn, one field a week
  assert.deepEqual(weeks(at(4)), { '0/0': 0, '1/0': 1, '2/0': 2, '3/0': 3 });
  // seen two weeks before the end: it may have gone on for two fields, and has new points then
  assert.deepEqual(weeks(at(2)), { '0/0': 0, '1/0': 0, '2/0': 0, '3/0': 1, '4/0': 2, '5/0': 3, '6/0': 4 });
  assert.deepEqual(weeks(at(4, 'K.S 1')), { '0/0': 0, '1/0': 1 });
  assert.deepEqual(weeks(at(4, '')), { '0/0': 0, '1/0': 1, '2/0': 2, '3/0': 3 }); // whose name is hidden may be the fastest
});

test('where roads may lie unseen, a step costs as little as on a road', () => {
  const b = new Board(block(4, () => ({ age: -1 })));
  const m = threats(b, [{ army: { name: 'K.S 1', realm: 2 }, at: '0/0', week: 4 }], goingOf(numbersOf(toml)), 4, 4);
  assert.deepEqual([m.size, m.get('1/0').week, m.get('2/0').week, m.get('3/0')], [19, 1, 2, undefined]); // 1 + 6 + 12
});

test('without weeks, turns are counted', () => {
  const g = goingOf(numbersOf('[[unit]]\nunit = "Reiter"\nspeed = 2\n'));
  const m = threats(new Board(row(9)), [{ army: { name: 'x', realm: 2 }, at: '0/0', week: 1 }], g, 1, 3);
  assert.deepEqual([...m].map(([, x]) => x.week), [0, 1, 1, 2, 2, 3, 3]);
});

test('armies that are listed come first, else those sighted last', () => {
  const f = report({ weeks: [{ week: 1, events: [], sightings: [{ at: '1/0', armies: [{ realm: 2, name: 'K.M 1' }] }] },
    { week: 2, events: [], sightings: [{ at: '2/0', armies: [{ realm: 2, name: 'K.M 1' }, { realm: 1, name: 'K.M 9' }] }] }] });
  assert.deepEqual(seenArmies(f).map((s) => [s.army.name, s.at, s.week]), [['K.M 1', '2/0', 2]]);
  f.armies = [{ realm: 1, name: 'K.M 9', at: '0/0' }, { unknown: true, kind: 'K.M', name: '', at: '3/0', values: { week: 1 } }];
  assert.deepEqual(seenArmies(f).map((s) => [s.at, s.week]), [['3/0', 1]]);
});

test('the way between two fields: fields, cost, and the earliest week of the slowest', () => {
  const b = new Board(row(9)), g = goingOf(numbersOf(toml));
  const f = report({ armies: [{ realm: 1, name: 'K.L 1', at: '0/0' }, { realm: 1, name: 'K.S 2', at: '0/0' }, { realm: 2, name: 'K.S 5', at: '0/0' }] });
  assert.deepEqual([slowest(f, g).army.name, slowest(f, g).points], ['K.S 2', 2]);
  const way = (to, points, weeks) => wayBetween(b, b.by('0/0'), b.by(to), g, points, weeks);
  assert.deepEqual(way('3/0', 6, 13), { steps: 3, cost: 6, turns: null, weeks: 3 });
  assert.deepEqual(way('3/0', 2, 13), { steps: 3, cost: 6, turns: null, weeks: 27 }); // a step a turn: two turns are over
  assert.deepEqual(way('4/0', 6, 1), { steps: 4, cost: 8, turns: 2, weeks: null });
  assert.deepEqual(wayBetween(b, b.by('0/0'), b.by('3/0'), null, 0, 13), { steps: 3, cost: null, turns: null, weeks: null });
});

test('fields are found by label, realm, army, building and note', () => {
  const b = new Board(chart([[0, 0, { owner: 2 }], [2, 0, { sign: 'BRG' }], [4, 0], [-3, 1]],
    { realms: [{ sign: '2', name: 'Königsland' }], signs: [{ sign: 'BRG', name: 'Burg' }] }));
  const facts = [report({ armies: [{ name: 'K.M 7', realm: 1, at: '2/0' }] })];
  const labels = (text) => find(text, b, facts, [{ at: '-2/1', text: 'Hier liegt Gold' }]).map((x) => x.label);
  assert.deepEqual(labels('konigs'), ['0/0']);
  assert.deepEqual(labels('burg'), ['1/0']);
  assert.deepEqual(labels('k.m 7'), ['2/0']);
  assert.deepEqual(labels('gold'), ['-2/1']);
  assert.deepEqual(labels('-2 1'), ['-2/1']);
  assert.deepEqual(labels('nichts'), []);
  assert.deepEqual(labels('   '), []);
});

test('all that reports tell of a field, the newest first', () => {
  const one = report({ turn: 1, fields: [{ at: '1/1', values: { yield: 80 } }] });
  const two = report({ turn: 2, weeks: [{ week: 4, events: [{ phase: 'move', code: 'x', args: { field: '1/1' }, text: 'a' },
    { phase: 'move', code: 'x', args: { field: '1/2' }, text: 'b' }], sightings: [{ at: '1/1', by: ['K.M 1'] }] }] });
  const got = known('1/1', [one, two, report({ turn: 3 })]);
  assert.deepEqual(got.map((t) => t.turn), [2, 1]);
  assert.deepEqual(got[0].weeks.map((w) => [w.week, w.events.map((e) => e.text), w.sightings.length]), [[4, ['a'], 1]]);
  assert.equal(got[1].field.values.yield, 80);
});

test('numbers are places only where an argument says so', () => {
  const says = (args) => placesOf({ code: 'x', text: '', args }, (l) => ['7', '12', '1/1'].includes(l));
  assert.deepEqual(says({ gold: 7, province: 12 }), ['12']);
  assert.deepEqual(says({ what: '1/1', count: '7' }), ['1/1']);
  assert.deepEqual(says({ from: 7, area: 12 }), ['12', '7']);
  assert.deepEqual(says({ from: 7, to: 12, provinces: 7 }), []); // realms pay, and provinces are counted
});

test('values are shaded in steps, and armies counted by whose they are', () => {
  assert.deepEqual(shadesOf([5]).map((s) => [s.from, s.to]), [[5, 5]]);
  assert.deepEqual(shadesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).map((s) => [s.from, s.to]), [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]);
  const b = new Board(chart([[0, 0, { own: true, others: true }], [2, 0, { others: true }]]));
  const f = report({ armies: [{ realm: 1, name: 'a', at: '0/0' }, { realm: 1, name: 'b', at: '0/0' }, { unknown: true, name: '', at: '0/0' }] });
  assert.deepEqual(Object.fromEntries(stands(f, b)), { '0/0': { own: 2, others: 0, unknown: 1 }, '1/0': { own: 0, others: 1, unknown: 0 } });
  assert.equal(danger(new Map([['0/0', { week: 3 }]]), 13).get('0/0').corner, '3');
});

const all = () => true;
const army = (name, realm = 1) => ({ name, realm });

test('weeks become steps: marches from where an army was seen to where it is seen', () => {
  const f = report({ weeks: [
    { week: 0, events: [] },
    { week: 1, events: [], sightings: [{ at: '0/0', by: ['K.M 1'], armies: [army('K.M 1')] }] },
    { week: 2, events: [{ phase: 'move', code: 'fight', args: { field: '1/0', fallen: 9 }, text: 'Kampf' }],
      sightings: [{ at: '1/0', by: ['K.M 1'], armies: [army('K.M 1'), { name: '', kind: 'K.L', unknown: true }] }] },
    { week: 3, events: [], sightings: [{ at: '1/0', by: ['K.M 1'], armies: [army('K.M 1')] }] },
    { week: 4, events: [] },
  ] });
  const steps = stepsOf(f, all);
  assert.deepEqual(steps.map((s) => [s.week, s.marches, [...s.own], s.others.map((o) => o.at), s.fights]), [
    [1, [], [['K.M 1', '0/0']], [], 0],
    [2, [{ army: 'K.M 1', way: ['0/0', '1/0'] }], [['K.M 1', '1/0']], ['1/0'], 1],
    [3, [], [['K.M 1', '1/0']], [], 0],
  ]);
});

test('without weeks, rounds of a fight and places part the steps, and a round is where its fight is', () => {
  const e = (phase, code, args) => ({ phase, code, args, text: code });
  const f = report({ weeks: [{ week: 0, events: [
    e('income', 'income', { gold: 3 }),
    e('movement', 'walks', { unit: 'S1', place: '1/0' }), e('movement', 'walks', { unit: 'S2', place: '4/0' }),
    e('battles', 'battle', { field: '1/0' }), e('battles', 'round', { round: 1 }), e('battles', 'blow', { fallen: 2 }),
    e('battles', 'round', { round: 2 }), e('battles', 'blow', { fallen: 1 }),
  ] }] });
  const before = report({ turn: 2, armies: [{ name: 'S1', realm: 1, at: '0/0' }, { name: 'S2', realm: 2, at: '3/0' }] });
  const steps = stepsOf(f, all, before);
  assert.deepEqual(steps.map((s) => [s.phase, s.places, s.events.length]), [['income', [], 1], ['movement', ['1/0'], 1],
    ['movement', ['4/0'], 1], ['battles', ['1/0'], 1], ['battles', ['1/0'], 2], ['battles', ['1/0'], 2]]);
  assert.deepEqual(steps[1].marches, [{ army: 'S1', way: ['0/0', '1/0'] }]);
  assert.deepEqual(steps[2].stood.map((o) => [o.army.name, o.at]), [['S2', '4/0']]);
  assert.deepEqual(steps[0].stood.map((o) => o.at), ['3/0']);
});

test('what comes from outside stops nothing', () => {
  const b = new Board(block(3)), g = goingOf(numbersOf('[[__proto__]]\nspeed = 2\n[[unit]]\n__proto__ = 3\nunit = "x"\nspeed = 2\n'));
  assert.equal(g.fastest, 2);
  const mad = { army: { name: 'x', realm: 2, values: { moves: 1e9 } }, at: '0/0', week: 1 };
  const m = threats(b, Array.from({ length: 5000 }, () => mad), g, 1, 3);
  assert.equal(m.size, 49);
  assert.equal(weeksOf(report({ weeks: [0, 1, 1e9].map((week) => ({ week, events: [] })) })), 60);
});

test("a player's own sign has its colour, and stays beside what another layer says", () => {
  const marks = noted(new Map([['0/0', { tint: '#fff', corner: '3' }]]), [{ at: '0/0', text: '', mark: 'red' },
    { at: '1/0', text: 'watch' }, { at: '2/0', text: '', mark: 'constructor' }]);
  assert.deepEqual(marks.get('0/0'), { tint: '#fff', corner: '3', ring: '#d50000', note: { text: '●', colour: '#d50000' } });
  assert.deepEqual(marks.get('1/0').note, { text: '✎', colour: '#000' });
  assert.deepEqual(marks.get('2/0').note, { text: '✎', colour: '#000' });
});
