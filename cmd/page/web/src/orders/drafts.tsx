// Drafts, of which one is written, and what is different in it from the orders in force.
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '../data';
import { put } from '../desk/desk';
import { changes } from '../desk/letters';
import { newId } from '../inout/bring';
import { useLaid, useStore } from '../state';
import type { Draft, Store } from '../state';
import { meant, withIdentity } from './identity';
import { say } from './words';

export function Drafts({ store }: { store: Store }) {
  const { lang, table, drafts, draft: id } = useLaid(store, 'lang', 'table', 'drafts', 'draft');
  const [doing, set] = useState<'' | 'name' | 'new' | 'delete'>('');
  const now = drafts.find((d) => d.id === id);
  const add = (d: Draft) => { put(store, { drafts: [...store.state.drafts, d], draft: d.id }); set(''); };
  const fresh = (text: string) => add({
    id: newId(drafts), turn: table.turn, name: say(lang, 'draft-named', { n: drafts.length + 1 }), text: withIdentity(text, table, lang),
  });
  const copied = (d: Draft) => add({
    ...d, id: newId(drafts), turn: table.turn, name: say(lang, 'draft-copied', { name: d.name }).slice(0, 100),
    text: withIdentity(d.text, table, lang),
  });
  const remove = () => {
    const left = drafts.filter((d) => d.id !== id);
    const next = left.filter((d) => d.turn === table.turn).at(-1) ?? left.at(-1);
    if (next) put(store, { drafts: left, draft: next.id });
    else { put(store, { drafts: [], draft: '' }); fresh(table.orders || store.state.opened?.template || ''); }
    store.set({ said: { text: say(lang, 'draft-back'), undo: true } });
    set('');
  };
  return (
    <div class="drafts">
      <label>{say(lang, 'draft')}{' '}
        <select value={id} onChange={(e) => store.set({ draft: e.currentTarget.value })}>
          {drafts.map((d) => <option key={d.id} value={d.id}>
            {d.turn === table.turn ? d.name : say(lang, 'draft-turn', { name: d.name, turn: d.turn })}</option>)}
        </select></label>
      <div class="row">
        <button type="button" aria-expanded={doing === 'new'} onClick={() => set(doing === 'new' ? '' : 'new')}>{say(lang, 'draft-new')}</button>
        {now && <button type="button" onClick={() => copied(now)}>{say(lang, 'draft-copy')}</button>}
        {now && <button type="button" aria-expanded={doing === 'name'} onClick={() => set(doing === 'name' ? '' : 'name')}>{say(lang, 'draft-rename')}</button>}
        {now && <button type="button" onClick={() => (doing === 'delete' ? remove() : set('delete'))}>
          {say(lang, doing === 'delete' ? 'draft-sure' : 'draft-delete')}</button>}
        {doing === 'delete' && <button type="button" onClick={() => set('')}>{say(lang, 'cancel')}</button>}
      </div>
      {doing === 'new' && <div class="row"><span>{say(lang, 'draft-from')}</span>
        {store.state.opened?.template && <button type="button" onClick={() => fresh(store.state.opened!.template)}>{say(lang, 'draft-from-template')}</button>}
        {table.orders && <button type="button" onClick={() => fresh(table.orders!)}>{say(lang, 'draft-from-force')}</button>}
        <button type="button" onClick={() => fresh('')}>{say(lang, 'draft-from-empty')}</button></div>}
      {doing === 'name' && now && <label>{say(lang, 'draft-name')}{' '}
        <input type="text" value={now.name} maxLength={100} onInput={(e) => {
          const name = e.currentTarget.value;
          put(store, { drafts: store.state.drafts.map((d) => (d.id === id ? { ...d, name } : d)) }, `name ${id}`);
        }} /></label>}
      {now && now.turn !== table.turn && <p class={now.turn < table.turn ? 'warn' : undefined}>
        {say(lang, now.turn < table.turn ? 'draft-old' : 'draft-ahead', { turn: now.turn, now: table.turn })}{' '}
        <button type="button" onClick={() => copied(now)}>{say(lang, 'draft-bring', { now: table.turn })}</button></p>}
    </div>
  );
}

// Changes is what differs from the orders in force, by section.
export function Changes({ store, text }: { store: Store; text: string }) {
  const { lang, table } = useLaid(store, 'lang', 'table');
  const orders = table.orders ?? '';
  const sections = useStore(store, (s) => s.opened?.sections ?? none);
  const rows = useStore(store, (s) => s.rows), of = useStore(store, (s) => s.readOf);
  const [before, set] = useState<Row[] | null>(null);
  useEffect(() => {
    let alive = true;
    store.engine.read(orders).then((r) => { if (alive) set(r); }, () => {});
    return () => { alive = false; };
  }, [store, orders]);
  const { turn } = meant(text, table);
  if (turn > table.turn) {
    return (
      <section class="card changes">
        <h2>{say(lang, 'changes')}</h2>
        <p>{say(lang, 'changes-ahead', { turn, now: table.turn })}</p>
      </section>
    );
  }
  const ready = before !== null && of === text, list = orders === '' || !ready ? [] : changes(before, orders, rows, text);
  return (
    <section class="card changes">
      <h2>{say(lang, 'changes')}</h2>
      {orders === '' ? <p>{say(lang, 'changes-first')}</p> : ready && list.length === 0 && <p>{say(lang, 'changes-none')}</p>}
      {list.map((c) => (
        <div key={c.letter}>
          <h3>${c.letter} {sections.find((s) => s.letter === c.letter)?.names[lang === 'de' ? 0 : 1] ?? ''}</h3>
          <ul>
            {c.gone.map((l, i) => <li key={`-${i}`}><del>{l}</del> <span class="hint">{say(lang, 'changes-gone')}</span></li>)}
            {c.come.map((l, i) => <li key={`+${i}`}><ins>{l}</ins> <span class="hint">{say(lang, 'changes-come')}</span></li>)}
          </ul>
        </div>
      ))}
    </section>
  );
}

const none: never[] = [];
