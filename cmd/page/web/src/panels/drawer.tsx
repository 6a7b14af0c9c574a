// The text drawer: the orders as they will be sent, always editable; the line of the chosen army is marked.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ordersOf } from '../desk/armies';
import { redo, undo, write } from '../desk/desk';
import { flawed, flaws } from '../desk/numbers';
import { Editor } from '../orders/editor';
import type { Handle } from '../orders/editor';
import { blank, keeps, withIdentity } from '../orders/identity';
import { Drafts } from '../orders/drafts';
import { say as orderWords } from '../orders/words';
import { useNarrow } from '../shell/media';
import { textOf, useParts, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';

export function Drawer({ store }: { store: Store }) {
  const { lang, drawer: open, rows, checked, checkedOf: of, army } = useParts(store, 'lang', 'drawer', 'rows', 'checked', 'checkedOf', 'army');
  const past = useStore(store, (s) => s.undo.length), coming = useStore(store, (s) => s.redo.length);
  const opened = useStore(store, (s) => s.opened)!, table = useStore(store, (s) => s.table)!;
  const text = useStore(store, () => textOf(store));
  const practice = useStore(store, (s) => s.practice !== null), phone = useNarrow(), handle = useRef<Handle | null>(null);
  const n = rows.filter((r) => r.kind === 'order').length, { bad, notes } = flaws(checked);
  const problems = useMemo(() => ({ of, list: checked?.problems ?? [] }), [checked, of]);
  const line = useStore(store, (s) => s.line);
  useEffect(() => { if (open && line > 0) { handle.current?.goTo(line); store.set({ line: 0 }); } }, [open, line]);
  const marked = army ? ordersOf(rows, army)[0]?.line ?? 0 : 0;
  return (
    <section class={open ? 'drawer open' : 'drawer closed'} aria-label={say(lang, 'orders-text')}>
      <button type="button" aria-expanded={open} onClick={() => store.set({ drawer: !open })}><i class="tri">{open ? '▾' : '▸'}</i><b>{say(lang, 'orders-text')}</b>
        <span class={bad > 0 ? 'bad' : notes > 0 ? 'warnt' : ''}>{flawed(lang, checked && of === text ? checked.good + checked.bad + checked.partial + checked.later : n, checked)}</span></button>
      {open && <>
        <div class="tools">
          <button type="button" class="btn" disabled={past === 0} onClick={() => undo(store)}>{say(lang, 'undo')}</button>
          <button type="button" class="btn" disabled={coming === 0} onClick={() => redo(store)}>{say(lang, 'redo')}</button>
          {opened.template && !rows.some((r) => r.kind === 'order' || r.kind === 'text') && <button type="button" class="btn" onClick={() => write(store, withIdentity(opened.template, table, lang))}>{say(lang, 'template')}</button>}
          <details><summary class="btn">{say(lang, 'drafts')}</summary><Drafts store={store} /></details>
        </div>
        <Editor store={store} handle={handle} problems={problems} marked={marked} />
        {!phone && problems.list.length > 0 && <ul class="flaws" role="status">{problems.list.slice(0, 3).map((p, i) => <li key={i} class={p.severity === 'error' ? 'badt' : undefined}>{p.line > 0 && <b>{orderWords(lang, 'line')} {p.line}: </b>}{p.text}</li>)}</ul>}
        {!practice && blank.test(text) && <p class="mark dim">{orderWords(lang, 'password-here', { mark: blank.exec(text)![0] })}</p>}
        {keeps(text) && <p class="say w">{orderWords(lang, 'password-there')}</p>}
      </>}
    </section>
  );
}
