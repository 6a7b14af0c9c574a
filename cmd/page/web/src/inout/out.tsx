// Out: the orders leave the table. The password is in nothing that is kept, and in no link.
import { useRef, useState } from 'preact/hooks';
import type { Lang, Table } from '../data';
import type { Store } from '../state';
import { textOf, useParts, useStore } from '../state';
import { meant, placeholder } from '../orders/identity';
import { copy, fileName, letter, mailto, save, subject, visit } from './send';
import { say } from './words';

export function Out({ store, bad = 0, refused = '' }: { store: Store; bad?: number; refused?: string }) {
  const { lang, table } = useParts(store, 'lang', 'table');
  const text = useStore(store, () => textOf(store));
  // the password is in the field alone: it is read when it is needed
  const field = useRef<HTMLInputElement>(null);
  const [byHand, setByHand] = useState(''), [marked, mark] = useState(false);
  if (!table) return <p>{say(lang, 'out-nothing')}</p>;
  const password = () => field.current?.value.trim() ?? '';
  const whole = () => letter(text, table, lang, password());
  const lacks = () => (table.bare || password() !== '' ? [] : [say(lang, 'out-lacks', { mark: placeholder(lang) })]);
  const given = () => store.set({ sent: text });
  const take = async () => {
    const done = await copy(whole());
    if (done) given();
    setByHand(done ? '' : whole());
    store.say([say(lang, done ? 'out-copied' : 'out-not-copied'), ...lacks()].join(' '), !done);
  };
  const mail = () => {
    const link = mailto(text, table, lang);
    mark(!table.bare && (link.whole || password() === ''));
    if (link.whole) store.say(say(lang, 'out-whole'));
    else {
      void copy(whole()).then((done) => {
        setByHand(done ? '' : whole());
        store.say(say(lang, done ? 'out-long' : 'out-long-not'), !done);
      });
    }
    given();
    visit(link.href);
  };
  return (
    <section class="card out">
      <h2>{say(lang, 'out-title')}</h2>
      <p>{table.address ? say(lang, 'out-how', { address: table.address }) : say(lang, 'out-no-address')}</p>
      {refused !== '' && <p class="warn">{say(lang, 'out-refused', { why: refused })}</p>}
      {bad > 0 && <p class="warn">{say(lang, 'out-bad', { n: bad })}</p>}
      {table.address && <>
        <div class="row"><button type="button" class="main" onClick={mail}>{say(lang, 'out-mail')}</button></div>
        <div role="status">{marked && <Replace lang={lang} realm={meant(text, table).realm} />}</div>
        {!table.bare && !marked && <p class="hint">{say(lang, 'out-marked', { mark: placeholder(lang) })}</p>}
      </>}
      {table.bare ? <p class="hint">{say(lang, 'out-bare')}</p> : <Password lang={lang} realm={table.realm} field={field} />}
      <div class="row">
        <button type="button" onClick={() => void take()}>{say(lang, 'out-copy')}</button>
        <button type="button" class="save" onClick={() => {
          save(fileName(text, table, lang), whole());
          given();
          store.say([say(lang, 'out-saved', { file: fileName(text, table, lang) }), ...lacks()].join(' '));
        }}>{say(lang, 'out-save')}</button>
        {'share' in navigator && <button type="button" onClick={() => void share(whole(), table, lang)}>
          {say(lang, 'out-share')}</button>}
      </div>
      <details class="whole"><summary>{say(lang, 'out-see')}</summary><pre tabIndex={0}>{letter(text, table, lang)}</pre></details>
      {byHand !== '' && <label class="by-hand">{say(lang, 'out-by-hand')}
        <textarea readOnly rows={8} value={byHand} onFocus={(e) => e.currentTarget.select()} /></label>}
    </section>
  );
}

// Replace says what must be written into a mail that a link has begun.
export const Replace = ({ lang, realm }: { lang: Lang; realm: number }) => <p class="warn replace">{say(lang, 'out-replace', { mark: placeholder(lang), realm })}</p>;

function Password({ lang, realm, field }: { lang: Lang; realm: number; field: { current: HTMLInputElement | null } }) {
  return (
    <>
      <label class="password">{say(lang, 'out-password')}
        <input ref={field} type="password" autocomplete="off" maxLength={60} spellcheck={false}
          aria-describedby="out-password-how" /></label>
      <p class="hint" id="out-password-how">{say(lang, 'out-password-how', { realm })}</p>
    </>
  );
}

async function share(text: string, table: Table, lang: Lang) {
  const file = new File([text], fileName(text, table, lang), { type: 'text/plain' });
  const whole: ShareData = { title: subject(text, table, lang), files: [file] };
  try {
    if (navigator.canShare?.(whole)) await navigator.share(whole);
    else await navigator.share({ title: subject(text, table, lang), text });
  } catch { /* whoever closes the system's sheet has not failed */ }
}
