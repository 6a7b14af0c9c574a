import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { facts, table } from './data.mjs';
import { bundled as load } from './bundled.mjs';

const { readTable, Newer } = await load('inout/shapes.ts');
const { unpack, DATA, ZIP } = await load('inout/unpack.ts');
const { mailto, letter, fileName, subject, LINK } = await load('inout/send.ts');
const { mine, readMine, packed } = await load('inout/mine.ts');
const { bring, anew } = await load('inout/bring.ts');
const { Store, secure, unsaved } = await load('state.ts');
const { runs } = await load('inout/files.tsx');

const where = (change) => {
  const t = structuredClone(table(3));
  change(t);
  try { readTable(t); return 'taken'; } catch (e) { return e.message; }
};

test('turns that follow each other are named in short', () => {
  assert.equal(runs([1, 2, 3, 5, 7, 8]), '1–3, 5, 7–8');
  assert.equal(runs([]), '');
});

test('good data is taken as it is, and what nobody asks for is left out', () => {
  const t = table(3, { orders: '$A\n', bare: true, page: 'https://moor.example/tisch.html' });
  assert.deepEqual(readTable(structuredClone(t)), t);
  assert.equal(readTable(table(3, { spoken: 7 })).spoken, 7, 'the engine needs it to judge what follows');
  assert.deepEqual(readTable({ ...t, evil: '<b>' }), t);
  // Go writes an empty list as null
  const empty = structuredClone(t);
  empty.facts.weeks = null;
  assert.deepEqual(readTable(empty).facts.weeks, []);
});

test('whatever is not as it should be is refused, and said where', () => {
  assert.equal(where((t) => { t.realm = '4'; }), 'realm: number');
  assert.equal(where((t) => { t.realm = 1.5; }), 'realm: number');
  assert.equal(where((t) => { t.realm = 0; }), 'realm: range');
  assert.equal(where((t) => { delete t.facts; }), 'facts: object');
  assert.equal(where((t) => { t.facts.weeks[0].events[0].text = { toString: 1 }; }), 'facts.weeks[0].events[0].text: text');
  assert.equal(where((t) => { t.facts.weeks[0].events[0].text = 'x'.repeat(8001); }), 'facts.weeks[0].events[0].text: long');
  assert.equal(where((t) => { t.facts.fields = Array(50_001).fill({ at: '0/0' }); }), 'facts.fields: many');
  assert.equal(where((t) => { t.facts.fields[0].values = JSON.parse('{"__proto__": 1}'); }), 'facts.fields[0].values: key');
  assert.equal(where((t) => { t.lang = 'fr'; }), 'lang: value');
  assert.equal(where((t) => { t.known = 'a<b'; }), 'known: value');
  assert.equal(where((t) => { t.address = 7; }), 'address: text');
  assert.equal(where((t) => { t.page = 7; }), 'page: text');
  for (const deadline of ['morgen', '2027-03-12T20:00:00Z<b>', '2027-03-12T20:00:00Z\n', '2027-13-12T20:00:00Z', '2027-03-12T25:00:00Z']) {
    assert.equal(where((t) => { t.deadline = deadline; }), 'deadline: value', deadline);
  }
  assert.equal(where((t) => { t.facts.rulebook = 'other'; }), 'facts.realm: value');
  const deep = { name: 'a' };
  assert.equal(where((t) => { for (let a = deep, i = 0; i < 9; i++) { a.parts = [{ name: 'b' }]; a = a.parts[0]; } t.facts.armies = [deep]; }),
    'facts.armies[0].parts[0].parts[0].parts[0].parts: many');
});

test('an address that would write a head of a mail is refused', () => {
  for (const address of ['a@b.example\r\nBcc: c@d.example', 'a@b.example\n', '\ra@b.example', 'a\r\n@b.example', 'a@b\u2028.example', 'a@b\x7f.example']) {
    assert.equal(where((t) => { t.address = address; }), 'address: value', JSON.stringify(address));
    assert.throws(() => mailto('$E\n', { ...table(3), address }, 'de'), RangeError, JSON.stringify(address));
  }
  const { href } = mailto('$E\n', { ...table(3), address: 'zug@müller.example' }, 'de');
  assert.ok(href.startsWith('mailto:zug@m%C3%BCller.example?subject='), href);
});

test('an address or a page that cannot be linked is left out, and the table is taken', () => {
  for (const address of ['', 'a?body=x@b.example', 'a%0A@b.example', 'a@b.example?bcc=c@d.example', 'a@b.example,c@d.example',
    'a@b\u3000.example', `${'a'.repeat(300)}@b.example`, '"zug, neu"@b.example']) {
    assert.equal(readTable(table(3, { address })).address, '', address);
  }
  assert.equal(readTable(table(3, { address: 'zug+1@moor.example' })).address, 'zug+1@moor.example');
  for (const page of ['javascript:alert(1)', 'file:///etc/passwd', 'https://a b', `https://a.example/${'x'.repeat(1000)}`]) {
    assert.ok(!('page' in readTable(table(3, { page }))), page);
  }
});

test('texts are without NUL and halves of characters', () => {
  const t = table(3, { world: 'Mo\0or' });
  t.facts.letters[0].text = 'a\ud83d b\ude00 \u{1f600}';
  assert.equal(readTable(t).world, 'Moor');
  assert.equal(readTable(t).facts.letters[0].text, 'a\ufffd b\ufffd \u{1f600}');
  const bad = table(3);
  bad.facts.names = { 'a\0': 'x' };
  assert.throws(() => readTable(bad), /key/);
});

test('data that is newer than the page says so', () => {
  const t = { ...table(3), schema: 2, page: 'https://moor.example/neu', known: 17 };
  assert.throws(() => readTable(t), (e) => e instanceof Newer && e.page === 'https://moor.example/neu');
});

const json = (v) => strToU8(JSON.stringify(v));
const why = (does) => { try { does(); return 'taken'; } catch (e) { return e.why ?? String(e); } };

test('files: plain, zipped, gzipped, with limits before and after unpacking', () => {
  assert.deepEqual(unpack('a.json', json({ a: 1 })), [{ name: 'a.json', json: { a: 1 } }]);
  assert.deepEqual(unpack('a.json', new Uint8Array([0xef, 0xbb, 0xbf, ...json([1])])), [{ name: 'a.json', json: [1] }]);
  assert.deepEqual(unpack('a.zip', zipSync({ 'x/TISCH.json': json([1]), 'readme.txt': json('no') })), [{ name: 'x/TISCH.json', json: [1] }]);
  assert.deepEqual(unpack('a.json.gz', gzipSync(json([2]))), [{ name: 'a.json.gz', json: [2] }]);
  assert.equal(why(() => unpack('a', new Uint8Array(0))), 'empty');
  assert.equal(why(() => unpack('a', strToU8('{'))), 'json');
  assert.equal(why(() => unpack('a', new Uint8Array([0x22, 0xff, 0x22]))), 'json');
  assert.equal(why(() => unpack('a', strToU8('['.repeat(100_000)))), 'json');
  assert.equal(why(() => unpack('a.zip', zipSync({ 'a.txt': json(1) }))), 'empty');
  assert.equal(why(() => unpack('a.zip', zipSync(Object.fromEntries([...Array(21)].map((_, i) => [`${i}.json`, json(i)]))))), 'entries');
  const zip = zipSync({ 'a.json': json([1]) });
  assert.equal(why(() => unpack('a.zip', zip.subarray(0, 40))), 'damaged');
  const noise = zipSync({ 'a.json': json(Array.from({ length: 9000 }, (_, i) => (i * 7919) % 1000)) });
  assert.equal(why(() => unpack('a.zip', noise.subarray(0, noise.length >> 1))), 'damaged');
  assert.equal(why(() => unpack('a', new Uint8Array(DATA.plain + 1).fill(0x20))), 'plain');
  const random = Uint8Array.from({ length: ZIP.packed + 10 }, (_, i) => (i * 7919 * (i >> 3)) & 255);
  assert.equal(why(() => unpack('a.zip', zipSync({ 'a.json': [random, { level: 0 }] }))), 'packed');
  // bombs: small before, large after
  const zeros = new Uint8Array(DATA.plain + 1);
  assert.equal(why(() => unpack('a.zip', zipSync({ 'a.json': zeros }))), 'plain');
  assert.equal(why(() => unpack('a.zip', zipSync({ 'a.json': zeros.subarray(0, 5 << 20), 'b.json': zeros.subarray(0, 5 << 20) }))), 'plain');
  assert.equal(why(() => unpack('a.gz', gzipSync(new Uint8Array((64 << 20) + 1)))), 'plain');
});

test('a link for the mail program has the orders only while it is short, and never a password', () => {
  const t = table(8);
  const orders = '$I 4 geheim-1 8\n\n$A\nK.M 1 0 V+\n';
  const link = mailto(orders, t, 'de');
  assert.equal(link.whole, true);
  assert.equal(link.href, 'mailto:spiel@moor.example?subject=Zug%208&body=%24I%204%20%3CPASSWORT%3E%208%0D%0A%0D%0A%24A%0D%0AK.M%201%200%20V%2B%0D%0A');
  // ä is six characters in a link: the longest that fits, and one more
  const base = mailto('$A\n;', t, 'de').href.length;
  const fits = '$A\n;' + 'ä'.repeat(Math.floor((LINK - base) / 6)) + 'x'.repeat((LINK - base) % 6);
  assert.equal(mailto(fits, t, 'de').href.length, 1900);
  assert.equal(mailto(fits, t, 'de').whole, true);
  assert.deepEqual(mailto(fits + 'x', t, 'de'), { href: 'mailto:spiel@moor.example?subject=Zug%208', whole: false });
  assert.equal(letter(orders, t, 'en', 'ab-cd'), '$I 4 ab-cd 8\n\n$A\nK.M 1 0 V+\n');
  // half a character cannot be in a link
  assert.ok(mailto('$A\n\ud83d\n', t, 'de').href.endsWith('%0D%0A%EF%BF%BD%0D%0A'));
  const start = performance.now();
  assert.equal(letter(`$A\n${' '.repeat(400_000)}x`, t, 'de').length, '$I 4 <PASSWORT> 8\n\n$A\n'.length + 400_002);
  assert.equal(letter(`$#${' '.repeat(400_000)}#i x y`, t, 'de').split('\n')[0], '$I 4 <PASSWORT> 8');
  assert.ok(performance.now() - start < 1_000);
  assert.equal(letter('$A\n', { ...t, bare: true }, 'en', 'ab-cd'), '$I 4 - 8\n\n$A\n');
});

const state = (more = {}) => ({
  lang: 'de', view: 'files', table: null, opened: null, first: null, past: [], drafts: [], draft: '', notes: [], allies: [], at: null,
  week: -1, turn: -1, said: null, ...more,
});
const engine = { desk: async () => null, open: async (t) => (t.rulebook === 'duel'
  ? { title: `Zug ${t.turn}`, lang: t.lang, template: '$A\nvor 1\n' } : Promise.reject(new Error('anderes Regelwerk'))) };
const file = (v, name = 'TISCH.json') => new File([typeof v === 'string' ? v : JSON.stringify(v)], name);

test('"my table" comes back as it was, without passwords', () => {
  const s = state({
    table: table(4), past: [table(3)], notes: [{ at: '1/0', text: 'Furt' }], draft: 'e1',
    drafts: [{ id: 'e1', name: 'A', turn: 4, text: '$I 4 geheim-1 4\n$A\nx\n' }],
    allies: [{ realm: 2, name: 'Arrak', turn: 3, chart: { title: '', terrains: [], cells: [] }, armies: [], shift: { h: 1, y: -1 } }],
  });
  const saved = packed(mine(s));
  assert.equal(saved.name, '.json');
  const text = new TextDecoder().decode(saved.bytes);
  assert.doesNotMatch(text, /geheim/);
  const back = readMine(JSON.parse(text), 'de');
  assert.deepEqual(back.tables, [table(3), table(4)]);
  assert.deepEqual(back.notes, s.notes);
  assert.deepEqual(back.drafts, [{ ...s.drafts[0], text: '$I 4 <PASSWORT> 4\n$A\nx\n' }]);
  assert.throws(() => readMine({ ...JSON.parse(text), schema: 2 }, 'de'), /schema: range/);
  assert.throws(() => readMine({ ...JSON.parse(text), notes: [{ at: 1, text: '' }] }, 'de'), /notes\[0\].at: text/);
});

test('several files at once: the newest turn is opened, with a draft to begin with', async () => {
  const store = new Store(state(), engine);
  await bring(store, [file(table(5)), file(table(3)), file(table(4)), file('{"a":1}', 'x.json')]);
  const s = store.state;
  assert.equal(s.table.turn, 5);
  assert.deepEqual(s.past.map((t) => t.turn), [3, 4]);
  assert.equal(s.drafts.length, 1);
  assert.equal(s.drafts[0].text, '$I 4 <PASSWORT> 5\n\n');
  assert.deepEqual(s.said, { text: 'x.json enthält keine Daten eines Zuges und keinen Tisch.', bad: true });
  await bring(store, [file(table(6, { orders: '$I 4 *** 6\n$A\nzurück 1' }))]);
  assert.deepEqual(store.state.past.map((t) => t.turn), [3, 4, 5]);
  assert.equal(store.state.drafts[1].text, '$I 4 <PASSWORT> 6\n$A\nzurück 1');
  assert.equal(store.state.draft, store.state.drafts[1].id);
});

test('the map does not wait for the desk, and a desk of data that are gone is not taken', async () => {
  const asked = [];
  const slow = { open: async (t) => ({ title: `Zug ${t.turn}`, lang: 'de', template: '', takes: true }), desk: () => new Promise((done) => asked.push(done)) };
  const store = new Store(state(), slow), settled = () => new Promise((r) => setTimeout(r));
  const first = bring(store, [file(table(4))]);
  await settled();
  assert.equal(store.state.opened.title, 'Zug 4');
  assert.equal(store.state.opened.desk, undefined);
  const next = bring(store, [file(table(5))]);
  await settled();
  asked[0]({ weeks: 4 });
  await first;
  assert.deepEqual([store.state.opened.title, store.state.opened.desk], ['Zug 5', undefined]);
  asked[1]({ weeks: 5 });
  await next;
  assert.deepEqual(store.state.opened.desk, { weeks: 5 });
});

test('a map that came with the data shows while the engine opens them, and is not painted again', async () => {
  const cells = [{ h: 0, y: 0, label: '0/0', t: 0 }], terrains = [{ code: 'mea', name: 'Wiese', rim: '#000000', fill: '#ffffff' }];
  const chart = { title: 'Karte', terrains, cells };
  let opens, asked;
  const slow = { open: (t) => new Promise((done, off) => { asked = t; opens = { done, off }; }), desk: async () => null };
  for (const [drawn, same] of [[{ cells, title: 'Karte', terrains }, true], [{ ...chart, title: 'Andere' }, false]]) {
    const store = new Store(state(), slow), all = bring(store, [file(table(4, { chart }))]);
    await new Promise((r) => setTimeout(r));
    const shown = store.state.first;
    assert.deepEqual([shown, store.state.view, store.state.opened], [chart, 'map', null]);
    opens.done({ title: 'Zug 4', lang: 'de', template: '', chart: drawn });
    await all;
    assert.equal(store.state.opened.chart === shown, same);
    assert.equal(store.state.first, null);
  }
  const store = new Store(state(), slow), all = bring(store, [file(table(4, { chart }))]);
  await new Promise((r) => setTimeout(r));
  opens.off(new Error('beschädigt'));
  await all;
  assert.deepEqual([store.state.first, store.state.view], [null, 'files']);
  assert.equal(readTable(table(4, { chart: { ...chart, cells: [{ ...cells[0], h: 'x' }] } })).chart, undefined);
});

test('what lies on the table is shown, and not said; a draft is begun if the game takes orders', async () => {
  const opens = (more) => ({ desk: async () => null, open: async () => ({ title: 'Spielzug 5', lang: 'de', template: '$A\n', takes: true, ...more }) });
  const shown = async (more, ...tables) => {
    const store = new Store(state(), opens(more));
    await bring(store, tables.map((t) => file(t)));
    return [store.state.said, store.state.past.length, store.state.drafts.length];
  };
  assert.deepEqual(await shown({}, table(5), table(4), table(3)), [null, 2, 1]);
  assert.deepEqual(await shown({ title: 'Das Spiel ist zu Ende.', takes: false, over: true }, table(5)), [null, 0, 0]);
});

test('of a ZIP what is a table is taken, and what lies beside it is not complained of', async () => {
  const zip = (files) => new File([zipSync(Object.fromEntries(Object.entries(files).map(([n, v]) => [n, typeof v === 'string' ? strToU8(v) : json(v)])))],
    'ERGEBNIS.ZIP');
  const report = facts(4);
  const store = new Store(state(), engine);
  await bring(store, [zip({ 'ERGEBNIS.TXT': 'Bericht', 'ERGEBNIS.json': report, 'kaputt.json': '{', 'TISCH.json': table(5) })]);
  assert.equal(store.state.table.turn, 5);
  assert.equal(store.state.said, null);
  const sorry = ' ist der Bericht für andere Programme. Auf den Tisch gehört TISCH.json; die Zeile „Tisch ja“ unter $S bringt sie.';
  await bring(store, [zip({ 'ERGEBNIS.TXT': 'Bericht', 'ERGEBNIS.json': report })]);
  assert.deepEqual(store.state.said, { text: `ERGEBNIS.ZIP${sorry}`, bad: true });
  await bring(store, [file(report, 'ERGEBNIS.json')]);
  assert.deepEqual(store.state.said, { text: `ERGEBNIS.json${sorry}`, bad: true });
});

test('what is written and kept nowhere is known as such', async () => {
  const store = new Store(state(), engine);
  await bring(store, [file(table(5))]);
  assert.equal(unsaved(store.state), false); // the draft that is begun is nobody's work
  store.set({ drafts: store.state.drafts.map((d) => ({ ...d, text: 'x' })) });
  assert.equal(unsaved(store.state), true);
  await bring(store, [file(table(6))]);
  assert.equal(unsaved(store.state), true); // more data does not keep it
  secure(store);
  assert.equal(unsaved(store.state), false);
  store.set({ notes: [{ at: '1/0', text: 'Furt' }] });
  assert.equal(unsaved(store.state), true);
});

test('another game is put on the table only on wish', async () => {
  const store = new Store(state(), engine);
  await bring(store, [file(table(5))]);
  await bring(store, [file(table(9, { world: 'Heide' }))]);
  assert.equal(store.state.table.world, 'Moor');
  assert.equal(store.state.foreign.length, 1);
  await anew(store);
  assert.equal(store.state.table.world, 'Heide');
  assert.equal(store.state.drafts.length, 1);
  assert.equal(store.state.foreign, undefined);
  const of = table(9, { rulebook: 'other', world: 'Weit' });
  of.facts.rulebook = 'other';
  // a table of another game brings its drafts
  const theirs = mine(state({ table: table(9, { world: 'Wald' }), drafts: [{ id: 'x', name: 'W', turn: 9, text: 'w' }], draft: 'x' }));
  const third = new Store(state(), engine);
  await bring(third, [file(table(5))]);
  await bring(third, [file(theirs)]);
  assert.ok(!third.state.drafts.some((d) => d.text === 'w'));
  await anew(third);
  assert.equal(third.state.table.world, 'Wald');
  assert.equal(third.state.drafts.find((d) => d.id === third.state.draft).text, 'w');
  const strange = mine(state({ table: of, drafts: [{ id: 'y', name: 'Y', turn: 9, text: 'y' }], draft: 'y' }));
  await bring(store, [file(of), file(strange)]); // of other rules: nothing is asked, and what is here stays
  assert.equal(store.state.table.world, 'Heide');
  assert.equal(store.state.foreign, undefined);
  assert.deepEqual(store.state.drafts.map((d) => d.turn === 9 && d.text !== 'y'), [true]);
  assert.equal(store.state.said.text, 'Das sind Daten von Other. Diese Seite ist für Duel. '
    + 'Die Seite für Other bekommt Ihr vom Spiel: Schickt ihm an spiel@moor.example das Wort TISCH, allein im Betreff.');
  const other = new Store(state(), engine);
  await bring(other, [file(of)]);
  assert.equal(other.state.table, null);
  assert.match(other.state.said.text, /^Fehler: anderes Regelwerk$/);
});

test('"my table" on an empty table is as it was left', async () => {
  const drafts = [{ id: 'e1', name: 'A', turn: 4, text: 'a' }, { id: 'e2', name: 'B', turn: 4, text: 'b' }];
  const saved = mine(state({ table: table(4), past: [table(3)], drafts, draft: 'e2' }));
  const store = new Store(state(), engine);
  await bring(store, [file(saved, 'mein-tisch.json')]);
  assert.deepEqual(store.state.drafts, drafts);
  assert.equal(store.state.draft, 'e2');
  // with a newer turn beside it, that one has a draft of its own
  const later = new Store(state(), engine);
  await bring(later, [file(saved, 'mein-tisch.json'), file(table(5))]);
  assert.deepEqual(later.state.drafts.map((d) => d.turn).sort(), [4, 4, 5]);
  assert.equal(later.state.drafts.find((d) => d.id === later.state.draft).turn, 5);
});

test('"my table" joins what is there', async () => {
  const s = state({ table: table(4), drafts: [{ id: 'e1', name: 'A', turn: 4, text: 'b' }], draft: 'e1', notes: [{ at: '0/0', text: 'n' }] });
  const saved = JSON.stringify(mine(s));
  const store = new Store(state(), engine);
  await bring(store, [file(table(4))]);
  const own = store.state.draft;
  await bring(store, [file(saved, 'mein-tisch.json')]);
  await bring(store, [file(saved, 'mein-tisch.json')]);
  assert.equal(store.state.table.turn, 4);
  assert.deepEqual(store.state.notes, [{ at: '0/0', text: 'n' }]);
  assert.ok(store.state.drafts.some((d) => d.text === 'b'));
  assert.ok(store.state.drafts.some((d) => d.id === own));
  // two drafts of one id are two drafts
  const twin = { ...mine(s), drafts: [{ ...s.drafts[0], id: own }] };
  await bring(store, [file(twin, 'anderer-tisch.json')]);
  const ids = store.state.drafts.map((d) => d.id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(store.state.drafts.filter((d) => d.text === 'b').length, 2);
});

test('what leaves the page is for the turn that was typed', () => {
  const t = table(3, { realm: 4, turn: 8 });
  for (const [text, turn, realm] of [['$I 4 - 10\n$A\nx', 10, 4], ['$I 4 - 7\n$A\nx', 7, 4], ['$I 5\n$A\nx', 8, 5], ['$A\nx', 8, 4]]) {
    assert.equal(letter(text, t, 'de', 'geheim').split('\n')[0], `$I ${realm} geheim ${turn}`, text);
    assert.equal(fileName(text, t, 'de'), `spielzug-${turn}.txt`);
    assert.equal(subject(text, t, 'en'), `Turn ${turn}`);
    assert.ok(mailto(text, t, 'de').href.includes(encodeURIComponent(`$I ${realm} <PASSWORT> ${turn}\r\n`)), text);
  }
});

test('an address from data is shown only if it lies on the page’s own host', async () => {
  const { onHost } = await load('text.ts');
  assert.equal(onHost('https://moor.example/neu'), '', 'a page from a letter has no host');
  globalThis.location = { host: 'moor.example' };
  try {
    assert.equal(onHost('https://moor.example/neu'), 'https://moor.example/neu');
    for (const page of [undefined, '', 'https://evil.example/neu', 'https://moor.example.evil.example/', 'https://moor.example@evil.example/',
      'javascript://moor.example/%0aalert(1)', '//moor.example/neu', 'moor.example/neu']) assert.equal(onHost(page), '', page);
  } finally { delete globalThis.location; }
});
