// Orders by clicking: the sections with the lines that are in the text, and forms to write them.
import { useState } from 'preact/hooks';
import type { Checked, Section } from '../data';
import { useStore } from '../state';
import type { Store } from '../state';
import { useOther } from './check';
import { put } from './editor';
import { LineForm } from './lineform';
import { Messages, Prose } from './letters';
import { inserted, letters, moved, removed, replaced, rows } from './sheet';
import { say } from './words';

export interface FormsProps { store: Store; text: string; checked: Checked | null; goTo: (line: number) => void }

const nothing: Section[] = [];

export function Forms({ store, text, checked, goTo }: FormsProps) {
  const lang = useStore(store, (s) => s.lang);
  const sections = useStore(store, (s) => s.opened?.sections ?? nothing);
  const legend = useStore(store, (s) => s.opened?.legend.trim() ?? '');
  const [letter, set] = useState('');
  const section = sections.find((s) => s.letter === letter) ?? sections[0];
  const all = rows(text, sections);
  if (!section) return null;
  return (
    <section class="card forms" aria-labelledby="forms-title">
      <h2 id="forms-title">{say(lang, 'forms')}</h2>
      <p class="hint">{say(lang, 'forms-how')}</p>
      <div class="sections" role="group" aria-label={say(lang, 'section')}>
        {sections.map((s) => {
          const n = s.kind === 'messages' ? letters(text, sections, s.letter).length
            : all.filter((r) => r.letter === s.letter && r.kind === 'order').length;
          return (
            <button type="button" key={s.letter} data-section={s.letter} aria-pressed={s === section} onClick={() => set(s.letter)}>
              ${s.letter} {nameOf(s, lang)}{n > 0 ? ` (${n})` : ''}
            </button>
          );
        })}
      </div>
      {section.kind === 'messages' && <Messages key={section.letter} store={store} text={text} section={section} />}
      {section.kind === 'prose' && <Prose key={section.letter} store={store} text={text} section={section} />}
      {section.kind === 'lines' && <Lines key={section.letter} store={store} text={text} section={section} checked={checked} goTo={goTo} />}
      {legend !== '' && <details><summary>{say(lang, 'legend')}</summary><pre class="prices" tabIndex={0}>{legend}</pre></details>}
    </section>
  );
}

// nameOf is what a section is called: its first name is German, the second English.
const nameOf = (s: Section, lang: 'de' | 'en') => s.names[lang === 'de' ? 0 : 1] ?? s.names[0] ?? '';

function Lines({ store, text, section, checked, goTo }: FormsProps & { section: Section }) {
  const lang = useStore(store, (s) => s.lang);
  const sections = useStore(store, (s) => s.opened?.sections ?? nothing);
  const [at, edit] = useState<number | null>(null); // the line that is changed
  const own = rows(text, sections).filter((r) => r.letter === section.letter && r.kind === 'order');
  const now = own.find((r) => r.n === at);
  const others = useOther(store).find((s) => s.letter === section.letter)?.forms ?? [];
  const change = (next: string) => { edit(null); put(store, next); };
  const marks = (n: number) => (checked?.problems ?? []).filter((p) => p.line === n + 1);
  return (
    <div class="lines">
      <h3>{say(lang, 'lines')}</h3>
      {own.length === 0 && <p>{say(lang, 'no-lines')}</p>}
      <ol class="rows">
        {own.map((r, i) => (
          <li key={r.n} class={marks(r.n).some((p) => p.severity === 'error') ? 'error' : ''} aria-current={r.n === at ? 'true' : undefined}>
            <button type="button" class="as-text" onClick={() => goTo(r.n + 1)} aria-label={`${say(lang, 'jump', { n: r.n + 1 })}: ${r.text}`}>
              <code>{r.text}</code></button>
            <span class="row">
              <button type="button" onClick={() => edit(r.n === at ? null : r.n)} aria-label={`${say(lang, 'edit')}: ${r.text}`}>{say(lang, 'edit')}</button>
              <button type="button" disabled={i === 0} onClick={() => change(moved(text, sections, r.n, -1))}
                aria-label={`${say(lang, 'up')}: ${r.text}`} title={say(lang, 'up')}>↑</button>
              <button type="button" disabled={i === own.length - 1} onClick={() => change(moved(text, sections, r.n, 1))}
                aria-label={`${say(lang, 'down')}: ${r.text}`} title={say(lang, 'down')}>↓</button>
              <button type="button" onClick={() => change(removed(text, sections, r.n))}
                aria-label={`${say(lang, 'delete')}: ${r.text}`} title={say(lang, 'delete')}>×</button>
            </span>
            {marks(r.n).map((p, j) => <p key={j} class={`problem ${p.severity}`}>{p.text}</p>)}
          </li>
        ))}
      </ol>
      {now ? (
        <LineForm key={`edit-${now.n}-${now.text}`} store={store} section={section} start={now.text} others={others}
          title={say(lang, 'change-line', { n: now.n + 1 })} done={say(lang, 'take')}
          would={(line) => ({ text: replaced(text, now.n, line), n: now.n })}
          take={(line) => change(replaced(text, now.n, line))} cancel={() => edit(null)} />
      ) : (
        <LineForm key="new" store={store} section={section} title={say(lang, 'new-line')} done={say(lang, 'add')}
          would={(line) => placed(text, sections, section.letter, line)}
          take={(line) => change(inserted(text, sections, section.letter, [line]))}
          lines={own} edit={edit} />
      )}
    </div>
  );
}

// placed is the text with a new line, and where that is.
function placed(text: string, sections: readonly Section[], letter: string, line: string) {
  const next = inserted(text, sections, letter, [line]);
  const own = rows(next, sections).filter((r) => r.letter === letter && r.kind === 'order');
  return { text: next, n: own.length > 0 ? own[own.length - 1]!.n : -1 };
}
