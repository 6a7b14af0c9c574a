// The first screen of a page without data: practice at once, or one's own game; and what follows the end of a practice.
import { useEffect, useState } from 'preact/hooks';
import { go } from '../desk/nav';
import { nothing } from '../inout/bring';
import { isPractice } from '../inout/keep';
import { Kept, usePlaces } from '../inout/kept';
import { practise, takeBack, teach } from '../inout/practice';
import { useParts, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';

const strengths = ['weak', 'middle', 'strong'] as const;

// begin begins a practice. What lies on the table goes only if there is one.
async function begin(store: Store, strength: string) {
  const was = store.state;
  if (was.table) store.set(nothing);
  await practise(store, strength);
  if (store.state.table) await store.keeper?.alone().catch(() => undefined);
  else if (was.table) store.set({ ...was, said: store.state.said });
}

export function Start({ store, title = 'start-title' }: { store: Store; title?: 'start-title' | 'trial-title' }) {
  const { lang, lessons, table, practice, opened } = useParts(store, 'lang', 'lessons', 'table', 'practice', 'opened');
  const again = useStore(store, (s) => s.view === 'start');
  const [strength, set] = useState<string>('middle');
  const [busy, setBusy] = useState(false), [asked, ask] = useState(false), [sure, agree] = useState(false), ready = lessons.length > 0;
  // another game takes the place of a practice that goes on
  const kept = usePlaces(store).filter(isPractice), loses = table && practice && !opened?.over ? table.world : kept[0]?.world;
  const play = () => {
    if (loses && !sure) { agree(true); return; }
    setBusy(true);
    void begin(store, strength).finally(() => { setBusy(false); agree(false); });
  };
  useEffect(() => { if (!table || again) void teach(store).then(() => ask(true)); }, [lang, table]);
  if (table ? !again : asked && !ready) return null;
  return (
    <section class="start">
      <h2>{say(lang, title)}</h2>
      <p>{say(lang, again ? 'start-replaces' : 'start-says')}</p>
      {kept.length > 0 && <div class="row">{kept.map((p) => <Kept key={p.world} store={store} place={p} name="keep-on-with" />)}</div>}
      {sure && loses && <p class="warn" role="alert">{say(lang, 'start-loses', { world: loses })}</p>}
      <div class="row">
        <button type="button" class="btn p" id="practise" disabled={busy || !ready} onClick={play}>{say(lang, !ready ? 'start-loads' : sure && loses ? 'start-really' : 'start-play')}</button>
        <label>{say(lang, 'start-strength')} <select value={strength} onChange={(e) => set(e.currentTarget.value)}>
          {strengths.map((s) => <option key={s} value={s}>{say(lang, `start-${s}`)}</option>)}</select></label>
      </div>
      <p class="hint">{say(lang, 'start-local')}</p>
    </section>
  );
}

// Ended is the card of a practice that is over: how it ended, and the next one.
export function Ended({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), opened = useStore(store, (s) => s.opened)!, served = useStore(store, (s) => s.practice?.served), before = useStore(store, (s) => s.before);
  const result = useStore(store, (s) => s.table?.facts.headline?.text);
  return (
    <aside class="plan" aria-label={say(lang, 'over')}>
      <header><h2>{opened.title}</h2></header>
      {!opened.over && <p class="lesson">{say(lang, 'closed')}</p>}
      {result && <p class="lesson">{result}</p>}
      <div class="row">
        {!served && <button type="button" class="btn p" onClick={() => go(store, 'start')}>{say(lang, 'new-game')}</button>}
        <button type="button" class="btn" onClick={() => go(store, 'report')}>{say(lang, 'report')}</button>
        {before && <button type="button" class="btn" onClick={() => void takeBack(store)}>{say(lang, 'turn-back')}</button>}
      </div>
    </aside>
  );
}
