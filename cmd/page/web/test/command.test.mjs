import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const c = await bundled('desk/command.ts');

const part = (kind) => ({ name: kind, title: kind, kind, needed: true });
const sections = [{ letter: 'A', names: [], kind: 'lines', examples: [], forms: [{ example: '', parts: [part('army'), part('place')] }] }];
const march = { code: 'march', name: 'march', draft: { letter: 'A', form: 0, values: ['Cortez', ''] },
  fields: [{ part: 1, choices: [{ value: '8', name: '8' }] }] };

// store is a page whose engine reaches area 8 and notes the changes.
function store(puts) {
  const state = { opened: { sections, chart: { cells: [{ label: '9', h: 4, y: 2 }, { label: '8', h: 2, y: 2 }, { label: '7', h: 0, y: 2 }] },
    desk: { weeks: 0, armies: [{ name: 'Cortez', kind: 'leader', text: '', at: '9', actions: [march] }] } },
    drafts: [{ id: 1, text: '', turn: 1 }], draft: 1, made: [], rows: [], readOf: '', undo: [], redo: [], lang: 'en', view: 'army' };
  return { state, set: (s) => Object.assign(state, s), say: (t) => assert.fail(t),
    engine: { raised: async () => [], reach: async () => [{ at: '8', h: 2, y: 2, left: 0, way: '5' }], put: async (text, changes) => { puts.push(...changes); return text; } } };
}

test('where orders name a goal and no way, a click on a field in reach writes it, and of one beyond the engine says why', async () => {
  const puts = [], said = [], s = store(puts);
  s.say = (text) => said.push(text);
  s.engine.march = async (_, way) => ({ steps: [{ at: '8', h: 2, y: 2 }], stops: { code: '', text: `too far: ${way}` } });
  await c.march(s, 'Cortez', { label: '7', h: 0, y: 2 });
  assert.deepEqual([puts, said], [[], ['Cortez comes only as far as 8 this turn. too far: 55']]);
  await c.march(s, 'Cortez', { label: '8', h: 2, y: 2 });
  assert.deepEqual(puts, [{ line: 0, letter: 'A', form: 0, values: ['Cortez', '8'] }]);
});

test('a step that the army tries is written, whatever may come of it, and one that it cannot make is said', async () => {
  const puts = [], said = [], s = store(puts);
  s.state.opened.sections = [{ ...sections[0], forms: [{ example: '', parts: [part('army'), part('path')] }] }];
  s.state.opened.desk.armies[0].actions = [{ ...march, fields: [] }];
  s.engine.march = async (_, way) => ({ steps: [], stops: { code: '', text: `stops ${way}` }, ...(way === '1' ? { tries: [{ at: '8', h: 5, y: 3 }] } : {}) });
  s.say = (text) => said.push(text);
  s.state.way = { of: '' };
  await c.digit(s, 'Cortez', '2');
  await c.digit(s, 'Cortez', '1');
  assert.deepEqual([puts, said], [[{ line: 0, letter: 'A', form: 0, values: ['Cortez', '1'] }], ['stops 2']]);
});

// walks makes of the page one in which orders say the way, and an army defends or conquers.
function walks(s) {
  s.state.opened.sections = [{ ...sections[0], forms: [{ example: '', parts: [part('army'), { ...part('path'), needed: false }, { ...part('choice'), choices: ['V', 'E'] }] }] }];
  s.state.opened.desk.armies[0].actions = ['V', 'E'].map((v) => ({ code: v === 'V' ? 'hold' : 'conquer', name: v, draft: { letter: 'A', form: 0, values: ['Cortez', '', v] } }));
  s.state.way = { of: 'Cortez', reached: [{ at: '8', h: 2, y: 2, way: '5', does: 'conquer' }] };
  const lines = (text) => (text ? [{ line: 1, kind: 'order', letter: 'A', form: 0, army: 'Cortez', values: text.split(' ') }] : []);
  s.engine.read = async (text) => lines(text);
  s.engine.put = async (_, changes) => changes[0].values.join(' ');
  s.text = () => s.state.drafts[0].text;
}

test('a click on a hex of which nothing is known does what the key does, and keeps the kind of march', async () => {
  for (const go of [() => c.march(s, 'Cortez', { h: 1, y: 3 }), () => c.digit(s, 'Cortez', '6')]) {
    var s = store([]);
    walks(s);
    s.engine.march = async (_, way) => (way === '56' ? { steps: [{ at: '8', h: 2, y: 2 }], stops: { text: 'unknown' }, tries: [{ at: '?', h: 1, y: 3 }] } : { steps: [{ at: '8', h: 2, y: 2 }] });
    await c.march(s, 'Cortez', { label: '8', h: 2, y: 2 });
    assert.equal(s.text(), 'Cortez 5 E'); // proposed
    await go();
    assert.equal(s.text(), 'Cortez 56 E');
    await c.march(s, 'Cortez', { label: '9', h: 4, y: 2 });
    assert.equal(s.text(), 'Cortez  V'); // it stays, and conquers nothing
  }
});

test('a click far into the unknown is tried, one on known land beyond what stops an army is not', async () => {
  const s = store([]), said = [];
  walks(s);
  s.say = (text) => said.push(text);
  s.engine.march = async () => ({ steps: [], stops: { text: 'a wall' }, tries: [{ at: '8', h: 2, y: 2 }] });
  await c.march(s, 'Cortez', { label: '7', h: 0, y: 2 });
  assert.deepEqual([s.text(), said], ['', ['Cortez does not come there this turn. a wall']]);
  await c.march(s, 'Cortez', { h: -4, y: 2 });
  assert.equal(s.text(), 'Cortez 5555 V');
});

test('who lands is taken there by his fleet: both lines are written, in order, and in the place of those before', async () => {
  const a = await bundled('desk/armies.ts'), land = { letter: 'A', form: 1, values: ['Cortez', 'from', 'Fleet_1'] };
  const x = { code: 'land', name: 'Land', draft: { letter: 'A', form: 0, values: ['Fleet_1', ''] }, then: [land] };
  const row = (line, form, ...values) => ({ line, kind: 'order', letter: 'A', form, army: values[0], values });
  const sail = { letter: 'A', form: 0, values: ['Fleet_1', '8'] };
  const boards = row(2, 1, 'Cortez', 'on', 'Fleet_1');
  assert.deepEqual(a.together(x, sail.values, [boards]), [{ line: 0, ...sail }, { line: 0, ...land }]);
  assert.deepEqual(a.together(x, sail.values, [row(3, 0, 'fleet_1', '7'), row(5, 1, ...land.values)]), [{ line: 3, ...sail }, { line: 5, ...land }]);
  const [first, gone, ...rest] = a.together(x, sail.values, [row(2, 1, ...land.values), boards]);
  assert.deepEqual([first, gone.line, gone.remove, ...rest], [{ line: 0, ...sail }, 2, true, { line: 0, ...land }]);
});

test('of who is carried, the panel says what the receipt says of his lines and of his fleet', async () => {
  const a = await bundled('desk/armies.ts'), row = (line, army, ...more) => ({ line, kind: 'order', letter: 'A', form: 0, army, values: [army, ...more] });
  const state = { rows: [row(2, 'Cortez', 'on', 'Fleet_1'), row(3, 'Fleet_1', '8'), row(4, 'Fleet_2', '7')], readOf: '', checkedOf: '',
    checked: { inForce: [{ line: 2, text: 'He boards.' }, { line: 3, text: 'It sails.' }, { line: 4, text: 'Another sails.' }] } };
  assert.equal(a.carried(state, { name: 'Cortez' }), 'He boards. It sails.');
});

test('where no order holds an army, hold writes no half line', async () => {
  const puts = [];
  await c.hold(store(puts), 'Cortez');
  assert.deepEqual(puts, []);
});

test('who is to stay where no order says so is no longer idle, until undo or hold takes it back', async () => {
  const a = await bundled('desk/armies.ts'), desk = await bundled('desk/desk.ts'), s = store([]), idle = () => a.idle(s.state).map((x) => x.name);
  const badge = () => a.badgeOf(s.state.opened.desk.armies[0], s.state.rows, sections, s.state.opened, a.staying(s.state));
  assert.deepEqual([idle(), badge()], [['Cortez'], '!']);
  await c.hold(s, 'Cortez');
  assert.deepEqual([idle(), badge(), s.state.drafts[0].text], [[], '✓', '']);
  desk.undo(s);
  assert.deepEqual([idle(), badge()], [['Cortez'], '!']);
  desk.redo(s);
  assert.deepEqual(idle(), []);
  await c.hold(s, 'Cortez');
  assert.deepEqual(idle(), ['Cortez']);
});

test('hold takes a goal back with the same step, and to remove an order makes an army idle', async () => {
  const a = await bundled('desk/armies.ts'), desk = await bundled('desk/desk.ts'), s = store([]);
  const row = { line: 1, kind: 'order', letter: 'A', form: 0, army: 'Cortez', values: ['Cortez', '8'] };
  s.state.drafts[0].text = s.state.readOf = 'Cortez 8';
  s.state.rows = [row];
  s.engine.read = async (text) => (text ? [row] : []);
  s.engine.put = async (_, changes) => { assert.equal(changes[0].remove, true); return ''; };
  await c.hold(s, 'Cortez');
  assert.deepEqual([s.state.drafts[0].text, s.state.undo.length, a.idle(s.state)], ['', 1, []]);
  desk.undo(s);
  assert.deepEqual([s.state.drafts[0].text, a.staying(s.state)], ['Cortez 8', []]);
  s.state.rows = [row]; s.state.readOf = 'Cortez 8';
  await c.drop(s, row);
  assert.deepEqual(a.idle(s.state).map((x) => x.name), ['Cortez']);
});

test('the line of a need goes in place of one about the same army, and otherwise at the end', async () => {
  const desk = await bundled('desk/desk.ts');
  const row = (line, name) => ({ line, kind: 'order', letter: 'A', form: 0, values: [name, '0'] });
  for (const [was, line] of [['Cortez', 7], ['Hudson', 0]]) {
    const puts = [], s = store(puts);
    s.state.rows = [row(7, was)];
    s.engine.read = async (text) => { assert.equal(text, '$A\nCortez 0\n\n$E\n'); return [{ line: 1, kind: 'head', letter: 'A', form: -1, values: null }, row(2, 'Cortez')]; };
    await desk.add(s, 'A', 'Cortez 0');
    assert.deepEqual(puts, [{ line, letter: 'A', form: 0, values: ['Cortez', '0'] }]);
  }
});

// The harbour has a leader who takes units, boards and lands, and a fleet. Its text is written as its changes say.
function harbour(...lines) {
  const s = store([]), form = (...kinds) => ({ example: '', parts: kinds.map((k) => ({ ...part(k), name: k === 'army' ? 'leader' : k })) });
  const draft = (form, ...values) => ({ letter: 'A', form, values }), action = (code, d, more) => ({ code, name: code, draft: d, ...more });
  const forms = [form('army', 'place'), form('army', 'choice', 'fleet'), form('army', 'choice', 'kind', 'number', 'army')];
  forms[2].parts[4].needed = false;
  const take = action('take', draft(2, 'Raleigh', 'takes', '', '', ''), { beside: true, before: [draft(0, 'Raleigh', ''), draft(1, 'Raleigh', '', ''), draft(0, 'Fleet_1', '')], fields: [{ part: 2 }, { part: 3 }] });
  const embark = action('embark', draft(1, 'Raleigh', 'on', 'Fleet_1'), { before: [draft(0, 'Fleet_1', '')], ends: [draft(1, 'Raleigh', 'from', 'Fleet_1')] });
  const land = action('land', draft(1, 'Raleigh', 'from', 'Fleet_1'), { beside: true });
  const sail = action('march', draft(0, 'Fleet_1', ''), { fields: [{ part: 1 }], ends: [draft(1, '', 'from', 'Fleet_1')] });
  s.state.opened.sections = [{ ...sections[0], forms }];
  s.state.opened.desk.armies = [{ name: 'Raleigh', actions: [land, { ...march, draft: draft(0, 'Raleigh', '') }, embark, take] }, { name: 'Fleet_1', actions: [sail] }];
  s.engine.read = async (text) => text.split('\n').filter(Boolean).map((l, i) => {
    const values = l.split(' ');
    return { line: i + 1, kind: 'order', letter: 'A', form: values.length === 2 ? 0 : values.length === 3 ? 1 : 2, army: values[0], values };
  });
  s.engine.put = async (text, changes) => {
    const old = text.split('\n').filter(Boolean), gone = new Set(), before = new Map(), end = [];
    for (const x of changes) {
      const line = x.values.filter(Boolean).join(' ');
      if (x.remove) gone.add(x.line); else if (x.line > 0) old[x.line - 1] = line; else if (x.before) before.set(x.before, line); else end.push(line);
    }
    return [...old.flatMap((l, i) => [...(before.has(i + 1) ? [before.get(i + 1)] : []), ...(gone.has(i + 1) ? [] : [l])]), ...end].join('\n');
  };
  s.state.drafts[0].text = lines.join('\n');
  s.text = () => s.state.drafts[0].text.split('\n');
  return { s, take, embark, land };
}

test('units are taken before a leader boards, and he boards before his fleet sails, in whatever order he is told', async () => {
  const a = await bundled('desk/armies.ts'), desk = await bundled('desk/desk.ts');
  const want = ['Raleigh takes INF 3', 'Raleigh on Fleet_1', 'Fleet_1 25'];
  for (const boards of [0, 1]) {
    const { s, take, embark } = harbour('Fleet_1 25'), raleigh = c.armyOf(s, 'Raleigh');
    const does = [() => desk.change(s, (rows) => {
      const values = a.filled(take, s.state.opened.sections, c.current(s, raleigh, rows));
      assert.equal(values[4], ''); // nobody takes from himself
      return c.given(s, raleigh, take, ['Raleigh', 'takes', 'INF', '3', values[4]], rows);
    }), () => c.act(s, 'Raleigh', embark)];
    await does[boards]();
    await does[1 - boards]();
    assert.deepEqual(s.text(), want);
  }
});

test('a landing is written behind the voyage, once, and goes with the boarding or the voyage', async () => {
  const lines = ['Raleigh takes INF 3', 'Raleigh on Fleet_1', 'Fleet_1 25'];
  for (const [drops, left] of [[2, ['Raleigh takes INF 3', 'Fleet_1 25']], [3, lines.slice(0, 2)]]) {
    const { s, land } = harbour(...lines);
    await c.act(s, 'Raleigh', land);
    await c.act(s, 'Raleigh', land);
    assert.deepEqual(s.text(), [...lines, 'Raleigh from Fleet_1']);
    await c.drop(s, s.state.rows.find((r) => r.line === drops));
    assert.deepEqual(s.text(), left);
  }
  const { s } = harbour(...lines, 'Raleigh from Fleet_1'), raleigh = c.armyOf(s, 'Raleigh');
  await c.act(s, 'Raleigh', { ...raleigh.actions[1], draft: { letter: 'A', form: 0, values: ['Raleigh', '8'] }, fields: [] });
  assert.deepEqual(s.text(), ['Raleigh takes INF 3', 'Raleigh 8', 'Fleet_1 25']);
});

test('a click on an enemy attacks it: at once where it can be reached, and otherwise from beside it', async () => {
  const aimed = (at) => ({ code: 'attack', name: 'Attack', draft: { letter: 'K', form: 0, values: ['Cortez', '>', ''] }, ...(at ? { fields: [{ part: 2, choices: [{ value: at, name: at }] }] } : { why: { code: '', text: 'nobody' } }) });
  const walk = { code: 'march', name: 'march', draft: { letter: 'A', form: 0, values: ['Cortez', ''] } };
  const begin = (near) => {
    const s = store([]);
    s.state.opened.sections = [{ ...sections[0], forms: [{ example: '', parts: [part('army'), part('path')] }] }, { ...sections[0], letter: 'K', forms: [{ example: '', parts: [part('army'), part('choice'), part('places')] }] }];
    s.state.opened.desk.armies[0].actions = [walk, aimed(near)];
    s.state.table = { realm: 1, facts: { armies: [{ at: '7', realm: 2 }] } };
    s.state.way = { of: '' };
    s.engine.march = async () => ({ steps: [], stops: { text: 'the enemy is in the way' } });
    s.engine.read = async (text) => text.split('\n').filter(Boolean).map((t, i) => ({ line: i + 1, kind: 'order', letter: t[0], form: 0, army: 'Cortez', values: t.slice(2).split(' ') }));
    s.engine.put = async (text, changes) => text + changes.map((x) => `${x.letter} ${x.values.join(' ')}\n`).join('');
    s.engine.raised = async (text) => (text.includes('A Cortez 5') ? [{ ...s.state.opened.desk.armies[0], to: '8', actions: [walk, aimed(s.reaches)] }] : []);
    s.text = () => s.state.drafts[0].text;
    return s;
  };
  const there = { label: '7', h: 0, y: 2 }, beside = begin('7'), far = begin(), shut = begin();
  await c.march(beside, 'Cortez', there);
  assert.equal(beside.text(), 'K Cortez > 7\n');
  far.reaches = '7';
  await c.march(far, 'Cortez', there);
  assert.equal(far.text(), 'A Cortez 5\nK Cortez > 7\n');
  const said = [];
  shut.say = (text) => said.push(text);
  await c.march(shut, 'Cortez', there);
  assert.deepEqual([shut.text(), said.length], ['', 1]); // nobody can attack it from there
});

test('a field that the commanded army reaches is a target, until it goes there; of no other army is it one', () => {
  const spot = (label, h) => ({ label, h, y: 0 }), way = { of: 'Cortez', at: '0', steps: [], tries: [], reached: [spot('1', 2), spot('2', 4)], still: null };
  const target = (label, h, more = {}, army = 'Cortez') => c.isTarget({ army, way: { ...way, ...more } }, spot(label, h));
  assert.deepEqual([target('1', 2), target('2', 4), target('3', 6)], [true, true, false]);
  assert.deepEqual([target('1', 2, {}, 'Pizarro'), target('1', 2, {}, null)], [false, false]); // whose reach is still to come
  assert.equal(target('0', 0, { reached: [spot('0', 0)] }), false); // where it starts
  const begun = { steps: [spot('1', 2)], still: [spot('3', 6)] };
  assert.deepEqual([target('1', 2, begun), target('2', 4, begun), target('3', 6, begun)], [false, true, true]);
  assert.deepEqual([target('1', 2, { ...begun, tries: [spot('2', 4)] }), target('2', 4, { ...begun, tries: [spot('2', 4)] })], [true, false]);
});
