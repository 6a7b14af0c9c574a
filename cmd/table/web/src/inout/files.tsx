// Files: what is put on the table, what lies there, and "my table".
import { useEffect, useMemo, useState } from 'preact/hooks';
import { secure, useParts, useStore } from '../state';
import type { Store } from '../state';
import { moment } from '../text';
import { anew, bring } from './bring';
import { follow, keyOf, byLink } from './link';
import { browser, Keeper, Unread } from './keep';
import type { Place } from './keep';
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

// Bring is where files are chosen or dropped.
function Bring({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const [over, setOver] = useState(false);
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
      <label class="button picker">
        <input type="file" multiple accept=".json,.zip,.gz,application/json,application/zip,application/gzip"
          onChange={(e) => {
            const files = [...(e.currentTarget.files ?? [])];
            e.currentTarget.value = '';
            void bring(store, files);
          }} />
        <span>{say(lang, 'bring-pick')}</span>
      </label>
      {byLink() && <Paste store={store} />}
      <p class="hint">{byLink() ? say(lang, 'bring-link', { host: location.host }) : say(lang, 'bring-local')}</p>
      {!byLink() && <p class="hint">{say(lang, 'bring-wish')}</p>}
    </section>
  );
}

// Paste takes a link: an installed page may not be the browser in which links open.
function Paste({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const [link, set] = useState('');
  return (
    <form class="row" onSubmit={(e) => { e.preventDefault(); void follow(store, keyOf(link)); set(''); }}>
      <label>{say(lang, 'link-paste')} <input type="url" value={link} onInput={(e) => set(e.currentTarget.value)} autocomplete="off" /></label>
      <button type="submit">{say(lang, 'link-open')}</button>
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

// Keep asks whether the browser may remember the table.
function Keep({ store }: { store: Store }) {
  const { lang, table } = useParts(store, 'lang', 'table');
  const keeper = useMemo(() => {
    const rulebook = document.body.dataset.rulebook ?? 'table';
    return new Keeper(store, browser(rulebook), rulebook);
  }, [store]);
  const [when, setWhen] = useState(() => keeper.when());
  const [places, setPlaces] = useState<Place[]>([]);
  const fails = (e: unknown) => store.say(tooMuch(e, mine(store.state), store.state.lang)
    ?? say(store.state.lang, e instanceof Unread ? 'keep-unread' : 'keep-fails'), true);
  useEffect(() => (when ? keeper.keeping(setWhen, fails) : undefined), [keeper, when !== '']);
  useEffect(() => { if (when && !table) keeper.places().then(setPlaces, fails); }, [keeper, when !== '', table !== null]);
  if (when === '' && !table) return null;
  const stop = () => {
    setWhen('');
    keeper.forget().then(() => store.say(say(store.state.lang, 'keep-off')), fails);
  };
  return (
    <section>
      <h2>{say(lang, 'keep-title')}</h2>
      <p>{byLink() ? say(lang, 'keep-link', { host: location.host }) : say(lang, 'keep-how')}</p>
      {when !== '' && <p>{say(lang, 'keep-on', { when: moment(lang, when) })}</p>}
      <div class="row">
        {when === '' && table && <button type="button" onClick={() => { keeper.keep().then(setWhen, fails); }}>
          {say(lang, 'keep-yes')}</button>}
        {when !== '' && !table && places.map((p) => (
          <button key={`${p.realm} ${p.world}`} type="button" onClick={() => { keeper.take(p).catch(fails); }}>
            {say(lang, 'keep-open', { world: p.world, realm: p.realm })}</button>
        ))}
        {when !== '' && <button type="button" onClick={stop}>{say(lang, 'keep-no')}</button>}
      </div>
    </section>
  );
}
