import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { Board, hexAt, middleX, middleY } = await bundled('paint/hex.ts');
const { chance, outline } = await bundled('paint/region.ts');
const { fieldOf, names, paint } = await bundled('paint/painter.ts');
const { recalling, merged, withTold, counted } = await bundled('desk/recall.ts');
const { placesOf, weeksOf } = await bundled('weeks/known.ts');
const { stepsOf } = await bundled('weeks/steps.ts');

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

test('a place of the map belongs to the field whose middle is nearest', () => {
  for (const [h, y] of [[0, 0], [3, 1], [-3, -1], [4, -2], [-5, 7]]) {
    assert.deepEqual(hexAt(middleX(h), middleY(y)), [h, y]);
    assert.deepEqual(hexAt(middleX(h) + 25, middleY(y) - 9), [h, y]);
    assert.deepEqual(hexAt(middleX(h) - 25, middleY(y) + 12), [h, y]);
  }
  assert.deepEqual(hexAt(middleX(0) + 21, middleY(0) - 42), [1, 1]); // beyond the edge to the north-east
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
  assert.deepEqual(b.within(-10, -10, 10, 10).map((c) => c.label).sort(), ['0/0']);
  assert.deepEqual(b.within(-10, -52, 42, 10).map((c) => c.label), ['1/1', '0/0', '1/0']);
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

const weekly = Array.from({ length: 6 }, (_, i) => ({ week: i, events: [], sightings: [{ at: '0/0', armies: [] }] }));

test('weeks are counted by what was seen in them', () => {
  assert.equal(weeksOf(report({ weeks: weekly })), 4); // 0 before the first, 5 after the last
  assert.equal(weeksOf(report({ weeks: [{ week: 0, events: [] }] })), 1);
});

test('numbers are places only where an argument says so', () => {
  const says = (args) => placesOf({ code: 'x', text: '', args }, (l) => ['7', '12', '1/1'].includes(l));
  assert.deepEqual(says({ gold: 7, province: 12 }), ['12']);
  assert.deepEqual(says({ what: '1/1', count: '7' }), ['1/1']);
  assert.deepEqual(says({ from: 7, area: 12 }), ['12', '7']);
  assert.deepEqual(says({ from: 7, to: 12, provinces: 7 }), []); // realms pay, and provinces are counted
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


test('the outline of fields is one ring, and is the same on every machine', () => {
  const d = outline([{ h: 0, y: 0 }, { h: 2, y: 0 }, { h: 1, y: 1 }]);
  assert.equal(d.match(/M/g).length, 1);
  assert.equal(outline([{ h: 0, y: 0 }, { h: 8, y: 0 }]).match(/M/g).length, 2);
  assert.equal(chance(3, 4, 1), chance(3, 4, 1));
  assert.ok(chance(3, 4, 1) >= 0 && chance(3, 4, 1) < 1);
});

const flat = (list) => list.flatMap((m) => (m.is === 'group' ? [m, ...flat(m.of)] : [m]));
const nobody = () => false;
const wide = (t, look) => [...t].length * (look.includes('capital') ? 6.4 : 5.6);
const said = (board, busy = nobody) => names(board, busy, {}, wide).map((m) => m.text);

test('a long name is cut beside what stands there, and runs over empty fields as far as no other name', () => {
  const long = 'Königreich der fünften Sonne', at = (...cells) => new Board(chart([[0, 0, { name: long, building: 'town' }], ...cells]));
  assert.deepEqual(said(at()), ['Königreich der fünften So…']);
  assert.deepEqual(said(at([2, 0])), ['Königreich der fünften So…']);
  assert.deepEqual(said(at([2, 0]), (c) => c.h === 2), ['Königreich der f…']);
  assert.deepEqual(said(at([-2, 0, { building: 'town' }])), ['Königreich…']);
  assert.deepEqual(said(at([-2, 0, { sign: 'BRG' }])), ['Königreich…']);
  assert.deepEqual(said(at([2, 0], [4, 0, { name: 'Au' }])), ['Königreich der fünften…', 'Au']);
  assert.deepEqual(said(new Board(row(2, () => ({ name: '🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰', building: 'town' })))), Array(2).fill('🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰…'));
});

test('numbers of provinces always stand, coordinates only from near, and beside counters where a place is', () => {
  const numbered = new Board(chart([[0, 0, { label: '7', building: 'town' }], [2, 0, { label: '8' }]])), counted = new Board(chart([[0, 0, { building: 'town' }]]));
  const labels = (board, level, busy = nobody) => flat(paint(board, {}, busy, undefined, level)).filter((m) => m.is === 'text').map((m) => [m.text, m.x]);
  assert.deepEqual(labels(numbered, 'near'), [['7', 0], ['8', 68]]);
  assert.deepEqual(labels(numbered, 'middle'), []);
  assert.deepEqual(labels(counted, 'near'), []);
  assert.deepEqual(labels(counted, 'close'), [['0/0', 0]]);
  assert.deepEqual(labels(counted, 'close', () => true), [['0/0', -22]]);
});

test('between provinces a border is barred where no way crosses it, and never on a coast', () => {
  const land = (cells) => flat(paint(new Board({ ...chart(cells), terrains: [{ ...terrains[0], ground: 'meadow' }, { ...terrains[1], ground: 'sea' }] }), { organic: true }, nobody)).filter((m) => m.stroke === 'cliff');
  const east = 1 << 1, west = 1 << 4;
  assert.deepEqual(land([[0, 0, { roads: east }], [2, 0, { roads: west }]]), []);
  assert.deepEqual(land([[0, 0], [2, 0, { t: 1 }]]), []);
  const [barred] = land([[0, 0], [2, 0]]);
  assert.equal(barred.d.match(/M/g).length, 1);
  for (const [, x, y] of barred.d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)) assert.ok(Math.abs(x - 34) < 20 && Math.abs(y) < 20, `${x} ${y} is not between them`);
});

test('the border that is barred is the one that is drawn', () => {
  const [d] = flat(paint(new Board(row(2)), { organic: true }, nobody)).filter((m) => m.stroke === 'cliff').map((m) => m.d);
  const curves = (path) => [...path.matchAll(/Q[^QMZ]+/g)].map((m) => m[0]); // of both sides of a border, one way round
  assert.equal(curves(d).length, 2);
  assert.ok(curves(d).every((c) => curves(fieldOf({ h: 0, y: 0 }, { organic: true })).includes(c)), d);
});

test('the rose of a sea chart is on the open sea, away from land and from who is there', () => {
  const sea = { ...block(4, () => ({ t: 0 })), terrains: [{ ...terrains[0], ground: 'sea' }, { ...terrains[1], ground: 'land' }] };
  const rose = (of, busy) => paint(new Board(of), { chart: true }, busy).flatMap((m) => (m.is === 'group' ? m.of : [])).find((m) => m.is === 'group' && m.at && m.of.some((p) => p.fill === 'ink'))?.at;
  assert.deepEqual(rose(sea, nobody).map(Math.abs), [0, 0]);
  const [x, y] = rose(sea, (c) => c.h === 0 && c.y === 0);
  assert.ok(Math.hypot(x, y) > 60, `${x} ${y}`);
  const isle = rose({ ...sea, cells: sea.cells.map((c) => (c.h > 0 ? { ...c, t: 1 } : c)) }, nobody);
  assert.ok(isle[0] < -68, `${isle}`);
});

test('mountains stay inside their field, and make room for who stands there', () => {
  const high = { ...chart([[0, 0]]), terrains: [{ ...terrains[0], height: 3 }] };
  const peaks = (busy) => flat(paint(new Board(high), {}, busy)).filter((m) => m.is === 'symbol' && m.name === 'peak');
  assert.equal(peaks(nobody).length, 3);
  for (const p of peaks(nobody)) assert.ok(Math.abs(p.x) + 15 * p.size <= 34 && p.y <= 20, JSON.stringify(p));
  assert.equal(peaks(() => true).length, 2);
  for (const p of peaks(() => true)) assert.ok(p.y < 0 && Math.abs(p.x) > 14, JSON.stringify(p));
});

test('the painter knows no game: what a chart does not say is paper, and names are text', () => {
  const c = { ...chart([[0, 0, { owner: 2, name: '<b>', building: 'town', state: 'damaged', walls: 63, rivers: 1, roads: 2 }], [2, 0, { t: 1, age: -1, building: 'nothing' }]]),
    crests: { 2: { colour: '#1B6B45', pattern: '__proto__', charge: 'sun' } } };
  const board = new Board(c), base = paint(board, {}, () => false);
  assert.deepEqual(names(board, nobody, {}, wide).map((n) => n.text), ['<b>']);
  assert.ok(flat(base).some((m) => m.is === 'symbol' && m.name === 'town'));
  assert.ok(flat(base).some((m) => m.is === 'symbol' && m.name === 'damaged'));
  assert.ok(flat(base).some((m) => m.is === 'group' && m.look === 'fog3'));
  assert.ok(flat(base).every((m) => m.is !== 'symbol' || m.name !== 'nothing'));
});
