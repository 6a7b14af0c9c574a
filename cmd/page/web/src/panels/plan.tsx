// The plan card: what to do in this turn, in order, with what is left of it.
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '../data';
import { armiesOf, idle, staying } from '../desk/armies';
import { change, write } from '../desk/desk';
import { go, next } from '../desk/nav';
import { left, number, purse, spell } from '../desk/numbers';
import { endTurn, takeBack, teach } from '../inout/practice';
import { isDone } from '../inout/sender';
import { state } from '../inout/sends';
import { withIdentity } from '../orders/identity';
import { remember, remembered } from '../shell/remember';
import { useNarrow } from '../shell/media';
import { newsOf, textOf, unsaved, useLaid, useMinutes, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';

interface Item { key: string; word: string; says: string; done: boolean; go: () => void }

export function Plan({ store }: { store: Store }) {
  const { lang, opened, table } = useLaid(store, 'lang', 'opened', 'table', 'rows', 'made', 'checked');
  useStore(store, staying);
  const practice = useStore(store, (s) => s.practice), before = useStore(store, (s) => s.before), lesson = useStore(store, (s) => s.lessons)[nth(store) - 1];
  useEffect(() => { if (practice) void teach(store); }, [practice === null, lang]);
  useMinutes(table.deadline);
  const sending = useStore(store, (s) => s.sending), now = state(sending);
  const ready = useReady(store), phone = useNarrow(), [kept, keep] = useState(() => remembered('plan'));
  const shut = phone && (kept ? kept === 'shut' : !practice); // then it shows the next step alone; a lesson is read first
  const read = useStore(store, (s) => s.report), sent = useStore(store, (s) => s.sent === textOf(store)), loses = useStore(store, (s) => !s.practice && unsaved(s));
  const free = idle(store.state).length, all = armiesOf(store.state).length, money = purse(store.state)[0], f = table.facts;
  const played = newsOf(store.state).map((t) => t.facts);
  const battles = played.reduce((n, x) => n + (x.battles?.length ?? 0), 0), events = played.reduce((n, x) => n + x.weeks.reduce((m, w) => m + w.events.length, 0), 0), letters = f.letters.filter((l) => (l.from ?? 0) > 0).length;
  const items: Item[] = [
    { key: 'report', word: say(lang, 'plan-read'), says: events === 0 && battles === 0 ? say(lang, 'no-events') : battles > 0 ? say(lang, 'n-battles', { n: battles }) : say(lang, 'n-events', { n: events }), done: read, go: () => go(store, 'report') },
  ];
  let shows = '';
  if (ready && opened.takes) {
    const { rows } = store.state, rest = missing(ready, rows), taken = ready.every((r) => rows.some((o) => o.kind === 'order' && same(o, r) && o.form === r.form && String(o.values) === String(r.values)));
    // who has written other orders for all of it needs none of these
    const given = !!table.orders && rows.some((r) => r.kind === 'order');
    if (rest.length > 0) shows = begins(store, rest);
    if (taken || rest.length > 0 && !given) items.push({ key: 'first', word: say(lang, rest.length > 0 && rows.some((r) => r.kind === 'order') ? 'plan-add' : 'plan-first'), says: rest.length === 0 ? '' : say(lang, 'n-lines', { n: rest.length }), done: taken,
      go: () => { if (rest.length === 0) store.set({ drawer: true }); else void takeReady(store, ready); } });
  }
  if (money && (opened.desk?.units?.length ?? 0) > 0) items.push({ key: 'spend', word: say(lang, 'plan-spend', { name: money.name }), says: say(lang, 'n-left', { n: number(lang, money.left) }), done: money.spent.length > 0 || money.left < money.all * 0.1, go: () => go(store, 'recruit') });
  if (all > 0) items.push({ key: 'orders', word: say(lang, 'plan-orders'), says: free > 0 ? say(lang, 'n-armies', { n: free }) : say(lang, 'all-done'), done: free === 0, go: () => (free > 0 ? next(store) : go(store, 'army')) });
  if (!practice) items.push({ key: 'letters', word: say(lang, 'plan-letters'), says: letters > 0 ? say(lang, 'n-letters', { n: letters }) : say(lang, 'no-letters'), done: letters === 0, go: () => go(store, 'realms') });
  if (practice) items.push({ key: 'end', word: say(lang, 'turn-ends'), says: '', done: false, go: () => void endTurn(store) });
  else items.push({ key: 'send', word: say(lang, 'plan-send'), says: now ? say(lang, now) : sent ? say(lang, 'sent') : table.deadline ? left(lang, table.deadline) : '', done: (store.state.checked?.sent || isDone(sending, textOf(store))) ?? false, go: () => store.set({ view: 'receipt', army: null, at: null }) });
  const first = items.findIndex((i) => !i.done);
  return (
    <aside class={shut ? 'plan shut' : 'plan'} aria-label={say(lang, 'plan-label')}>
      <header><h2>{opened.title}<small> {opened.game} · {table.world}{table.at && !practice && ` · ${say(lang, 'as-of', { when: spell(lang, table.at) })}`}</small></h2>
        {phone && <button type="button" class="x fold" aria-expanded={!shut} aria-label={say(lang, shut ? 'full' : 'less')} onClick={() => { keep(shut ? 'open' : 'shut'); remember('plan', shut ? 'open' : 'shut'); }}>{shut ? '▴' : '▾'}</button>}</header>
      {practice && table.learnt?.map((says) => <p class="lesson learnt">{says}</p>)}
      {practice && lesson && <p class="lesson"><b>{say(lang, 'lesson', { n: nth(store), of: store.state.lessons.length })}</b> {lesson}</p>}
      {practice && !lesson && store.state.lessons.length > 0 && <p class="lesson">{say(lang, 'lessons-over')}</p>}
      <small>{practice ? say(lang, 'plan-practice') : table.deadline ? say(lang, 'plan-closes', { when: spell(lang, table.deadline) }) : say(lang, 'plan-open')}</small>
      {!practice && table.at && <small>{say(lang, 'plan-as-of', { when: spell(lang, table.at) })}</small>}
      <ol>{items.map((i, n) => <li key={i.key} data-step={i.key} class={i.done ? 'ok' : n === first ? 'now' : ''}>
        <button type="button" onClick={i.go}><i>{i.done ? '✓' : n + 1}</i><span>{i.word}</span><small>{i.says}</small></button></li>)}</ol>
      <div class="folds">{shows && <details><summary>{say(lang, 'plan-shows')}</summary><pre tabIndex={0}>{shows}</pre></details>}</div>
      {before && <button type="button" class="link" onClick={() => void takeBack(store)}>{say(lang, 'turn-back')}</button>}
      {loses && <button type="button" class="link" onClick={() => go(store, 'files')}>{say(lang, 'plan-keep')}</button>}
    </aside>
  );
}

const same = (a: Row, b: Row) => a.letter === b.letter && (a.army ? a.army === b.army : a.values?.[0] === b.values?.[0]);

// missing are lines about whose army, or about whose place, the draft has no line of the same section.
const missing = (ready: readonly Row[], rows: readonly Row[]) => ready.filter((r) => !rows.some((o) => o.kind === 'order' && same(o, r)));

// useReady gives the ready orders of a newcomer that can be written by their forms, as soon as the engine has read them;
// null: there are none.
function useReady(store: Store): Row[] | null {
  const first = useStore(store, (s) => s.table?.first), opened = useStore(store, (s) => s.opened), [rows, set] = useState<Row[] | null>(null);
  useEffect(() => {
    let open = true;
    set(null);
    if (first) store.engine.read(first).then((all) => { if (open) set(all.filter((r) => r.kind === 'order' && r.form >= 0)); }, () => undefined);
    return () => { open = false; };
  }, [first, opened]);
  return rows;
}

// begins are the lines that takeReady would write.
const begins = (store: Store, rest: readonly Row[]) => {
  const first = store.state.table!.first!, lines = first.split('\n');
  return store.state.rows.some((r) => r.kind === 'order') ? rest.map((r) => lines[r.line - 1]).join('\n') : first.trim();
};

// takeReady puts the ready orders into the draft: whole, with what they say of themselves, or what is missing of them.
async function takeReady(store: Store, ready: readonly Row[]) {
  const { lang, table, rows } = store.state;
  if (rows.some((r) => r.kind === 'order')) {
    await change(store, (now) => missing(ready, now).map(({ letter, form, values }) => ({ line: 0, letter, form, values: values ?? [] })));
  } else if (!write(store, withIdentity(table!.first!, table!, lang))) return;
  store.set({ said: { text: say(lang, 'first-taken'), undo: true } });
}

// nth is the how-many-eth turn of a practice the player writes orders for: those of others in between do not count.
const nth = (store: Store) => new Set(store.state.drafts.map((d) => d.turn)).size;
