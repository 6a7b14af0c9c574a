import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from './bundled.mjs';

const { pricesOf } = await bundled('orders/prices.ts');
const legend = `Gebäude: Kürzel, Name, GS, Züge bis fertig
  BRG Burg                         60000    3
  STD Stadt                        80000    4
  MIN Mine                       wird gefunden, nicht gebaut

Einheiten. Treffer: so viele, bis eine fällt.
  Kürzel  Name                     Angriff  Dukaten
  INF     Infanterie                     2       20
  N-INF   Krieger                        1        -
  SOL     Soldaten                       1        8

Ein Anführer kostet 100 Dukaten, ein Arzt 50.
Eine Kolonie, jeder Ausbau und jeder
  Hafen kosten je 100 Dukaten. Eine Kolonie ist schön.
`;

test('a choice costs what its row of the table says, below what the columns are', () => {
  assert.deepEqual(pricesOf(legend, 'std'), ['Gebäude: Kürzel, Name, GS, Züge bis fertig', '  STD Stadt                        80000    4']);
  assert.deepEqual(pricesOf(legend, 'INF'), ['  Kürzel  Name                     Angriff  Dukaten', '  INF     Infanterie                     2       20']);
  assert.deepEqual(pricesOf(legend, 'Soldat')[1], '  SOL     Soldaten                       1        8');
});

test('without a table the sentence with a number is told', () => {
  assert.deepEqual(pricesOf(legend, 'Hafen'), ['Eine Kolonie, jeder Ausbau und jeder Hafen kosten je 100 Dukaten.']);
  assert.deepEqual(pricesOf(legend, 'Kolonie'), ['Eine Kolonie, jeder Ausbau und jeder Hafen kosten je 100 Dukaten.']);
  assert.deepEqual(pricesOf(legend, 'Arzt'), ['Ein Anführer kostet 100 Dukaten, ein Arzt 50.']);
  assert.deepEqual(pricesOf(legend, 'Drache'), []);
  assert.deepEqual(pricesOf(legend, ''), []);
});
