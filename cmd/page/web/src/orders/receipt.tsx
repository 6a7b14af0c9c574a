// What the receipt will say of the orders, and what only the game itself knows.
import type { Checked, Lang, Problem } from '../data';
import { flaws } from '../desk/numbers';
import { useSends } from '../inout/sends';
import { useParts, useStore } from '../state';
import type { Store } from '../state';
import { moment } from '../text';
import { say } from './words';

export function Receipt({ store, checked, busy, goTo }: { store: Store; checked: Checked | null; busy: boolean; goTo: (line: number) => void }) {
  const lang = useStore(store, (s) => s.lang);
  return (
    <section class="card receipt" aria-labelledby="receipt-title" id="receipt">
      <h2 id="receipt-title">{say(lang, 'receipt')}</h2>
      {!checked && <p>{say(lang, 'receipt-wait')}</p>}
      {checked && <>
        <p class="counts" role="status"><Counts lang={lang} checked={checked} />{busy && <> · {say(lang, 'receipt-old')}</>}</p>
        {checked.refused && <p class="bad">{checked.refused}</p>}
        {!checked.refused && <Problems lang={lang} list={checked.problems} more={checked.more ?? 0} goTo={goTo} />}
        {checked.inForce.length > 0 && <ul class="told">{checked.inForce.map((f, i) => <li key={i}>{f.line > 0 && <b>{f.line}</b>}<span>{f.text}</span></li>)}</ul>}
        {checked.idle.length > 0 && <details class="told"><summary>{say(lang, 'idle')}</summary><ul>{checked.idle.map((t, i) => <li key={i}>{t}</li>)}</ul></details>}
        {checked.outlook.length > 0 && <p class="told">{checked.outlook.join(' ')}</p>}
        {!checked.refused && checked.page.trim() !== '' && <details><summary>{say(lang, 'page')}</summary><pre class="page">{checked.page}</pre></details>}
      </>}
      <Unknown store={store} />
    </section>
  );
}

// Counts are the lines as the receipt counts them; zeros are left out, but for the good ones. Of a text that is refused
// no line counts, and of one for a turn to come nobody knows yet which do.
export function Counts({ lang, checked: c }: { lang: Lang; checked: Checked }) {
  if (c.refused) return <>{say(lang, 'count-refused')}</>;
  if (c.for) {
    const bad = c.bad > 0 ? ` · ${say(lang, 'count-bad', { n: c.bad })}` : '';
    return <>{say(lang, 'count-ahead', { turn: c.for, n: c.good + c.partial })}{bad}</>;
  }
  const all = ([['count-good', c.good, ''], ['count-bad', c.bad, 'badt'], ['count-partial', c.partial, 'warnt'], ['count-later', c.later, ''], ['count-notes', flaws(c).notes, 'warnt']] as const)
    .filter(([key, n]) => n > 0 || key === 'count-good');
  return <>{all.map(([key, n, tone], i) => <span key={key} class={tone}>{i > 0 && ' · '}{say(lang, key, { n })}</span>)}</>;
}

function Problems({ lang, list, more, goTo }: { lang: Lang; list: Problem[]; more: number; goTo: (line: number) => void }) {
  if (list.length + more === 0) return <p>{say(lang, 'no-problems')}</p>;
  return (
    <>
      <h3>{say(lang, 'problems')}</h3>
      <ul class="problems">
        {list.map((p, i) => (
          <li key={i} class={p.severity}>
            <strong>{say(lang, p.severity)}</strong>
            {p.line > 0 && <button type="button" class="small" onClick={() => goTo(p.line)}>{say(lang, 'jump', { n: p.line })}</button>}
            <span>{p.text}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{say(lang, 'problems-more', { n: more })}</p>}
    </>
  );
}

// Unknown is what the receipt of the game will say beyond this one.
function Unknown({ store }: { store: Store }) {
  const { lang, table, sending } = useParts(store, 'lang', 'table', 'sending'), sends = useSends(store);
  const when = moment(lang, table?.deadline);
  const things = [
    ...(sends && sending?.door ? [] : [say(lang, table?.bare ? 'unknown-sender' : 'unknown-password')]),
    ...(when ? (sends ? [] : [say(lang, 'unknown-deadline', { when })]) : [say(lang, 'unknown-no-deadline')]),
    say(lang, 'unknown-others'), say(lang, 'unknown-dice'),
  ];
  return (
    <>
      <h3>{say(lang, 'unknown')}</h3>
      <ul class="unknown">{things.map((t) => <li key={t}>{t}</li>)}</ul>
    </>
  );
}
