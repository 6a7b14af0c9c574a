// Messages and free texts by clicking.
import { useState } from 'preact/hooks';
import type { Section } from '../data';
import { useStore } from '../state';
import type { Store } from '../state';
import { put } from './editor';
import { inserted, letters, message, prose, removed, safe, spliced } from './sheet';
import type { Letter } from './sheet';
import { say } from './words';

const nothing: Section[] = [];

// whoOf is what a recipient is called.
function useWho(store: Store): (to: string) => string {
  const lang = useStore(store, (s) => s.lang);
  const realms = useStore(store, (s) => s.opened?.realms);
  return (to) => {
    switch (to) {
      case 'A': return say(lang, 'message-all');
      case 'G': return say(lang, 'message-rumour');
      case 'M': return say(lang, 'message-master');
    }
    const r = realms?.find((x) => String(x.number) === to);
    return say(lang, 'realm', { n: to, name: r?.name ?? '' });
  };
}

export function Messages({ store, text, section }: { store: Store; text: string; section: Section }) {
  const lang = useStore(store, (s) => s.lang);
  const sections = useStore(store, (s) => s.opened?.sections ?? nothing);
  const [at, edit] = useState<number | null>(null);
  const who = useWho(store);
  const all = letters(text, sections, section.letter);
  const now = all.find((l) => l.n === at);
  return (
    <div class="lines">
      {all.length === 0 && <p>{say(lang, 'no-lines')}</p>}
      <ol class="rows">
        {all.map((l) => (
          <li key={l.n}>
            <strong>{say(lang, 'message-line', { who: who(l.to) })}</strong>
            <span class="row">
              <button type="button" aria-label={`${say(lang, 'edit')}: ${who(l.to)}`} onClick={() => edit(l.n === at ? null : l.n)}>{say(lang, 'edit')}</button>
              <button type="button" aria-label={`${say(lang, 'delete')}: ${who(l.to)}`}
                onClick={() => { edit(null); put(store, removed(text, sections, l.n, l.count)); }}>×</button>
            </span>
            <p class="said">{l.text}</p>
          </li>
        ))}
      </ol>
      {now ? <Write key={`edit-${now.n}`} store={store} letter={now} title={say(lang, 'message-change')} done={say(lang, 'take')} cancel={() => edit(null)}
        take={(to, words) => { edit(null); put(store, spliced(text, now.n, now.count, message(to, words))); }} />
        : <Write key="new" store={store} title={say(lang, 'message-new')} done={say(lang, 'add')}
          take={(to, words) => put(store, inserted(text, sections, section.letter, message(to, words)))} />}
    </div>
  );
}

function Write({ store, letter, title, done, take, cancel }: {
  store: Store; letter?: Letter; title: string; done: string; take: (to: string, words: string) => void; cancel?: () => void;
}) {
  const lang = useStore(store, (s) => s.lang);
  const opened = useStore(store, (s) => s.opened);
  const who = useWho(store);
  const [to, setTo] = useState(letter?.to ?? '');
  const [words, setWords] = useState(letter?.text ?? '');
  const others = (opened?.realms ?? []).filter((r) => r.number !== opened!.realm && !r.fallen).map((r) => String(r.number));
  const all = [...others, 'A', 'G', 'M'];
  if (to !== '' && !all.includes(to)) all.unshift(to);
  const ready = to !== '' && safe(words).trim() !== '';
  return (
    <form class="line-form" onSubmit={(e) => {
      e.preventDefault();
      if (!ready) return;
      take(to, words);
      setWords('');
    }}>
      <h3>{title}</h3>
      <label class="part">{say(lang, 'message-to')}
        <select value={to} onChange={(e) => setTo(e.currentTarget.value)}>
          <option value="">{say(lang, 'choose')}</option>
          {all.map((t) => <option key={t} value={t}>{who(t)}</option>)}
        </select></label>
      <label class="part wide">{say(lang, 'message-text')}
        <textarea rows={6} maxLength={65_000} value={words} onInput={(e) => setWords(e.currentTarget.value)} /></label>
      <div class="row">
        <button type="submit" class="main" disabled={!ready}>{done}</button>
        {cancel && <button type="button" onClick={cancel}>{say(lang, 'cancel')}</button>}
      </div>
    </form>
  );
}

// Prose is the free text of a section: what is typed is in the orders at once.
export function Prose({ store, text, section }: { store: Store; text: string; section: Section }) {
  const lang = useStore(store, (s) => s.lang);
  const sections = useStore(store, (s) => s.opened?.sections ?? nothing);
  const [typed, type] = useState<string | null>(null); // as it stands in the field: the orders end it without blanks
  const now = prose(text, sections, section.letter);
  const write = (words: string) => {
    if (words.trim() === '') { // a head without text would be told as a mistake
      if (now) put(store, spliced(text, now.n - 1, now.count + 1, []));
      return;
    }
    const lines = words.replace(/\r\n?/g, '\n').split('\n').map((l) => (/^\$/.test(l) || l === '-- ' ? ' ' + l.trimEnd() : l));
    const last = now && now.count > 0 && text.split('\n')[now.n + now.count] !== undefined ? [''] : [];
    put(store, now ? spliced(text, now.n, now.count, [...lines, ...last]) : inserted(text, sections, section.letter, lines));
  };
  return (
    <label class="part wide">{say(lang, 'prose-text')}
      <textarea rows={8} maxLength={60_000} value={typed ?? now?.text ?? ''} onBlur={() => type(null)}
        onInput={(e) => { type(e.currentTarget.value); write(e.currentTarget.value); }} /></label>
  );
}
