// The boxes of the forms and of an army's line, in all games, by their own engines.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';
import { dice, engine, games, page, practised } from './games.mjs';

const { asked, take, typed, whole } = await bundled('desk/boxes.ts');
const { part } = await bundled('desk/command.ts');
const { erased, formOf } = await bundled('desk/armies.ts');
const { change } = await bundled('desk/desk.ts');

const text = (store) => store.state.drafts[0].text;
const rowOf = (store, line) => store.state.rows.find((r) => r.line === line);

// given are what may be typed into a box, or chosen in it.
function given({ opened }, p, field) {
  if (field?.choices) return field.choices.filter((c) => !c.why).map((c) => c.value);
  const some = { number: ['1', '12', '3000'], choice: p.choices, realm: opened.realms.filter((r) => r.number !== opened.realm).map((r) => String(r.number)),
    army: (opened.desk?.armies ?? []).slice(0, 4).map((a) => a.name), place: (opened.chart?.cells ?? []).slice(0, 4).map((c) => c.label), path: ['1', '123', '62'] }[p.kind] ?? [];
  return [...some, ...(p.example ? [p.example] : [])];
}

// filled are values in each box that a line needs, for those that a draft leaves open.
const filled = (state, f, draft) => f.parts.map((p, i) => draft?.[i] || p.example || (p.needed ? given(state, p)[0] ?? 'Neu' : ''));

// forms are a draft with a line of each form of a game, by the numbers of its lines.
async function forms(own, store) {
  const of = new Map();
  let all = '';
  for (const { letter, forms } of store.state.opened.sections.filter((s) => s.kind === 'lines')) {
    all += `$${letter}\n`;
    for (const [form, f] of forms.entries()) {
      all += (await own.put('', [{ line: 0, letter, form, values: filled(store.state, f) }])).split('\n')[1] + '\n';
      of.set(all.split('\n').length - 1, { letter, form });
    }
  }
  return { all, of };
}

let boxes = 0;
for (const game of games) {
  test(`${game}: typing, correcting and emptying the boxes of all forms in any order is as writing the last values at once`, async (t) => {
    const own = engine(t, game), table = await practised(own), roll = dice(72), { all, of } = await forms(own, await page(own, table));
    for (let round = 0; round < 3; round++) {
      const store = await page(own, table, all), last = new Map(), open = new Map(), log = [];
      for (let n = 0; n < 10 * of.size; n++) {
        const line = [...of.keys()][roll(of.size)], row = rowOf(store, line), is = of.get(line), form = formOf(store.state.opened.sections, is.letter, is.form);
        assert.equal(row.form, is.form, `${text(store).split('\n')[line - 1]} is of another form after ${log.join('; ')}`);
        const can = asked(form), now = open.get(line) ?? row.values;
        if (can.length === 0) continue; // words that are always there
        if (roll(3) === 0) {
          if (!whole(form, now)) continue;
          await take(store, { ...is, values: now }, row);
          open.delete(line);
          continue;
        }
        const [p, i] = can[roll(can.length)], some = ['', ...given(store.state, p)], v = some[roll(some.length)];
        open.set(line, typed(now, i, v));
        last.set(line, (last.get(line) ?? row.values).map((x, k) => (k === i ? v : x)));
        log.push(`${line}: ${p.name} = ${v || 'nothing'}`);
        boxes++;
      }
      for (const [line, values] of open) { // what is still open is filled in
        const { letter, form } = of.get(line), f = formOf(store.state.opened.sections, letter, form), wants = (x, i) => (x === '' && f.parts[i].needed ? filled(store.state, f)[i] : x);
        await take(store, { letter, form, values: values.map(wants) }, rowOf(store, line));
        last.set(line, last.get(line).map(wants));
      }
      assert.equal(text(store), await own.put(all, [...last].map(([line, values]) => ({ ...of.get(line), line, values }))), log.join('; '));
    }
  });

  test(`${game}: the boxes of an army's line write each value that the line can have`, async (t) => {
    const own = engine(t, game), table = await practised(own), roll = dice(72), { armies } = (await page(own, table)).state.opened.desk, seen = new Set();
    for (const a of armies ?? []) for (const x of a.actions ?? []) {
      const { letter, form } = x.draft, key = `${letter} ${form} ${x.code}`;
      if (!x.fields || seen.has(key)) continue;
      seen.add(key);
      const empty = await page(own, table), f = formOf(empty.state.opened.sections, letter, form);
      const begun = await own.put('', [{ line: 0, letter, form, values: filled(empty.state, f, x.draft.values) }]), store = await page(own, table, begun), line = 2, row = rowOf(store, line);
      if (row.form !== form) continue;
      const last = [...row.values], log = [];
      for (let n = 0; n < 8; n++) {
        const field = x.fields[roll(x.fields.length)], p = f.parts[field.part], some = ['', ...given(store.state, p, field)], v = some[roll(some.length)];
        await part(store, row, field.part, v);
        if (v !== '' || !p.needed) last[field.part] = v;
        log.push(`${p.name} = ${v || 'nothing'}`);
        boxes++;
      }
      assert.equal(text(store), await own.put(begun, [{ line, letter, form, values: last }]), `${begun} ${log.join('; ')}`);
    }
  });
}

test('boxes were typed in', () => assert.ok(boxes > 2000, `${boxes}`));

test('boxes write into no other line than theirs', async (t) => {
  const own = engine(t, games[0]), table = await practised(own), store = await page(own, table, '$R\nR.L 8 600 0 0\nR.L 9 900 0 0\nR.L 7 500 0 0\n');
  const row = rowOf(store, 3), { letter, form } = row;
  await take(store, { letter, form, values: row.values.map((v) => (v === '900' ? '950' : v)) }, row);
  assert.equal(text(store), '$R\nR.L 8 600 0 0\nR.L 9 950 0 0\nR.L 7 500 0 0\n');
  const open = rowOf(store, 3);
  await change(store, (rows) => [erased(rows.find((r) => r.line === 2))]); // line 3 is another one now
  await take(store, { letter, form, values: row.values }, open);
  assert.equal(text(store), '$R\nR.L 9 950 0 0\nR.L 7 500 0 0\n');
});
