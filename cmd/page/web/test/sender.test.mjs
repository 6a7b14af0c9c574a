import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'fflate';
import { bundled as load } from './bundled.mjs';
import { table } from './data.mjs';

const { Sender } = await load('inout/sender.ts');
const { lay } = await load('inout/bring.ts');
const { opener } = await load('inout/seal.ts');
const { fate } = await load('inout/sends.tsx');
const { Store } = await load('state.ts');

const PAGE = '0123456789abcdef', WORD = 'k7mw-x3pq-hhd42';

// shelf is a store as the browser has one, in memory. It takes keys as they are, as the browser's does.
function shelf() {
  const kept = new Map();
  return { kept, keys: async () => [...kept.keys()], get: async (k) => kept.get(k), put: async (k, v) => { kept.set(k, v); }, drop: async (k) => { kept.delete(k); } };
}

const sealed = (key, head, about, plain) => {
  const iv = randomBytes(12), c = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.concat([Buffer.from(head), about]));
  return Buffer.concat([Buffer.from(head), iv, c.update(plain), c.final(), c.getAuthTag()]);
};
const unsealed = (key, head, about, all) => {
  const d = createDecipheriv('aes-256-gcm', key, all.subarray(4, 16)).setAAD(Buffer.concat([Buffer.from(head), about])).setAuthTag(all.subarray(-16));
  return Buffer.concat([d.update(all.subarray(16, -16)), d.final()]).toString();
};
const use = (raw, info) => Buffer.from(hkdfSync('sha256', raw, '', info, 32));

// game is a program that serves one realm's table and takes letters, as the formats say: it knows nothing of the page's
// own code but them. keys: those that open something, by the names of their files.
async function game() {
  const g = { table: table(5, { at: '2027-03-01T12:00:00Z' }), keys: new Map(), got: [], seen: new Map(), status: 0, rest: '1', held: false, lose: false, down: false, gets: [], codes: 1 };
  g.key = (raw = randomBytes(32)) => {
    const name = createHash('sha256').update('weltentor table 1 file ').update(raw).digest('hex').slice(0, 32);
    g.keys.set(`${name}.bin`, raw);
    return { raw, name: `${name}.bin`, text: raw.toString('base64url') };
  };
  g.link = g.key();
  g.door = { ...g.key() };
  const file = (raw) => {
    const packed = gzipSync(Buffer.from(JSON.stringify(g.table))), plain = Buffer.alloc(65536 - 32);
    plain.writeUInt32BE(packed.length);
    plain.set(packed, 4);
    return sealed(raw, 'WTT1', Buffer.alloc(0), plain);
  };
  g.server = createServer(async (asked, to) => {
    const name = asked.url.split('/').at(-1), raw = g.keys.get(name), parts = [];
    for await (const p of asked) parts.push(p);
    const end = (code, body = '', heads = {}) => { to.writeHead(code, heads); to.end(body); };
    if (name === 'duel.html' && asked.method === 'HEAD') return end(g.down ? 404 : 200);
    if (!raw || g.down) return end(404);
    if (asked.method === 'GET') {
      const tag = `"${createHash('sha256').update(JSON.stringify(g.table)).update(raw).digest('hex')}"`;
      const same = asked.headers['if-none-match'] === tag;
      g.gets.push(same ? 304 : 200);
      return same ? end(304) : end(200, file(raw), { ETag: tag });
    }
    if (g.status) return end(g.status, g.status === 409 ? 'fedcba9876543210' : '', { 'Retry-After': g.rest });
    const body = Buffer.concat(parts), hash = createHash('sha256').update(body).digest();
    const letter = JSON.parse(unsealed(use(raw, 'weltentor letter 1'), 'WTL1', Buffer.from(name.slice(0, 32)), body));
    g.got.push({ name, ...letter });
    const before = g.seen.get(hash.toString('hex')), isDoor = name === g.door.name;
    let answer;
    if (letter.ask) { g.code = 'abcd-efgh-ijklm'; answer = g.codes-- > 0 ? { fate: 'served', turn: 5, to: 'p…@moor.example' } : { fate: 'throttled', turn: 5 }; }
    else if (letter.code) answer = letter.code === g.code ? { fate: 'served', turn: 5, door: g.door.text } : { fate: 'wrong-password', turn: 5 };
    else if (g.held) answer = { fate: 'undecided' };
    else if (before) answer = g.table.orders === before.orders ? { ...before, orders: undefined, again: true } : { fate: 'known', turn: g.table.turn, again: true };
    else if (!isDoor && !letter.text.includes(WORD)) answer = { fate: 'wrong-password', said: 'Falsch.' };
    else if (letter.subject) answer = { fate: 'taken', turn: g.table.turn };
    else {
      g.table = { ...g.table, orders: letter.text.replace(/^\$I.*\n+/, '') };
      answer = { fate: 'taken', turn: g.table.turn, good: 1, said: 'Angenommen.', to: 'p…@moor.example', ...(letter.keep ? { door: g.door.text } : {}) };
    }
    if (answer.fate === 'taken') g.seen.set(hash.toString('hex'), { ...answer, said: undefined, orders: g.table.orders });
    if (g.lose) { g.lose = false; to.destroy(); return; }
    end(200, sealed(use(raw, 'weltentor answer 1'), 'WTA1', hash, JSON.stringify(answer)));
  });
  await new Promise((r) => g.server.listen(0, '127.0.0.1', r));
  g.at = `http://127.0.0.1:${g.server.address().port}/t/duel.html`;
  return g;
}

const engine = { desk: async () => null, open: async (t) => ({ title: `Zug ${t.turn}`, lang: t.lang, template: '', takes: true }) };

// page is the page, opened by a key at an address, with what its browser has kept.
async function page(t, g, on, by, at = g.at) {
  const store = new Store({ lang: 'de', view: 'map', table: null, opened: null, first: null, past: [], drafts: [], draft: '', notes: [], allies: [], at: null, week: -1, turn: -1, said: null }, engine);
  const p = { store, renewed: [], loads: 0, brings: true };
  p.sender = store.sender = new Sender(store, on, at, PAGE, async (v) => { p.renewed.push(v); return p.brings; }, () => { p.loads++; });
  await lay(store, [structuredClone(g.table)]);
  store.set({ safe: { drafts: store.state.drafts, notes: store.state.notes, practice: undefined } });
  await p.sender.enter(typeof by === 'string' ? await opener(by) : by);
  p.is = () => store.state.sending;
  p.write = (text) => store.set({ drafts: store.state.drafts.map((d) => (d.id === store.state.draft ? { ...d, text } : d)) });
  return p;
}

async function world(t) {
  const g = await game();
  t.after(() => g.server.close());
  return g;
}

test('orders leave by link and password, are in force, and the table shows them', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  p.write('$A\nvor 1\n');
  await p.sender.orders('falsch', true);
  assert.equal(p.is().answer.fate, 'wrong-password');
  assert.equal(p.is().door, null);
  assert.equal(on.kept.size, 0, 'nothing waits, and there is no door');
  await p.sender.orders(WORD, false);
  assert.deepEqual([p.is().answer.fate, p.is().answer.said, p.is().answer.to, p.is().busy, p.is().waits], ['taken', 'Angenommen.', 'p…@moor.example', false, '']);
  assert.equal(p.is().door, null, 'the door was not asked for');
  assert.deepEqual(g.got.at(-1), { name: g.link.name, page: PAGE, subject: '', text: `$I 4 ${WORD} 5\n\n$A\nvor 1\n`, keep: false });
  assert.equal(p.store.state.table.orders, '$A\nvor 1\n');
  assert.equal(p.store.state.drafts.length, 1, 'no draft comes from that');
});

test('the draft is kept before its letter leaves', async (t) => {
  const g = await world(t), p = await page(t, g, shelf(), g.link.text), kept = [];
  p.store.keeper = { now: async () => { await new Promise((r) => { setTimeout(r, 50); }); kept.push([p.store.state.drafts[0].text, g.got.length]); } };
  p.write('$A\nvor 3\n');
  await p.sender.orders(WORD, false);
  assert.deepEqual([kept[0], g.got.length], [['$A\nvor 3\n', 0], 1]);
});

test('a door is kept by path and realm, sends without a password, and ends with 404', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  p.write('$A\nvor 1\n');
  await p.sender.orders(WORD, true);
  assert.equal(p.is().door.file, g.door.name);
  const { door } = p.is();
  for (const key of [door.key, door.letters, door.answers]) assert.equal(key.extractable, false);
  for (const v of on.kept.values()) assert.ok(!JSON.stringify(v).includes(WORD));
  const again = await page(t, g, on, g.link.text);
  again.write('$A\nvor 2\n');
  await again.sender.orders('', false);
  assert.equal(again.is().answer.fate, 'taken');
  assert.deepEqual([g.got.at(-1).name, g.got.at(-1).text], [g.door.name, '$I 4 <PASSWORT> 5\n\n$A\nvor 2\n']);
  const other = await page(t, g, on, g.link.text, g.at.replace('/t/', '/u/'));
  assert.equal(other.is().door, null, 'another game on the host');
  assert.equal(await again.sender.doorOf(5), null, 'another realm');
  assert.equal((await again.sender.doorOf(4)).file, g.door.name);
  g.keys.delete(g.door.name);
  await again.sender.look();
  assert.equal(again.is().door, null);
  assert.match(again.store.state.said.text, /nicht mehr ohne Passwort/);
  assert.equal(await again.sender.doorOf(4), null);
  assert.equal(again.is().link.file, g.link.name, 'the password can be typed again');
});

test('a server that has nothing for anybody ends no door, and what was asked for outlives the page', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  await p.sender.asks();
  const later = await page(t, g, on, g.link.text);
  assert.equal(later.is().coded, 'p…@moor.example');
  await later.sender.code('abcd-efgh-ijklm');
  g.down = true;
  await later.sender.look();
  assert.equal(later.is().door.file, g.door.name);
  later.write('$A\nvor 1\n');
  await later.sender.orders('', false);
  assert.ok(later.is().door && later.is().waits && later.is().away);
  g.down = false;
  await later.sender.flush();
  assert.deepEqual([later.is().answer.fate, later.is().waits], ['taken', '']);
  assert.equal((await page(t, g, on, g.link.text)).is().coded, '');
});

test('a code that comes by mail opens the door', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  await p.sender.code('abcd-efgh-ijklm');
  assert.deepEqual([p.is().door, p.is().coded], [null, '']);
  assert.match(p.store.state.said.text, /Code stimmt nicht/);
  await p.sender.asks();
  assert.deepEqual(g.got.at(-1), { name: g.link.name, page: PAGE, ask: true });
  assert.deepEqual([p.is().door, p.is().coded, p.is().busy], [null, 'p…@moor.example', false]);
  await p.sender.asks();
  assert.match(p.store.state.said.text, /drei Codes/);
  assert.equal(p.is().coded, 'p…@moor.example', 'the one before counts');
  await p.sender.code('abcd-efgh-ijklm');
  assert.deepEqual(g.got.at(-1), { name: g.link.name, page: PAGE, code: 'abcd-efgh-ijklm' });
  assert.deepEqual([p.is().door.file, p.is().coded], [g.door.name, '']);
  assert.ok(![...on.kept.values()].some((v) => JSON.stringify(v).includes('abcd')));
  p.write('$A\nvor 1\n');
  await p.sender.orders('', false);
  assert.equal(p.is().answer.fate, 'taken');
});

test('without a network the last orders wait, outlive the page, and leave once', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text), { port } = g.server.address();
  await new Promise((r) => { g.server.close(r); g.server.closeAllConnections(); });
  p.write('$A\nvor 1\n');
  await p.sender.orders(WORD, false);
  assert.ok(p.is().waits && p.is().away && !p.is().answer);
  p.write('$A\nvor 2\n');
  await p.sender.orders(WORD, false);
  const later = await page(t, g, on, g.link.text);
  later.write('$A\nvor 2\n');
  assert.ok(later.is().waits);
  await later.sender.flush();
  assert.ok(later.is().waits, 'there is no network yet');
  await new Promise((r) => g.server.listen(port, '127.0.0.1', r));
  await later.sender.flush();
  assert.deepEqual([later.is().waits, later.is().answer.fate, later.is().text], ['', 'taken', '$A\nvor 2\n']);
  assert.equal(g.got.length, 1);
  await later.sender.flush();
  assert.equal(g.got.length, 1);
});

test('a lost answer, a busy program and a held turn lose nothing and double nothing', async (t) => {
  const g = await world(t), p = await page(t, g, shelf(), g.link.text);
  p.write('$A\nvor 1\n');
  g.lose = true;
  await p.sender.orders(WORD, false);
  assert.ok(p.is().waits);
  await p.sender.flush();
  assert.deepEqual([p.is().waits, p.is().answer.again, p.is().answer.fate], ['', true, 'taken']);
  p.write('$A\nvor 2\n');
  g.status = 503;
  await p.sender.orders(WORD, false);
  assert.ok(p.is().waits && !p.is().away);
  g.status = 0;
  await new Promise((r) => setTimeout(r, 1200));
  await p.sender.look();
  assert.deepEqual([p.is().waits, p.is().answer.fate, g.table.orders], ['', 'taken', '$A\nvor 2\n']);
  p.write('$A\nvor 3\n');
  g.held = true;
  await p.sender.orders(WORD, false);
  assert.ok(p.is().waits && !p.is().answer);
  g.held = false;
  await p.sender.flush();
  assert.deepEqual([p.is().waits, g.table.orders], ['', '$A\nvor 3\n']);
});

test('orders whose key has ended meanwhile are said to be late, and do not wait any more', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  p.write('$A\nvor 1\n');
  g.status = 503;
  await p.sender.orders(WORD, false);
  g.keys.delete(g.link.name);
  await p.sender.flush();
  assert.deepEqual([p.is().waits, p.is().link], ['', null]);
  assert.match(p.store.state.said.text, /nicht mehr angekommen.*Dieser Link ist beendet/);
  assert.equal(on.kept.size, 0);
});

test('the next report is there: the table says so, and one step opens it; orders of before stay', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  p.write('$A\nvor 1\n');
  await p.sender.orders(WORD, true);
  g.keys.delete(g.link.name);
  g.table = table(6);
  await p.sender.look();
  assert.equal(p.store.state.table.turn, 5);
  assert.equal(p.is().next.table.turn, 6);
  await p.sender.open();
  assert.deepEqual([p.store.state.table.turn, p.store.state.past.map((x) => x.turn), p.store.state.view, p.is().next, p.is().link], [6, [5], 'report', null, null]);
  assert.deepEqual(p.store.state.drafts.map((d) => d.turn), [5, 6]);
  assert.equal([...on.kept.keys()].filter((k) => k.startsWith('last')).length, 0);
});

test('a look asks for what has changed, and nothing else is brought', async (t) => {
  const g = await world(t), p = await page(t, g, shelf(), g.link.text);
  await p.sender.look();
  await p.sender.look();
  assert.deepEqual(g.gets, [200, 304]);
  g.table = { ...g.table, deadline: '2027-03-13T20:00:00+01:00' };
  await p.sender.look();
  assert.equal(p.store.state.table.deadline, '2027-03-13T20:00:00+01:00');
  assert.deepEqual(g.gets, [200, 304, 200]);
});

test('a game that was restored is asked about, and gets the same letter again if the player wants', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  p.write('$A\nvor 1\n');
  await p.sender.orders(WORD, true);
  await p.sender.look();
  g.table = { ...g.table, orders: `${g.table.orders}$M\n#2\nFriede?\n`, spoken: 3 }; // a letter of its own
  await p.sender.look();
  assert.equal(p.is().lost, '');
  g.table = { ...g.table, orders: undefined, spoken: undefined };
  g.seen.clear();
  await p.sender.look();
  assert.ok(p.is().lost);
  await p.sender.resend();
  assert.deepEqual([p.is().lost, g.table.orders], ['', '$A\nvor 1\n']);
  assert.ok(!p.is().answer.again);
  // and if the others are the player's own, from elsewhere, the same letter does nothing, and nobody asks any more
  g.table = { ...g.table, orders: '$A\nvor 9\n' };
  await p.sender.look();
  assert.ok(p.is().lost);
  await p.sender.resend();
  assert.deepEqual([p.is().answer.again, g.table.orders, p.is().lost], [true, '$A\nvor 9\n', '']);
  await p.sender.look();
  assert.equal(p.is().lost, '');
});

test('a page that is older than the program is loaded anew, once it is there and all is kept', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  g.status = 409;
  await p.sender.orders(WORD, false);
  assert.deepEqual([p.renewed, p.loads, p.is().waits], [['fedcba9876543210'], 1, '']);
  p.brings = false; // somebody between still has the old one
  await p.sender.orders(WORD, false);
  assert.deepEqual([p.loads, p.is().failed], [1, 'page']);
  p.brings = true;
  p.write('$A\nnowhere kept\n');
  await p.sender.orders(WORD, false);
  assert.equal(p.loads, 1);
  assert.equal(p.store.state.drafts[0].text, '$A\nnowhere kept\n');
});

test('a letter to players goes through the door, with its address in the subject', async (t) => {
  const g = await world(t), p = await page(t, g, shelf(), g.link.text);
  assert.equal(await p.sender.letter('2', 'Friede?'), null, 'no door is open');
  await p.sender.orders(WORD, true);
  assert.equal((await p.sender.letter('2', 'Friede?\n$A')).fate, 'taken');
  assert.deepEqual(g.got.at(-1), { name: g.door.name, page: PAGE, subject: 'BRIEF 2', text: '$I 4 <PASSWORT>\n\nFriede?\n $A\n', keep: false });
  g.status = 503;
  assert.equal(await p.sender.letter('2', 'Noch einer'), null);
  assert.match(p.store.state.said.text, /nicht abgegangen/);
});

test('a door that is forgotten is gone, with what waits for it', async (t) => {
  const g = await world(t), on = shelf(), p = await page(t, g, on, g.link.text);
  await p.sender.orders(WORD, true);
  g.status = 503;
  await p.sender.orders('', false);
  assert.ok(p.is().waits);
  await p.sender.forget();
  assert.deepEqual([p.is().door, p.is().waits, on.kept.size], [null, '', 0]);
});

test('a link that was kept before pages sent must be opened once more', async (t) => {
  const g = await world(t), { file, key } = await opener(g.link.text);
  const p = await page(t, g, shelf(), { file, key });
  assert.deepEqual([p.is().link, p.is().old], [null, true]);
  await p.sender.orders(WORD, false);
  assert.equal(g.got.length, 0);
});

test('what became of orders is said in a sentence', () => {
  const say = (a) => [fate('de', a), fate('en', a)];
  assert.deepEqual(say({ fate: 'taken', turn: 5, good: 1 }), ['In Kraft für Zug 5: 1 Zeile.', 'In force for turn 5: 1 line.']);
  assert.deepEqual(say({ fate: 'taken', turn: 5, good: 2, bad: 2 }), ['In Kraft für Zug 5, aber 2 Zeilen gelten nicht.', 'In force for turn 5, but 2 lines do not count.']);
  assert.deepEqual(say({ fate: 'taken', turn: 5, partial: 1 }), ['In Kraft für Zug 5; 1 Zeile gilt nur teilweise.', 'In force for turn 5; 1 line counts only in part.']);
  assert.deepEqual(say({ fate: 'ahead', turn: 5, for: 6 }), ['Aufgehoben für Zug 6.', 'Kept for turn 6.']);
  assert.match(say({ fate: 'unidentified' })[1], /Not accepted/);
});
