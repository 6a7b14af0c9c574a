// The sender: this page sends letters itself, to the program that serves it. They are sealed by the key of the link, with
// the password in them, or by a door: a key that the right password has brought, which lasts until there is a new one and
// opens each turn's table. What could not be sent waits in the browser as it was sealed, and leaves when the page is seen
// again. Nothing is given up before the program has answered: to a letter that comes twice it says what became of the first.
import type { Table } from '../data';
import { faultText } from '../faults';
import { meant } from '../orders/identity';
import { textOf, unsaved } from '../state';
import type { Store } from '../state';
import { moment } from '../text';
import { lay } from './bring';
import { seat } from './keep';
import type { Shelf } from './keep';
import { answered, opened, opener, sealedLetter, sumOf } from './seal';
import type { Answer, OpenedFile, Opener, PageLetter } from './seal';
import { keepFile } from './offline';
import { letter, letterBody } from './send';
import { say } from './words';

// Sending is how this page sends.
export interface Sending {
  link: Opener | null; // the one that opened the table, if it can still seal
  door: Opener | null;
  old: boolean; // the link was kept before pages sent, and must be opened once more
  busy: boolean;
  waits: string; // since when a letter of orders waits; ''
  away: boolean; // and for a network, not for the program
  failed: '' | 'large' | 'kept' | 'page'; // why the last one left nothing behind: too large; no network, and no room to wait; an older page
  answer: Answer | null; // to the last one
  text: string; // its orders; '': they are not known any more
  lost: string; // when orders left here that are not in force; ''
  coded: string; // where a code went that opens the door; ''
  held: boolean; // what waits lies at the program: a turn is held
  next: OpenedFile | null; // the next report, which is not on the table yet
}

// Left is a letter of orders as it left here, or waits to. sum: of the orders that were in force then; '': not known yet.
interface Left { by: Opener; sealed: Uint8Array<ArrayBuffer>; at: string; world: string; turn: number; text: string; sum: string }

// Came is what came of a letter. old: of an older page than the program serves; page is that one's version.
type Came = { is: 'answer'; answer: Answer } | { is: 'ended' | 'large' | 'away' } | { is: 'old'; page: string } | { is: 'busy'; rest: number };

const PATIENCE = 40_000, EVERY = 60_000; // ms: for an answer; between two looks

// takes are the fates of letters whose orders are in force, or kept for their turn.
const takes = (a: Answer) => a.fate === 'taken' || a.fate === 'ahead';

// isDone tells whether orders have just been taken.
export const isDone = (s: Sending | null | undefined, text: string) => !!s?.answer && takes(s.answer) && s.text === text;

export class Sender {
  private last: Promise<unknown> = Promise.resolve();
  private tags = new Map<string, string>(); // of files as they were seen last
  private watches = false;

  // at is the address of the page, and page its version. renew brings the page of another version, and tells whether it
  // could; then it is loaded by reload.
  constructor(private store: Store, private shelf: Shelf, private at: string, private page: string,
    private renew: (version: string) => Promise<boolean>, private reload: () => void) {}

  private inTurn<T>(does: () => Promise<T>): Promise<T> {
    const now = this.last.then(does);
    this.last = now.catch(() => undefined);
    return now;
  }

  private get is(): Sending | null { return this.store.state.sending ?? null; }
  private set(patch: Partial<Sending>) { if (this.is) this.store.set({ sending: { ...this.is, ...patch } }); }
  private say(what: Parameters<typeof say>[1], bad = false, values = {}) { this.store.say(say(this.store.state.lang, what, values), bad); }

  // nameOf is where something lies on the shelf: two games on one host, and two realms of a game, have nothing in common.
  private nameOf(what: string, realm = this.store.state.table?.realm ?? 0) { return `${what} ${new URL(this.at).pathname} ${realm}`; }
  private kept<T>(what: 'door' | 'waits' | 'last' | 'code'): Promise<T | null> {
    return this.shelf.get(this.nameOf(what)).then((v) => (v as T | undefined) ?? null, () => null);
  }
  private keep(what: 'door' | 'waits' | 'last' | 'code', value: unknown): Promise<boolean> {
    const name = this.nameOf(what);
    return (value === null ? this.shelf.drop(name) : this.shelf.put(name, value)).then(() => true, () => false);
  }

  // doorOf is the door of a realm, if one was opened here.
  doorOf(realm: number): Promise<Opener | null> {
    return this.shelf.get(this.nameOf('door', realm)).then((v) => (v as Opener | undefined) ?? null, () => null);
  }

  // enter begins to send for the realm on the table, which by has opened.
  enter(by: Opener): Promise<void> {
    return this.inTurn(async () => {
      const door = await this.kept<Opener>('door'), waits = await this.kept<Left>('waits');
      this.store.set({ sending: {
        link: by.file !== door?.file && by.letters ? by : null, door, old: !by.letters, busy: false, waits: waits?.at ?? '', away: false, failed: '', answer: null, text: '', lost: '', coded: await this.kept<{ to: string; file: string }>('code').then((c) => (c?.file === by.file ? c.to : '')), held: false, next: null,
      } });
    });
  }

  // orders sends the draft. password: '' if there is a door. keeps: the answer shall bring one.
  orders(password: string, keeps: boolean): Promise<void> {
    return this.inTurn(async () => {
      const { table, lang } = this.store.state, by = this.is?.door ?? this.is?.link;
      if (!table || !by) return;
      const text = textOf(this.store), byDoor = by === this.is?.door;
      this.set({ busy: true, answer: null, failed: '', text, lost: '' });
      const sealed = await sealedLetter({ page: this.page, subject: '', text: letter(text, table, lang, byDoor ? '' : password), keep: keeps && !byDoor }, by);
      await this.go({ by, sealed, at: new Date().toISOString(), world: table.world, turn: meant(text, table).turn, text: await sumOf(text), sum: '' });
    });
  }

  // letter sends a letter to players, and gives what the program said, or null if it has not left.
  letter(who: string, text: string): Promise<Answer | null> {
    return this.inTurn(async () => {
      const { table, lang } = this.store.state, by = this.is?.door;
      if (!table || !by) return null;
      const body = letterBody(text, table, lang), subject = `${lang === 'de' ? 'BRIEF' : 'LETTER'} ${who}`;
      const came = await this.post(await sealedLetter({ page: this.page, subject, text: body, keep: false }, by), by);
      if (came.is === 'answer') { void this.look(); return came.answer; }
      if (came.is === 'ended') await this.end(by);
      else if (came.is === 'old') this.say('sends-older', true);
      else this.say(came.is === 'large' ? 'sends-large' : 'sends-letter-not', true);
      return null;
    });
  }

  // asks lets the program mail a code to the player, and code sends the one that was typed: it opens the door.
  asks(): Promise<void> { return this.inTurn(() => this.coding({ page: this.page, ask: true })); }
  code(typed: string): Promise<void> { return this.inTurn(() => this.coding({ page: this.page, code: typed })); }

  private async coding(letter: PageLetter) {
    const by = this.is?.link;
    if (!by) return;
    this.set({ busy: true, answer: null, failed: '' });
    const came = await this.post(await sealedLetter(letter, by), by);
    this.set({ busy: false });
    if (came.is === 'ended') await this.end(by);
    else if (came.is === 'old') await this.renews(came.page);
    else if (came.is !== 'answer') this.say('sends-code-not', true);
    else if (came.answer.fate === 'undecided') this.say('sends-code-held', true);
    else if (came.answer.door) { await this.opens(came.answer.door); await this.keep('code', null); this.set({ coded: '' }); this.say('sends-unlocked'); }
    else if (letter.ask && came.answer.fate === 'served') {
      const to = came.answer.to ?? '';
      await this.keep('code', { to, file: by.file });
      this.set({ coded: to });
      this.say('sends-code-sent', false, { to });
    }
    else this.say(came.answer.fate === 'throttled' ? letter.ask ? 'sends-code-often' : 'fate-throttled' : 'sends-code-wrong', true);
  }

  private async post(sealed: Uint8Array<ArrayBuffer>, by: Opener): Promise<Came> {
    try {
      const got = await fetch(new URL(by.file, this.at), { method: 'POST', body: sealed, redirect: 'error',
        headers: { 'Content-Type': 'application/octet-stream' }, signal: AbortSignal.timeout(PATIENCE) });
      if (got.status === 404 || got.status === 410) return { is: await this.home() ? 'ended' : 'away' };
      if (got.status === 413) return { is: 'large' };
      if (got.status === 409) return { is: 'old', page: (await got.text()).trim() };
      if (!got.ok) return { is: 'busy', rest: Number(got.headers.get('Retry-After')) || 10 };
      return { is: 'answer', answer: await answered(new Uint8Array(await got.arrayBuffer()), sealed, by) };
    } catch {
      return { is: 'away' }; // or somebody else has answered
    }
  }

  // home tells whether this page is still served where it came from: a server that has nothing for anybody ends no key.
  private home(): Promise<boolean> {
    return fetch(this.at, { method: 'HEAD', cache: 'no-store' }).then((got) => got.ok, () => false);
  }

  // go sends orders. They are kept before they leave, with the draft that they are: a page that is closed meanwhile sends them
  // again, and shows no older draft.
  private async go(left: Left) {
    const [safe] = await Promise.all([this.keep('waits', left), this.store.keeper?.now().catch(() => undefined)]);
    this.set({ busy: true });
    const came = await this.post(left.sealed, left.by);
    if (came.is === 'away' || came.is === 'busy' || came.is === 'answer' && came.answer.fate === 'undecided') { // a turn is held
      const held = came.is === 'answer';
      this.set({ busy: false, waits: safe || held ? left.at : '', away: came.is === 'away', held, failed: safe || held ? '' : 'kept' });
      if (came.is === 'busy') setTimeout(() => this.again(), 1000 * Math.min(Math.max(came.rest, 1), 600));
      return;
    }
    await this.keep('waits', null);
    this.set({ busy: false, waits: '', held: false });
    if (came.is === 'answer') {
      const { answer } = came;
      this.set({ answer });
      if (answer.fate === 'known') await this.keep('last', null); // others are in force since
      if (takes(answer)) await this.keep('last', answer.again && left.sum ? null : { ...left, sum: '' }); // what was known then has been followed by others
      if (answer.door) await this.opens(answer.door);
      await this.looks();
    } else if (came.is === 'old') await this.renews(came.page);
    else if (came.is === 'large') this.set({ failed: 'large' });
    else await this.end(left.by, left.at);
  }

  // opens keeps a door.
  private async opens(key: string) {
    const door = await opener(key);
    if (!door) return;
    await this.keep('door', door);
    this.set({ door });
  }

  // end is for a key that opens nothing any more; left: when orders left that it had sealed.
  private async end(by: Opener, left = '') {
    const isDoor = by.file === this.is?.door?.file, isLink = by.file === this.is?.link?.file;
    if (isDoor) { await this.keep('door', null); this.set({ door: null }); }
    if (isLink) this.set({ link: null });
    const { lang } = this.store.state, told = [...(left ? [say(lang, 'sends-late', { when: moment(lang, left) })] : []),
      ...(isDoor ? [say(lang, 'sends-ended')] : isLink ? [say(lang, 'link-ended')] : [])];
    if (told.length > 0) this.store.say(told.join(' '), true);
  }

  // renews loads the page anew, since the program serves another one. What is written is kept first.
  private async renews(version: string) {
    const there = /^[0-9a-f]{16}$/.test(version) && await this.renew(version).catch(() => false);
    if (there) await this.store.keeper?.now().catch(() => undefined);
    this.set({ failed: 'page' });
    if (!there || unsaved(this.store.state)) return;
    await this.shelf.put(this.nameOf('renewed'), true).catch(() => undefined);
    this.reload();
  }

  // was tells, once, whether the page was loaded anew because it was older than the program.
  private async was(): Promise<boolean> {
    const name = this.nameOf('renewed');
    if (!await this.shelf.get(name).catch(() => undefined)) return false;
    await this.shelf.drop(name);
    return true;
  }

  // forget gives up the door, and what waits to go through it; all: what waits to go by the link, too.
  forget(all = false): Promise<void> {
    return this.inTurn(async () => {
      const waits = await this.kept<Left>('waits');
      if (waits && (all || waits.by.file === this.is?.door?.file)) { await this.keep('waits', null); this.set({ waits: '' }); }
      await this.keep('door', null);
      await this.keep('last', null);
      this.set({ door: null, lost: '' });
      if (!all) this.say('sends-forgot');
    });
  }

  // flush sends what waits.
  flush(): Promise<void> {
    return this.inTurn(async () => {
      const left = await this.kept<Left>('waits'), text = textOf(this.store);
      if (!left || left.world !== this.store.state.table?.world) return;
      this.set({ text: left.text === await sumOf(text) ? text : '' });
      await this.go(left);
    });
  }

  // resend sends orders once more that are not in force; leave does not.
  resend(): Promise<void> {
    return this.inTurn(async () => {
      const left = await this.kept<Left>('last');
      this.set({ lost: '' });
      if (left) await this.go(left);
    });
  }
  leave(): Promise<void> {
    return this.inTurn(async () => { await this.keep('last', null); this.set({ lost: '' }); });
  }

  // look looks what the program has now: other orders in force, or the next report.
  look(): Promise<void> { return this.inTurn(() => this.looks()); }

  private async looks() {
    for (const by of [this.is?.door, this.is?.link]) {
      const { table } = this.store.state;
      if (!by || !table) continue;
      const tag = this.tags.get(by.file);
      // past the worker: who looks for what is there now must not see what was kept
      const got = await fetch(new URL(by.file, this.at), { cache: 'no-store', headers: tag ? { 'If-None-Match': tag } : {} }).catch(() => null);
      if (got?.status === 404 || got?.status === 410) {
        if (!await this.home()) return;
        await this.end(by);
        continue;
      }
      if (got?.status === 304) { await this.checks(table); return; }
      if (!got?.ok) return; // it cannot be reached
      const file = new Uint8Array(await got.arrayBuffer()), now = await opened(file, by).catch((e: unknown) => e);
      if (now === null) { await this.end(by); continue; }
      if (now instanceof Error) { this.say(now instanceof DOMException || now instanceof RangeError ? 'link-damaged' : 'link-newer', true); return; }
      const is = now as OpenedFile;
      this.tags.set(by.file, got.headers.get('ETag') ?? '');
      await keepFile(by.file, file)?.catch(() => undefined);
      await this.shows(is, table);
      return;
    }
  }

  // shows puts a table that is newer than the one on the table there, or says that the next report is there.
  private async shows(is: OpenedFile, table: Table) {
    const { state } = this.store;
    if (is.table.world !== table.world || is.table.realm !== table.realm || is.table.turn < table.turn) return;
    if (is.table.turn > table.turn) {
      this.set({ next: is });
      this.say('sends-next', false, { turn: is.table.turn });
      await this.keep('last', null);
      return;
    }
    if (JSON.stringify({ ...is.table, chart: 0 }) !== JSON.stringify({ ...table, chart: 0 })) {
      this.store.set({ seals: { ...state.seals, [seat(is.table)]: is.seal } });
      await this.lays(is.table);
    }
    await this.checks(is.table);
  }

  // checks compares the orders in force with those that left here last, once these were in force: a game that was restored
  // may not know them any more.
  private async checks({ world, turn, orders = '', spoken, lacks }: Table) {
    const last = await this.kept<Left>('last');
    if (last?.world !== world || last.turn !== turn || lacks?.includes('orders')) return;
    const sum = await sumOf(spoken ? orders.split('\n').slice(0, spoken - 1).join('\n').trimEnd() : orders.trimEnd());
    if (last.sum === '') await this.keep('last', { ...last, sum });
    else this.set({ lost: sum === last.sum ? '' : last.at });
  }

  private async lays(table: Table) {
    const faults: string[] = [];
    await lay(this.store, [table], faults);
    if (faults.length > 0) this.store.say(faults.join('\n'), true);
  }

  // open puts the next report on the table, and shows it.
  open(): Promise<void> {
    return this.inTurn(async () => {
      const next = this.is?.next;
      if (!next) return;
      this.store.set({ seals: { ...this.store.state.seals, [seat(next.table)]: next.seal } });
      await this.lays(next.table);
      this.set({ next: null, link: null, coded: '', answer: null, text: '', lost: '', failed: '' }); // the link was one of the turn before
      if (this.store.state.table?.turn === next.table.turn) this.store.set({ view: 'report', report: true, army: null, at: null, said: null });
    });
  }

  private again() { void this.flush().then(() => this.look()).catch((e: unknown) => this.store.say(faultText(this.store.state.lang, e), true)); }

  // watch looks again now and then while the page is seen, and sends what waits as soon as it is seen or has a network.
  async watch() {
    if (await this.was()) { this.store.set({ view: 'receipt', army: null, at: null }); this.say('sends-renewed'); }
    this.again();
    if (this.watches) return;
    this.watches = true;
    const seen = () => { if (!document.hidden) this.again(); };
    addEventListener('online', seen);
    document.addEventListener('visibilitychange', seen);
    setInterval(seen, EVERY);
  }
}
