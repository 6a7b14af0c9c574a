// The engines of the games for tests in Node: the same rules as in the page, in a process of their own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';

const { Store } = await bundled('state.ts');
const { led } = await bundled('desk/armies.ts');
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weltentor-engine-')), program = join(folder, 'engine');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
execFileSync('go', ['build', '-o', program, 'weltentor/cmd/page/servertest'], { cwd: root, stdio: 'inherit' });

export const games = execFileSync(program).toString().trim().split('\n');

// engine is the engine of a game as the page has it; t ends it.
export function engine(t, rulebook) {
  const p = spawn(program, [rulebook], { stdio: ['pipe', 'pipe', 'inherit'] }), waits = [];
  createInterface({ input: p.stdout }).on('line', (line) => {
    const { value, fault } = JSON.parse(line), { done, failed } = waits.shift();
    if (fault) failed(new Error(`${rulebook}: ${JSON.stringify(fault)}`)); else done(value);
  });
  t.after(() => p.stdin.end());
  const ask = (...call) => new Promise((done, failed) => {
    waits.push({ done, failed });
    p.stdin.write(`${JSON.stringify(call.map(String))}\n`);
  });
  return {
    open: (table) => ask('open', JSON.stringify(table)), desk: () => ask('desk'), sections: (lang) => ask('sections', lang),
    read: async (text) => (await ask('read', text)).rows.map((r) => ({ ...r, letter: r.letter ?? '', values: r.values ?? null })),
    put: (text, changes) => ask('put', text, JSON.stringify(changes)), raised: async (text) => await ask('raised', text) ?? [],
    check: (text) => ask('check', text), reach: async (of, text) => await ask('reach', JSON.stringify(of), text) ?? [], march: (of, way, text) => ask('march', JSON.stringify(of), way, text), practise: (setting) => ask('practise', JSON.stringify(setting)),
    endTurn: (practice, text) => ask('end-turn', JSON.stringify(practice), text),
  };
}

// practised is the table of a practice, played with the ready orders: of the first turn of seven in which an army can be
// reinforced where others of its kind can be raised, and else of the second one.
export async function practised(own) {
  let p = await own.practise({ seed: '0123456789abcdef', world: 'Übung', lang: 'de', strength: 'middle', player: 'Ihr', realms: ['Fenmark', 'Graumark', 'Arrak', 'Salzküste'] });
  const tables = [];
  for (;;) {
    const table = p.tables.at(-1);
    tables.push(table);
    await own.open(table);
    const { armies, units } = await own.desk() ?? {};
    const raises = (a) => units?.some((u) => u.code === a.kind && u.sites?.some((s) => s.at === a.at && !s.why));
    if (armies?.some((a) => raises(a) && a.actions?.some((x) => x.code === 'reinforce' && !x.why))) return table;
    if (tables.length === 7) return tables[1];
    p = await own.endTurn(p.practice, table.first ?? '');
  }
}

// page is a page with that table open, and a draft.
export async function page(own, table, text = '') {
  const opened = { ...await own.open(table), desk: await own.desk() };
  const store = new Store({ lang: 'de', view: 'recruit', table, opened, past: [], drafts: [{ id: 'a', name: 'A', turn: table.turn, text }], draft: 'a', notes: [],
    made: [], rows: [], readOf: null, checked: null, checkedOf: '', undo: [], redo: [], way: { of: '' } }, own);
  store.say = (said, bad) => { if (bad) throw new Error(said); };
  store.set({ made: await own.raised(text), rows: led(opened, await own.read(text)), readOf: text });
  return store;
}

// dice are whole numbers below n, the same for the same seed.
export function dice(seed) {
  let x = seed >>> 0;
  return (n) => { x = (Math.imul(x, 1664525) + 1013904223) >>> 0; return Math.floor(x / 2 ** 32 * n); };
}
