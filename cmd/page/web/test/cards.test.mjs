// Battles as cards, what else a report tells, and how a battle ended for its reader.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { besides, cardsOf, endOf, menOf } = await bundled('weeks/cards.ts');

const army = (realm, name, before, after, fate) => ({ ...(realm && { realm }), name, id: `${realm ?? 0}/${name}`, before, after, ...(fate && { fate }) });
const fight = (week, at, one, two, won, more = {}) => ({ week, at, sides: [one, two].map((armies) => ({ ...(armies[0].realm && { realm: armies[0].realm }), armies })), won,
  result: { code: 'result', args: { week }, text: `Fight of week ${week} at ${at}.` }, ...more });

test('fights on one field between the same sides in weeks that follow are one card, whoever attacks, and each army counts once', () => {
  const all = [
    fight(1, '1/0', [army(3, 'A', 100, 90)], [army(2, 'X', 50, 30)], 1),
    fight(2, '1/0', [army(2, 'X', 30, 20)], [army(3, 'A', 90, 80), army(3, 'B', 10, 5)], 2),
    fight(2, '2/0', [army(3, 'C', 7, 7)], [army(2, 'Y', 9, 0, 'destroyed')], 1),
    fight(2, '1/0', [army(5, 'Z', 40, 10)], [army(3, 'A', 80, 75)], 2),
    fight(4, '1/0', [army(2, 'X', 20, 20)], [army(3, 'A', 75, 60)], 1),
  ];
  const cards = cardsOf(all, 3);
  assert.deepEqual(cards.map((c) => [c.at, c.weeks, c.sides.map((s) => [s.realms, s.before, s.after]), endOf(c, 3)]), [
    ['1/0', [1, 2], [[[3], 110, 85], [[2], 50, 20]], 'won'],
    ['1/0', [2], [[[3], 80, 75], [[5], 40, 10]], 'won'],
    ['1/0', [4], [[[3], 75, 60], [[2], 20, 20]], 'lost'],
    ['2/0', [2], [[[3], 7, 7], [[2], 9, 0]], 'won'],
  ]);
});

test('whose armies are all destroyed has lost, whatever fights were won before; a tie of fights is undecided', () => {
  const vain = (week) => fight(week, '1/0', [army(3, 'A', 10, 10)], [army(undefined, 'D', 9, 9)], 0);
  assert.equal(endOf(cardsOf([vain(1), vain(2)], 3)[0], 3), 'even');
  assert.equal(endOf(cardsOf([vain(1), fight(2, '1/0', [army(3, 'A', 10, 10)], [army(undefined, 'D', 9, 0, 'destroyed')], 0)], 3)[0], 3), 'won');
  assert.equal(endOf(cardsOf([fight(1, '1/0', [army(3, 'A', 10, 9)], [army(2, 'X', 9, 8)], 1), fight(2, '1/0', [army(2, 'X', 8, 8)], [army(3, 'A', 9, 0, 'destroyed')], 1)], 3)[0], 3), 'lost');
  assert.equal(endOf(cardsOf([fight(1, '1/0', [army(3, 'A', 10, 10)], [army(2, 'X', 9, 9)], 2)], 3)[0], 3), 'repulsed');
  assert.equal(endOf(cardsOf([vain(1)], 4)[0], 4), '');
});

test('what a card, a need or the money tells is told nowhere else, and three of a kind are one line', () => {
  const e = (code, args, tone, weight) => ({ code, args, phase: 'p', tone, weight, text: `${code} ${JSON.stringify(args)}` });
  const hungry = (army, men) => e('march-losses', { army, men, field: '1/1' }, 'loss', 2);
  const told = e('visitors', { field: '2/0' }, 'warn', 6);
  const f = {
    battles: [{ ...fight(1, '1/0', [army(3, 'A', 1, 1)], [army(2, 'X', 1, 1)], 1), course: [e('burned', { field: '1/0' })] }],
    needs: [told], money: [{ kind: 'income', code: 'land', amount: 1250, text: 'Land' }],
    weeks: [{ week: 1, events: [told, e('taxes', { gold: 1250 }, 'gain', 2), e('burned', { field: '1/0' }, 'loss', 3), hungry('A', 4), hungry('B', 5), hungry('C', 6), hungry('A', 4),
      e('conquered', { field: '1/0' }, 'gain', 5), e('named', { name: 'x' })] }],
  };
  const groups = besides(f);
  assert.deepEqual(groups.map((g) => g.map((x) => x.code)), [['conquered'], ['march-losses', 'march-losses', 'march-losses']]);
  assert.equal(menOf(groups[1]), 15);
  assert.deepEqual(besides({ ...f, battles: [], needs: [], money: [], weeks: [{ week: 0, events: [e('named', { name: 'x' })] }] }).map((g) => g[0].code), ['named']);
});

test('one attack that failed is lost only if somebody fell', () => {
  const ended = (b, me) => endOf(cardsOf([b], me)[0], me);
  const fought = (won, one, two = {}) => ({ won, sides: [{ armies: [{ realm: 4, name: 'E1', ...one }] }, { armies: [{ realm: 2, name: 'E2', ...two }] }] });
  assert.deepEqual([ended(fought(2, {}), 4), ended(fought(2, { fate: 'destroyed' }), 4), ended(fought(2, { before: 9, after: 8 }), 4)], ['repulsed', 'lost', 'lost']);
  assert.deepEqual([ended(fought(1, {}, { fate: 'destroyed' }), 2), ended(fought(1, {}), 2), ended(fought(2, {}), 2), ended(fought(2, {}), 7)], ['lost', 'lost', 'won', '']);
  assert.equal(ended({ ...fought(2, {}), equal: true }, 4), 'lost');
});
