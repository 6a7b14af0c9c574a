// Orders: as text and by clicking, which are the same text, and beside it what the receipt will say.
import { useRef, useState } from 'preact/hooks';
import { saveMine } from '../inout/files';
import { Out } from '../inout/out';
import { textOf, unsaved, useStore } from '../state';
import type { Store } from '../state';
import { useChecked } from './check';
import { Changes, Drafts } from './drafts';
import { Editor } from './editor';
import type { Handle } from './editor';
import { Forms } from './forms';
import { keeps } from './identity';
import { Counts, Receipt } from './receipt';
import { say } from './words';

export function Orders({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const opened = useStore(store, (s) => s.opened);
  const there = useStore(store, (s) => s.table !== null);
  if (!there || !opened) return <p>{say(lang, 'none')}</p>;
  return opened.over ? <Ended store={store} /> : <Desk store={store} />;
}

// Unsaved says that drafts or notes are kept nowhere yet.
function Unsaved({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const open = useStore(store, unsaved);
  return (
    <div class="row unsaved">
      <span role="status">{open ? say(lang, 'unsaved') : ''}</span>
      {open && <button type="button" onClick={() => saveMine(store)}>{say(lang, 'save-mine')}</button>}
    </div>
  );
}

// Ended is what is left of a game that has ended: its drafts, to be read.
function Ended({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const drafts = useStore(store, (s) => s.drafts);
  const id = useStore(store, (s) => s.draft);
  const now = drafts.find((d) => d.id === id) ?? drafts.at(-1);
  return (
    <div class="orders">
      <p>{say(lang, 'over')}</p>
      {now && <>
        <label>{say(lang, 'draft')}{' '}
          <select value={now.id} onChange={(e) => store.set({ draft: e.currentTarget.value })}>
            {drafts.map((d) => <option key={d.id} value={d.id}>{d.name}</option>)}
          </select></label>
        <textarea class="ended" readOnly rows={20} aria-label={say(lang, 'draft-text')} value={now.text} />
      </>}
    </div>
  );
}

function Desk({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const takes = useStore(store, (s) => s.opened?.takes ?? true);
  const text = useStore(store, () => textOf(store));
  const handle = useRef<Handle | null>(null);
  const [depth, setDepth] = useState<[number, number]>([0, 0]);
  const answer = useChecked(store, text);
  const { checked } = answer;
  const problems = useRef<{ of: string; list: never[] | NonNullable<typeof checked>['problems'] }>({ of: '', list: [] });
  if (checked && problems.current.list !== checked.problems) problems.current = { of: answer.of, list: checked.problems };
  const goTo = (line: number) => handle.current?.goTo(line);
  return (
    <div class="orders">
      {!takes && <p class="warn">{say(lang, 'closed')}</p>}
      <Drafts store={store} />
      <Unsaved store={store} />
      <div class="columns">
        <div class="writing">
          <div class="row">
            <button type="button" disabled={depth[0] === 0} onClick={() => handle.current?.undo()}>{say(lang, 'undo')}</button>
            <button type="button" disabled={depth[1] === 0} onClick={() => handle.current?.redo()}>{say(lang, 'redo')}</button>
            {checked && <a href="#receipt" class="counts" onClick={(e) => {
              e.preventDefault();
              document.getElementById('receipt')?.scrollIntoView();
            }}><Counts lang={lang} checked={checked} /></a>}
          </div>
          <Editor store={store} handle={handle} problems={problems.current} depth={(u, r) => setDepth([u, r])} />
          <p class="hint">{say(lang, 'editor-how')}</p>
          {keeps(text) && <p class="warn">{say(lang, 'password-there')}</p>}
          <Forms store={store} text={text} checked={checked} goTo={goTo} />
        </div>
        <div class="telling">
          <Receipt store={store} answer={answer} goTo={goTo} />
          <Changes store={store} text={text} />
          <Out store={store} bad={checked?.bad ?? 0} refused={checked?.refused ?? ''} />
        </div>
      </div>
    </div>
  );
}
