// Files: what is put on the table, what lies there, and "my table".
import { useState } from 'preact/hooks';
import { secure, useParts, useStore } from '../state';
import type { Store } from '../state';
import { moment } from '../text';
import { anew, bring } from './bring';
import { byLink, follow, forget, pasted } from './link';
import { fails, Kept, usePlaces } from './kept';
import { isPractice } from './keep';
import { mine, packed, tooMuch } from './mine';
import { save } from './send';
import { Start } from '../panels/start';
import { say } from './words';

export function Files({ store }: { store: Store }) {
  const { foreign, table } = useParts(store, 'foreign', 'table');
  return (
    <div class="files">
      <Start store={store} />
      {foreign && foreign.length > 0 && <Foreign store={store} />}
      <Bring store={store} />
      {table && <Here store={store} />}
      {table && <MyTable store={store} />}
      <Keep store={store} />
    </div>
  );
}

// Bring is where files are chosen or dropped. A page that was opened by a link has its table: there nothing is dropped.
function Bring({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const [over, setOver] = useState(false);
  const picker = (
    <label class="button picker">
      <input type="file" multiple accept=".json,.zip,.gz,application/json,application/zip,application/gzip"
        onChange={(e) => {
          const files = [...(e.currentTarget.files ?? [])];
          e.currentTarget.value = '';
          void bring(store, files);
        }} />
      <span>{say(lang, 'bring-pick')}</span>
    </label>
  );
  if (byLink()) {
    return (
      <section>
        <h2>{say(lang, 'bring-title')}</h2>
        <Paste store={store} />
        <p>{say(lang, 'bring-files')} {say(lang, 'bring-public')}</p>
        {picker}
        <p class="hint">{say(lang, store.sender ? 'bring-sends' : 'bring-link', { host: location.host })}</p>
      </section>
    );
  }
  return (
    <section class={over ? 'bring over' : 'bring'}
      onDragOver={(e) => { e.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        e.stopPropagation();
        setOver(false);
        void bring(store, [...(e.dataTransfer?.files ?? [])]);
      }}>
      <h2>{say(lang, 'bring-title')}</h2>
      <p>{say(lang, 'bring-how')}</p>
      <p>{say(lang, 'bring-public')}</p>
      {picker}
      <Paste store={store} />
      <p class="hint">{say(lang, 'bring-local')}</p>
      <p class="hint">{say(lang, 'bring-wish')}</p>
    </section>
  );
}

// Paste takes what came by mail, and says what it is: a link (an installed page may not be the browser in which links
// open), the data themselves, orders, or a letter whose file is wanted.
function Paste({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const [text, set] = useState('');
  const is = pasted(text, byLink() ? location.href : ''), opens = is.what === 'link' || is.what === 'data';
  const open = () => {
    set('');
    if (is.what === 'link') void follow(store, is.key);
    else void bring(store, [new File([text], 'TABLE.json')]);
  };
  return (
    <form class="paste" onSubmit={(e) => { e.preventDefault(); if (opens) open(); }}>
      <label>{say(lang, byLink() ? 'paste-here' : 'paste')} <textarea rows={2} value={text} onInput={(e) => set(e.currentTarget.value)} autocomplete="off" spellcheck={false} /></label>
      <p role="status">{is.what && say(lang, `paste-${is.what}`)}</p>
      {opens && <button type="submit" class="btn">{say(lang, 'link-open')}</button>}
    </form>
  );
}

function Foreign({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const foreign = useStore(store, (s) => s.foreign)?.[0];
  const table = useStore(store, (s) => s.table);
  if (!foreign) return null;
  return (
    <section class="foreign" role="alert">
      <h2>{say(lang, 'foreign-title')}</h2>
      <p>{say(lang, 'foreign-ask', {
        world: foreign.world, realm: foreign.realm, here: table?.world ?? '–', mine: table?.realm ?? '–',
      })}</p>
      <div class="row">
        {table && <button type="button" onClick={() => saveMine(store)}>{say(lang, 'foreign-save')}</button>}
        <button type="button" onClick={() => void anew(store)}>{say(lang, 'foreign-new')}</button>
        <button type="button" onClick={() => store.set({ foreign: undefined })}>{say(lang, 'foreign-leave')}</button>
      </div>
    </section>
  );
}

// runs are numbers in order, those that follow each other in short: 1–3, 5.
export function runs(all: readonly number[]): string {
  const out: [number, number][] = [];
  for (const n of all) if (out.at(-1)?.[1] === n - 1) out.at(-1)![1] = n; else out.push([n, n]);
  return out.map(([a, b]) => (a === b ? a : `${a}–${b}`)).join(', ');
}

function Here({ store }: { store: Store }) {
  const { lang, table } = useParts(store, 'lang', 'table');
  const title = useStore(store, (s) => s.opened?.title ?? '');
  const past = useStore(store, (s) => s.past);
  if (!table) return null;
  return (
    <section>
      <h2>{say(lang, 'here-title')}</h2>
      <p>{say(lang, 'here-line', { world: table.world, realm: table.realm, name: table.facts.realm.name, title })}</p>
      {past.length > 0 && <p>{say(lang, 'here-past', { turns: runs(past.map((t) => t.turn)) })}</p>}
    </section>
  );
}

// saveMine saves "my table" as a file.
export function saveMine(store: Store) {
  const { lang, table } = store.state;
  const m = mine(store.state);
  let file: ReturnType<typeof packed>;
  try {
    file = packed(m);
  } catch (e) {
    store.say(tooMuch(e, m, lang) ?? say(lang, 'keep-fails'), true);
    return;
  }
  const name = `${say(lang, 'mine-name')}-${table?.realm ?? 0}-${table?.turn ?? 0}${file.name}`;
  save(name, file.bytes, file.type);
  secure(store);
  store.say(say(lang, 'out-saved', { file: name }));
}

function MyTable({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  return (
    <section>
      <h2>{say(lang, 'mine-title')}</h2>
      <p>{say(lang, 'mine-how')}</p>
      <button type="button" onClick={() => saveMine(store)}>{say(lang, 'mine-save')}</button>
    </section>
  );
}

// Keep says whether the browser remembers the table, and asks where it does not do so by itself.
function Keep({ store }: { store: Store }) {
  const { lang, table, kept } = useParts(store, 'lang', 'table', 'kept', 'practice', 'seals'), keeper = store.keeper;
  const places = usePlaces(store).filter((p) => !isPractice(p)), here = keeper?.here();
  if (!keeper || (!table && places.length === 0)) return null;
  if (here?.by && !isPractice(here)) return <Device store={store} />;
  const how = here?.by ? 'keep-practice' : 'keep-how';
  return (
    <section>
      <h2>{say(lang, 'keep-title')}</h2>
      <p>{say(lang, how)}</p>
      {kept && <p>{say(lang, 'keep-on', { when: moment(lang, kept) })}</p>}
      <div class="row">
        {table && !kept && <button type="button" onClick={() => { keeper.keep().catch((e) => fails(store, e)); }}>{say(lang, 'keep-yes')}</button>}
        {!table && places.map((p) => <Kept key={`${p.realm} ${p.world}`} store={store} place={p} />)}
        {(!table || kept) && <button type="button" onClick={() => { keeper.forget().then(() => store.say(say(store.state.lang, 'keep-off')), (e) => fails(store, e)); }}>
          {say(lang, 'keep-no')}</button>}
      </div>
    </section>
  );
}

// Device says what a browser keeps of a table by link, by itself, and deletes it.
function Device({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), [sure, agree] = useState(false);
  return (
    <section>
      <h2>{say(lang, 'keep-device')}</h2>
      <p>{say(lang, 'keep-link')}</p>
      {sure && <p class="warn" role="alert">{say(lang, 'keep-lost')}</p>}
      <div class="row">
        <button type="button" class="forget" onClick={() => { if (sure) forget(store).catch((e) => fails(store, e)); else agree(true); }}>{say(lang, sure ? 'keep-sure' : 'keep-delete')}</button>
        {sure && <button type="button" onClick={() => agree(false)}>{say(lang, 'keep-leave')}</button>}
      </div>
    </section>
  );
}
