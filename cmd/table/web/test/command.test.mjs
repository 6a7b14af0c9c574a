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

test('where orders name a goal and no way, a click on a field in reach writes it, and one beyond writes nothing', async () => {
  const puts = [], s = store(puts);
  await c.march(s, 'Cortez', { label: '7', h: 0, y: 2 });
  assert.deepEqual(puts, []);
  await c.march(s, 'Cortez', { label: '8', h: 2, y: 2 });
  assert.deepEqual(puts, [{ line: 0, letter: 'A', form: 0, values: ['Cortez', '8'] }]);
});

test('a step that the army tries is written, whatever may come of it, and one that it cannot make is said', async () => {
  const puts = [], said = [], s = store(puts);
  s.state.opened.sections = [{ ...sections[0], forms: [{ example: '', parts: [part('army'), part('path')] }] }];
  s.state.opened.desk.armies[0].actions = [{ ...march, fields: [] }];
  s.engine.march = async (_, way) => ({ steps: [], stops: { code: '', text: `stops ${way}` }, ...(way === '1' ? { next: '8' } : {}) });
  s.say = (text) => said.push(text);
  s.state.way = { of: '' };
  await c.digit(s, 'Cortez', '2');
  await c.digit(s, 'Cortez', '1');
  assert.deepEqual([puts, said], [[{ line: 0, letter: 'A', form: 0, values: ['Cortez', '1'] }], ['stops 2']]);
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
