// All orders as forms: each section with its lines, which can be changed and taken back, and its forms for new ones.
// It knows no game: what a form asks for, the engine says.
import { useState } from 'preact/hooks';
import type { Action, Draught, Form, Row, Section } from '../data';
import { erased, formOf } from '../desk/armies';
import { asked, take, typed, whole } from '../desk/boxes';
import { priced } from '../desk/build';
import { change } from '../desk/desk';
import { composed } from '../desk/letters';
import { shut } from '../desk/nav';
import { textOf, useLaid } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { Panel } from './panel';
import { PartInput } from './parts';

const nameOf = (s: Section, de: boolean) => s.names[de ? 0 : 1] ?? s.names[0] ?? s.letter;

export function Forms({ store }: { store: Store }) {
  const { lang, opened, rows } = useLaid(store, 'lang', 'opened', 'rows');
  const lines = opened.sections.filter((s) => s.kind !== 'lines' || s.forms.length > 0);
  const [letter, set] = useState(lines[0]?.letter ?? '');
  const section = lines.find((s) => s.letter === letter) ?? lines[0];
  if (!section) return <Panel lang={lang} title={say(lang, 'forms')} close={() => shut(store)}><p class="dim">{say(lang, 'over')}</p></Panel>;
  const own = rows.filter((r) => r.letter === section.letter && r.kind === 'order');
  return (
    <Panel lang={lang} title={say(lang, 'forms')} close={() => shut(store)} class="forms">
      {(opened.desk?.actions ?? []).map((a, i) => <Doing key={`${i} ${a.code}`} store={store} action={a} />)}
      <div class="row sections" role="group" aria-label={say(lang, 'forms')}>{lines.map((s) => (
        <button key={s.letter} type="button" class="btn" data-section={s.letter} aria-pressed={s === section} onClick={() => set(s.letter)}>{nameOf(s, lang === 'de')}</button>
      ))}</div>
      {own.map((r) => ({ row: r, text: lineOf(store, r) })).map(({ row, text }) => <Line key={`${row.line} ${text}`} store={store} row={row} text={text} />)}
      {section.kind === 'lines' ? <New key={section.letter} store={store} section={section} /> : <Text key={section.letter} store={store} section={section} />}
    </Panel>
  );
}

const blank = (f: Form | undefined) => (f?.parts ?? []).map(() => '');

const lineOf = (store: Store, row: Row) => textOf(store).split('\n')[row.line - 1] ?? '';

// Boxes are those of a line, and the button that takes it; row: the line of the draft in whose place it comes.
function Boxes({ store, draft, row, action, taken }: { store: Store; draft: Draught; row?: Row; action?: Action; taken?: () => void }) {
  const { lang } = store.state, opened = store.state.opened!, form = formOf(opened.sections, draft.letter, draft.form), [values, set] = useState(draft.values);
  const put = () => { void take(store, { ...draft, values }, row); set(draft.values); taken?.(); };
  return <>{asked(form).filter(([, i]) => !action || draft.values[i] === '').map(([p, i]) => (
    <PartInput key={i} store={store} part={p} field={action?.fields?.find((f) => f.part === i) ?? priced(opened, draft.letter, draft.form, i)} value={values[i] ?? ''} set={(v) => set((now) => typed(now, i, v))} />
  ))}<div class="row"><button type="button" class="btn p take" disabled={!whole(form, values)} onClick={put}>{say(lang, row ? 'done' : 'take')}</button></div></>;
}

// New is a new line of a section.
function New({ store, section }: { store: Store; section: Section }) {
  const [n, pick] = useState(0);
  return (
    <div class="asks">
      {section.forms.length > 1 && <label class="field-input"><span>{say(store.state.lang, 'form')}</span><select data-form value={String(n)} onChange={(e) => pick(Number(e.currentTarget.value))}>
        {section.forms.map((f, i) => <option key={i} value={String(i)}>{f.title}</option>)}</select></label>}
      <Boxes key={n} store={store} draft={{ letter: section.letter, form: n, values: blank(section.forms[n]) }} />
    </div>
  );
}

// Line is a line of the draft: its words, and its form when it is opened.
function Line({ store, row, text }: { store: Store; row: Row; text: string }) {
  const lang = store.state.lang, { letter, form, values } = row, [open, set] = useState(false);
  return (
    <div class="line">
      <div class="row apart"><code>{text}</code><span class="row">
        {form >= 0 && <button type="button" class="btn" aria-expanded={open} onClick={() => set(!open)}>{say(lang, 'edit')}</button>}
        <button type="button" class="btn" onClick={() => void change(store, (rows) => rows.filter((r) => r.line === row.line && r.letter === letter).map(erased))}>{say(lang, 'remove')}</button></span></div>
      {open && values && <div class="asks"><Boxes store={store} draft={{ letter, form, values }} row={row} taken={() => set(false)} /></div>}
    </div>
  );
}

// Text is a message or a free text.
function Text({ store, section }: { store: Store; section: Section }) {
  const { lang, opened } = store.state, [to, who] = useState('A'), [text, set] = useState('');
  const put = () => { void change(store, () => composed(section, to, text)); set(''); };
  return (
    <div class="asks">
      {section.kind === 'messages' && <label class="field-input"><span>{say(lang, 'letters')}</span><select data-part="to" value={to} onChange={(e) => who(e.currentTarget.value)}>
        <option value="A">{say(lang, 'to-everybody')}</option><option value="M">{say(lang, 'to-master')}</option>
        {opened!.realms.filter((r) => r.number !== opened!.realm && !r.fallen).map((r) => <option key={r.number} value={String(r.number)}>{r.name}</option>)}</select></label>}
      <textarea class="write" data-part="text" maxLength={8000} aria-label={nameOf(section, lang === 'de')} value={text} onInput={(e) => set(e.currentTarget.value)} />
      <div class="row"><button type="button" class="btn p take" disabled={text.trim() === ''} onClick={put}>{say(lang, 'take')}</button></div>
    </div>
  );
}

// Doing is what the realm as a whole can be told to do.
function Doing({ store, action }: { store: Store; action: Action }) {
  const { draft } = action, [open, set] = useState(false);
  if (store.state.opened!.sections.find((s) => s.letter === draft.letter)?.kind !== 'lines') return null;
  return (
    <div><button type="button" class="btn" aria-expanded={open} disabled={!!action.why} title={action.why?.text} onClick={() => set(!open)}>{action.name} …</button>
      {open && <div class="asks"><Boxes store={store} draft={draft} action={action} taken={() => set(false)} /></div>}</div>
  );
}
