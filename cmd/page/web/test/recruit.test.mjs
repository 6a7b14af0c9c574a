// The boxes of the recruit panel, in all games, by their own engines.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';
import { dice, engine, games, page, practised } from './games.mjs';

const { again, counted, edited, fill, raises, reinforced } = await bundled('desk/recruit.ts');
const { countPart } = await bundled('desk/armies.ts');
const { march } = await bundled('desk/command.ts');

// boxes are all of the panel, by place and kind, and by the army that is reinforced.
function boxes(store) {
  const { opened } = store.state, out = new Map();
  for (const u of opened.desk?.units ?? []) {
    if (countPart(opened.sections, u.action.draft) < 0) continue;
    for (const s of u.sites ?? []) if (!s.why) out.set(`${u.code} ${s.at}`, raises(store, u, s.at));
  }
  for (const x of reinforced(store)) if (!x.action.why) out.set(`+ ${x.army.name}`, again(store, x));
  return out;
}

const shows = (store) => Object.fromEntries([...boxes(store)].map(([k, b]) => {
  const all = b.lines(store.state.rows);
  return [k, all.length > 0 ? counted(store.state.opened.sections, edited(all)) : 0];
}));

// lines are the orders of a draft, whatever their order. Armies that it raises may have other numbers.
function lines(store) {
  const { rows, opened } = store.state, own = new Set((opened.desk?.armies ?? []).map((a) => a.name));
  return rows.filter((r) => r.kind === 'order')
    .map((r) => JSON.stringify([r.letter, r.form, r.values.map((v) => (v === r.army && !own.has(v) ? v.replace(/\d+$/, '#') : v))])).sort();
}

const text = (store) => store.state.drafts[0].text;

let all = 0;
for (const game of games) {
  test(`${game}: typing, correcting and emptying boxes in any order is as writing the last numbers at once`, async (t) => {
    const own = engine(t, game), table = await practised(own), roll = dice(72);
    let typed = 0;
    for (const begun of ['', table.first ?? '']) {
      for (let round = 0; round < 3; round++) {
        const steps = await page(own, table, begun), names = [...boxes(steps).keys()], last = new Map(), log = [];
        if (names.length === 0) continue;
        const few = names.filter(() => roll(3) === 0 || names.length < 4);
        for (let n = roll(14); n >= 0 && few.length > 0; n--) {
          const name = few[roll(few.length)], v = ['', '0', '1', '300', '500', String(1 + roll(4000))][roll(6)];
          await fill(steps, boxes(steps).get(name), v);
          last.set(name, v);
          log.push(`${name} = ${v || 'nothing'}`);
          typed++;
          const shown = shows(steps)[name];
          assert.equal(shown, Number(v), `${log.join(', ')}: the box shows ${shown}\n${text(steps)}`);
        }
        const once = await page(own, table, begun);
        for (const [name, v] of last) await fill(once, boxes(once).get(name), v);
        const how = `${log.join(', ')}:\n${text(steps)}\nat once:\n${text(once)}`;
        assert.deepEqual(shows(steps), shows(once), how);
        assert.deepEqual(lines(steps), lines(once), how);
      }
    }
    all += typed;
  });
}

test('numbers were typed', () => assert.ok(all > 60, `${all}`));

// reinforcing is a page of the game in which armies are reinforced.
async function reinforcing(t, draft) {
  for (const game of games) {
    const own = engine(t, game), table = await practised(own), store = await page(own, table, draft);
    if (reinforced(store).length > 0) return store;
  }
  return assert.fail('no army can be reinforced');
}

// As it was found: `R.L` 500 and `K.L` 1000 are typed at a place where an army can be reinforced, then that.
test('a reinforcement leaves the new recruits of its place as they are, and each box edits its own line', async (t) => {
  const store = await reinforcing(t, ''), { name, at } = reinforced(store)[0].army, place = at.replace('/', ' '), more = `${name} 300 ${place}`;
  const put = (box, v) => fill(store, boxes(store).get(box), v), orders = () => text(store).split('\n').filter((l) => /^[A-Z]\./.test(l));
  await put(`R.L ${at}`, '500');
  await put(`K.L ${at}`, '1000');
  await put(`+ ${name}`, '300');
  const [rider] = orders();
  assert.match(rider, /^R\.L \d+ 500 /);
  assert.ok(rider.endsWith(` ${place}`));
  assert.notEqual(rider, `${name} 500 ${place}`);
  assert.deepEqual(orders(), [rider, `K.L 1 1000 ${place}`, more]);
  await put(`R.L ${at}`, '700');
  await put(`+ ${name}`, '');
  assert.deepEqual(orders(), [rider.replace('500', '700'), `K.L 1 1000 ${place}`]);
  await put(`K.L ${at}`, '');
  assert.deepEqual(orders(), [rider.replace('500', '700')]);
});

test('of several new lines of a kind the box is the first, and the others stay', async (t) => {
  const store = await reinforcing(t, '$R\n+R.L 8 600 0 0\nR.L 9 900 0 0\n\n$E\n'), put = (v) => fill(store, boxes(store).get('R.L 0/0'), v);
  assert.equal(shows(store)['R.L 0/0'], 600);
  await put('650');
  assert.equal(text(store), '$R\n+R.L 8 650 0 0\nR.L 9 900 0 0\n\n$E\n');
  await put('');
  assert.equal(text(store), '$R\nR.L 9 900 0 0\n\n$E\n');
  assert.equal(shows(store)['R.L 0/0'], 900);
  await put('');
  await put('100');
  assert.equal(text(store), '$R\nR.L 9 100 0 0\n\n$E\n');
});

let sent = 0;
for (const game of games) {
  test(`${game}: men who were to join an army that is sent away become one where they are raised, also when typed anew`, async (t) => {
    const own = engine(t, game), table = await practised(own), store = await page(own, table, '');
    const [at] = (store.state.opened.desk.units ?? []).flatMap((u) => (u.sites ?? []).filter((s) => s.new !== undefined && !s.why).map((s) => ({ u, s })));
    if (!at) return;
    const joins = at.s.draft.values[2], box = () => raises(store, at.u, at.s.at), of = () => box().lines(store.state.rows).map((r) => r.values[2]);
    await fill(store, box(), '10');
    assert.deepEqual(of(), [joins]);
    await march(store, joins, (await own.reach({ army: joins }, text(store)))[0]);
    assert.deepEqual(of(), [at.s.new]);
    assert.equal((await own.check(text(store))).bad, 0, text(store));
    await fill(store, box(), '');
    await fill(store, box(), '12');
    assert.deepEqual(of(), [at.s.new]);
    sent++;
  });
}

test('armies were sent away', () => assert.ok(sent > 0));
