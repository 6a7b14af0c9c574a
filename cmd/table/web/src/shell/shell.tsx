// The shell: what is around each view. It says whose table this is, takes files that are dropped anywhere,
// and tells what happens, also to screen readers.
import { useEffect, useState } from 'preact/hooks';
import type { Lang, Opened } from '../data';
import { faultText } from '../faults';
import { bring } from '../inout/bring';
import { unsaved, useStore } from '../state';
import type { Store } from '../state';
import { moment } from '../text';
import type { View } from '../views';
import { Panels, Tabs } from './tabs';
import { theme } from './theme';
import type { Theme } from './theme';
import { say } from './words';

export function Shell({ store, views }: { store: Store; views: View[] }) {
  const lang = useStore(store, (s) => s.lang);
  const table = useStore(store, (s) => s.table);
  const title = useStore(store, (s) => s.opened?.title ?? '');
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = [title, table?.facts.realm.name, table?.world, 'Weltentor'].filter(Boolean).join(' · ');
  }, [lang, table, title]);
  useEffect(() => { // once something lies there, it is shown
    if (table && store.state.view === 'files' && !store.state.foreign) store.set({ view: views[0]!.name });
  }, [table?.world, table?.realm]);
  useEffect(() => takesDrops(store), [store]);
  useEffect(() => asks(store), [store]);
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>{say(lang, 'skip')}</a>
      <Head store={store} />
      <Tabs store={store} views={views} />
      <Messages store={store} />
      <Panels store={store} views={views} />
    </>
  );
}

function skip(e: Event) {
  e.preventDefault();
  document.getElementById('content')?.focus();
}

// asks lets the browser ask before the page is closed with something in it that is kept nowhere.
function asks(store: Store) {
  const leave = (e: BeforeUnloadEvent) => { if (unsaved(store.state)) e.preventDefault(); };
  window.addEventListener('beforeunload', leave);
  return () => window.removeEventListener('beforeunload', leave);
}

// takesDrops takes files that are dropped anywhere: otherwise the browser would leave the page for them.
function takesDrops(store: Store) {
  const over = (e: DragEvent) => { if (e.dataTransfer?.types.includes('Files')) e.preventDefault(); };
  const drop = (e: DragEvent) => {
    if (e.defaultPrevented || !e.dataTransfer?.files.length) return;
    e.preventDefault();
    void bring(store, [...e.dataTransfer.files]);
  };
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
  };
}

function Head({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const table = useStore(store, (s) => s.table);
  const opened = useStore(store, (s) => s.opened);
  return (
    <header class="head">
      <div class="whose">
        <h1>{table ? table.world : say(lang, 'title')}</h1>
        {table && opened ? (
          <p>
            <strong>{say(lang, 'realm', { realm: table.realm })} {table.facts.realm.name}</strong>
            {stands(lang, opened, table.deadline).map((s) => ` · ${s}`).join('')}
          </p>
        ) : <p>{say(lang, 'empty')}</p>}
      </div>
      <div class="choices">
        <Language store={store} />
        <Colours lang={lang} />
      </div>
    </header>
  );
}

// stands is where the game is: its turn, and until when orders are taken, if they are.
function stands(lang: Lang, opened: Opened, at?: string): string[] {
  const { title, phase } = opened;
  if (opened.over) return ended(title, say(lang, 'over'));
  const when = moment(lang, at);
  return [
    phase && !title.includes(phase) ? `${title} (${phase})` : title,
    when ? say(lang, 'deadline', { when }) : say(lang, 'no-deadline'),
    ...(opened.takes ? [] : [say(lang, 'closed')]),
  ];
}

// ended leaves out a title that says no more than that the game has ended.
const ended = (title: string, over: string) => (over.startsWith(title) ? [over] : [title, over]);

function Language({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const speak = async (to: Lang) => {
    store.set({ lang: to, said: null });
    if (!store.state.table) return;
    try {
      const opened = await store.engine.speak(to);
      if (store.state.lang === to) store.set({ opened });
    } catch (e) {
      store.say(faultText(to, e), true);
    }
  };
  return (
    <label>
      <span>{say(lang, 'language')}</span>
      <select value={lang} onChange={(e) => void speak(e.currentTarget.value as Lang)}>
        <option value="de" lang="de">Deutsch</option>
        <option value="en" lang="en">English</option>
      </select>
    </label>
  );
}

function Colours({ lang }: { lang: Lang }) {
  const [now, set] = useState<Theme>(() => theme());
  return (
    <label>
      <span>{say(lang, 'theme')}</span>
      <select value={now} onChange={(e) => set(theme(e.currentTarget.value as Theme))}>
        {(['auto', 'light', 'dark'] as const).map((t) => <option key={t} value={t}>{say(lang, `theme-${t}`)}</option>)}
      </select>
    </label>
  );
}

// Messages are two regions that are always there, so that screen readers hear what comes into them.
function Messages({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const said = useStore(store, (s) => s.said);
  return (
    <div class="messages">
      <div role="status" aria-live="polite">{said && !said.bad ? <p>{said.text}</p> : null}</div>
      <div role="alert">{said?.bad ? <p class="bad">{said.text}</p> : null}</div>
      {said && <button type="button" class="close" aria-label={say(lang, 'dismiss')} onClick={() => store.set({ said: null })}>×</button>}
    </div>
  );
}
