// Sends: the page sends the orders itself, and says what became of them. The password is in the field alone.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Lang } from '../data';
import { meant } from '../orders/identity';
import { textOf, useParts, useStore } from '../state';
import type { Store } from '../state';
import { moment } from '../text';
import type { Answer } from './seal';
import { isDone } from './sender';
import type { Sending } from './sender';
import { say } from './words';

// useSends tells whether this page can send.
export function useSends(store: Store): boolean { return !!useParts(store, 'sending').sending; }

// orders are kinds of lines that are more than nothing.
const kinds = new Set(['order', 'to', 'text', 'stray']);

export function Sends({ store, refused }: { store: Store; refused: string }) {
  const { lang, table, sending, checked } = useParts(store, 'lang', 'table', 'sending', 'checked', 'checkedOf');
  const text = useStore(store, () => textOf(store)), sender = store.sender;
  const word = useRef<HTMLInputElement>(null), keep = useRef<HTMLInputElement>(null), [empty, asks] = useState<string | null>(null), [lacks, lack] = useState(false);
  const wrong = sending?.answer?.fate === 'wrong-password';
  useEffect(() => { if (wrong) word.current?.select(); }, [sending?.answer]);
  if (!sending || !table || !sender) return null;
  const { door, busy, answer, lost } = sending, done = !!checked?.sent && store.state.checkedOf === text || isDone(sending, text), shown = answer && (sending.text === text || sending.text === '');
  const send = async (sure = false) => {
    const typed = word.current?.value.trim() ?? '';
    if (busy || done && (door || typed === '')) return; // the same once more, with the password, opens the door
    lack(!door && typed === '');
    if (!door && typed === '') { word.current?.focus(); return; }
    if (!sure && !(await store.engine.read(text)).some((r) => kinds.has(r.kind))) { asks(text); return; }
    asks(null);
    await sender.orders(typed, keep.current?.checked ?? false);
  };
  return (
    <section class="sends" aria-label={say(lang, 'sends-now', { turn: meant(text, table).turn })}>
      {sending.next && <p class="warn" role="status">{say(lang, 'sends-next', { turn: sending.next.table.turn })}{' '}
        <button type="button" onClick={() => void sender.open()}>{say(lang, 'sends-next-open')}</button></p>}
      {refused !== '' && <p class="warn">{say(lang, 'out-refused', { why: refused })}</p>}
      {door || sending.link && !table.bare ? <form onSubmit={(e) => { e.preventDefault(); void send(); }}>
        {!door && <>
          <label class="password">{say(lang, 'sends-password')}
            <input ref={word} type="password" autocomplete="off" autocapitalize="none" maxLength={60} spellcheck={false}
              aria-invalid={wrong || lacks} aria-describedby="sends-how" /></label>
          <p class="hint" id="sends-how">{lacks && <b class="badt">{say(lang, 'sends-password-first')} </b>}{say(lang, 'sends-password-how', { realm: table.realm })}</p>
          <label class="check"><input ref={keep} type="checkbox" defaultChecked /> {say(lang, 'sends-keep')}</label>
        </>}
        <button type="submit" class={done ? 'big done' : 'big main'} aria-disabled={busy || done}>
          {say(lang, busy ? 'sends-busy' : done ? (answer?.fate === 'ahead' ? 'sends-kept-for' : 'sends-done') : 'sends-now', { turn: meant(text, table).turn })}</button>
      </form> : !sending.link && <p class="warn">{say(lang, sending.old ? 'sends-old' : 'sends-gone')}</p>}
      {!door && sending.link && <Code store={store} sending={sending} lang={lang} bare={!!table.bare} />}
      <div role="status">
        {empty === text && <div class="warn"><p>{say(lang, table.orders ? 'sends-empty-kept' : 'sends-empty')}</p>
          <div class="row"><button type="button" onClick={() => void send(true)}>{say(lang, 'sends-empty-yes')}</button>
            <button type="button" onClick={() => asks(null)}>{say(lang, 'sends-not')}</button></div></div>}
        {sending.waits !== '' && !busy && <p class="warn">{say(lang, sending.held ? 'sends-held' : sending.away ? 'sends-waits' : 'sends-waits-busy', { when: moment(lang, sending.waits) })}</p>}
        {sending.failed !== '' && <p class="warn">{say(lang, `sends-failed-${sending.failed}`)}</p>}
        {shown && <Says lang={lang} answer={answer} />}
        {lost !== '' && !busy && <div class="warn"><p>{say(lang, 'sends-lost', { when: moment(lang, lost) })}</p>
          <div class="row"><button type="button" onClick={() => void sender.resend()}>{say(lang, 'sends-again')}</button>
            <button type="button" onClick={() => void sender.leave()}>{say(lang, 'sends-leave')}</button></div></div>}
      </div>
      {door && <p class="hint">{say(lang, 'sends-open', { realm: table.realm })} <button type="button" class="small" onClick={() => void sender.forget()}>{say(lang, 'sends-forget')}</button></p>}
    </section>
  );
}

// Code opens the door by a code that comes by mail: where a password is not enough, or is lost.
function Code({ store, sending, lang, bare }: { store: Store; sending: Sending; lang: Lang; bare: boolean }) {
  const typed = useRef<HTMLInputElement>(null), { coded, busy } = sending, sender = store.sender!;
  useEffect(() => { if (coded !== '' && !busy) { typed.current!.value = ''; typed.current!.focus(); } }, [coded, busy]);
  return (
    <form class="code" onSubmit={(e) => { e.preventDefault(); const code = typed.current?.value.trim() ?? ''; if (!busy && code !== '') void sender.code(code); }}>
      {bare && <p class="hint">{say(lang, 'sends-code-bare')}</p>}
      {coded !== '' && <>
        <label class="password">{say(lang, 'sends-code', { to: coded })}
          <input ref={typed} type="text" inputMode="text" autocomplete="one-time-code" autocapitalize="none" maxLength={40} spellcheck={false} /></label>
        <button type="submit" class={bare ? 'big main' : ''} aria-disabled={busy}>{say(lang, 'sends-code-open')}</button>
      </>}
      <button type="button" class={bare && coded === '' ? 'big main' : 'small'} aria-disabled={busy} onClick={() => { if (!busy) void sender.asks(); }}>{say(lang, 'sends-code-ask')}</button>
    </form>
  );
}

// Says is the answer: what became of the orders, where the receipt goes, and that, word for word.
function Says({ lang, answer: a }: { lang: Lang; answer: Answer }) {
  const { bad = 0, partial = 0 } = a, taken = a.fate === 'taken' || a.fate === 'ahead', alarm = a.fate === 'wrong-password' || a.fate === 'throttled';
  return (
    <div class={!taken ? 'says bad' : bad + partial > 0 ? 'says some' : 'says'}>
      <b>{fate(lang, a)}</b>
      {a.to && <small>{say(lang, alarm ? 'sends-told' : 'sends-mailed', { to: a.to })}</small>}
      {a.said && !alarm && <details open={!taken || bad + partial > 0}><summary>{say(lang, 'sends-receipt')}</summary><pre tabIndex={0}>{a.said}</pre></details>}
    </div>
  );
}

// fate says in a sentence what became of a letter of orders.
export function fate(lang: Lang, { fate: is, turn = 0, for: later = 0, good = 0, partial = 0, bad = 0 }: Answer): string {
  switch (is) {
    case 'taken': return say(lang, bad > 0 ? 'fate-partly' : partial > 0 ? 'fate-in-part' : 'fate-taken', { turn, n: good, bad: bad || partial });
    case 'ahead': return say(lang, 'fate-ahead', { turn: later || turn });
    case 'kept': return say(lang, 'fate-kept');
    case 'known': return say(lang, 'fate-known');
    case 'wrong-password': return say(lang, 'fate-wrong');
    case 'throttled': return say(lang, 'fate-throttled');
    default: return say(lang, 'fate-other');
  }
}

// state says in a word what the page sends now; '': nothing.
export const state = (s: Sending | null | undefined) => (s?.busy ? 'sending' : s?.waits ? 'waiting' : '');
