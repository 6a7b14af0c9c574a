// A turn's data, small and made by hand.
export const facts = (turn) => ({
  schema: 1, rulebook: 'duel', rules: 3, turn, title: `Zug ${turn}`, lang: 'de',
  realm: { number: 4, name: 'Fenmark', values: { gold: 120 } },
  refused: [{ line: 3, code: 'x', text: 'Zeile 3 …' }],
  weeks: [{ week: 1, events: [{ phase: 'march', code: 'moved', args: { n: 2, at: '1/0' }, text: 'Ein Marsch.' }],
    sightings: [{ at: '1/0', by: ['K.M 1'], terrain: 'F', armies: [{ realm: 2, name: '', kind: 'R.L', men: 300 }] }] }],
  realms: [{ number: 2, name: 'Arrak', fallen: true }],
  fields: [{ at: '0/0', own: true, terrain: 'F', values: { yield: 12 } }],
  armies: [{ realm: 4, name: 'K.M 1', at: '0/0', men: 1000, parts: [{ name: 'a', men: 3 }] }],
  money: [{ kind: 'income', code: 'land', amount: 50, text: 'Land' }],
  letters: [{ from: 2, name: 'Arrak', text: 'Friede?' }],
  standings: { columns: [{ code: 'fields', text: 'Felder' }], rows: [{ realm: 2, name: 'Arrak', place: 1, numbers: [4] }] },
});

export const table = (turn, more = {}) => ({
  schema: 1, program: '1.0', rulebook: 'duel', rules: 3, world: 'Moor', address: 'spiel@moor.example', realm: 4,
  lang: 'de', turn, deadline: '2027-03-12T20:00:00+01:00', tables: 'a = 1\n', known: 'AAEC', facts: facts(turn - 1), ...more,
});
