// All orders as forms: each section with its lines, which can be changed and taken back, and its forms for new ones.
// It knows no game: what a form asks for, the engine says.
import { useState } from 'preact/hooks';
import type { Action, Form, Row, Section } from '../data';
import { erased, formOf } from '../desk/armies';
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
      {own.map((r) => <Line key={r.line} store={store} row={r} />)}
      {section.kind === 'lines' ? <New key={section.letter} store={store} section={section} /> : <Text key={section.letter} store={store} section={section} />}
    </Panel>
  );
}

const blank = (f: Form | undefined) => (f?.parts ?? []).map(() => '');

// asked are the parts of a form that somebody can fill in; a word that is always there is none of them.
const asked = (f: Form | undefined) => (f?.parts ?? []).map((p, i) => [p, i] as const).filter(([p]) => !(p.kind === 'choice' && p.needed && (p.choices ?? []).length === 1));

function Inputs({ store, letter, n, values, set, action }: { store: Store; letter: string; n: number; values: string[]; set: (v: string[]) => void; action?: Action }) {
  const opened = store.state.opened!, form = formOf(opened.sections, letter, n);
  return <>{asked(form).filter(([, i]) => !action || action.draft.values[i] === '').map(([p, i]) => (
    <PartInput key={i} store={store} part={p} field={action?.fields?.find((f) => f.part === i) ?? priced(opened, letter, n, i)} value={values[i] ?? ''} set={(v) => set(values.map((x, k) => (k === i ? v : x)))} />
  ))}</>;
}

const ready = (form: Form, values: string[]) => asked(form).every(([p, i]) => !p.needed || (p.kind === 'path' && p.digits) || (values[i] ?? '').trim() !== '');

// New is a new line of a section.
function New({ store, section }: { store: Store; section: Section }) {
  const lang = store.state.lang, [n, pick] = useState(0), form = section.forms[n]!;
  const [values, set] = useState(() => blank(form));
  const choose = (i: number) => { pick(i); set(blank(section.forms[i])); };
  const put = () => { void change(store, () => [{ line: 0, letter: section.letter, form: n, values }]); set(blank(form)); };
  return (
    <div class="asks">
      {section.forms.length > 1 && <label class="field-input"><span>{say(lang, 'form')}</span><select data-form value={String(n)} onChange={(e) => choose(Number(e.currentTarget.value))}>
        {section.forms.map((f, i) => <option key={i} value={String(i)}>{f.title}</option>)}</select></label>}
      <Inputs store={store} letter={section.letter} n={n} values={values} set={set} />
      <div class="row"><button type="button" class="btn p take" disabled={!ready(form, values)} onClick={put}>{say(lang, 'take')}</button></div>
    </div>
  );
}

// Line is a line of the draft: its words, and its form when it is opened.
function Line({ store, row }: { store: Store; row: Row }) {
  const lang = store.state.lang, form = formOf(store.state.opened!.sections, row.letter, row.form), [open, set] = useState(false);
  const text = textOf(store).split('\n')[row.line - 1] ?? '';
  const put = (values: string[]) => void change(store, (rows) => (rows.some((r) => r.line === row.line && r.letter === row.letter)
    ? [{ line: row.line, letter: row.letter, form: row.form, values }] : []));
  return (
    <div class="line">
      <div class="row apart"><code>{text}</code><span class="row">
        {form && <button type="button" class="btn" aria-expanded={open} onClick={() => set(!open)}>{say(lang, 'edit')}</button>}
        <button type="button" class="btn" onClick={() => void change(store, (rows) => rows.filter((r) => r.line === row.line && r.letter === row.letter).map(erased))}>{say(lang, 'remove')}</button></span></div>
      {open && form && row.values && <div class="asks"><Inputs store={store} letter={row.letter} n={row.form} values={row.values} set={put} /></div>}
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
  const lang = store.state.lang, form = formOf(store.state.opened!.sections, action.draft.letter, action.draft.form), [open, set] = useState(false);
  const [values, fill] = useState(action.draft.values);
  if (!form || store.state.opened!.sections.find((s) => s.letter === action.draft.letter)?.kind !== 'lines') return null;
  return (
    <div><button type="button" class="btn" aria-expanded={open} disabled={!!action.why} title={action.why?.text} onClick={() => set(!open)}>{action.name} …</button>
      {open && <div class="asks"><Inputs store={store} letter={action.draft.letter} n={action.draft.form} values={values} set={fill} action={action} />
        <div class="row"><button type="button" class="btn p" disabled={!ready(form, values)} onClick={() => { void change(store, () => [{ line: 0, ...action.draft, values }]); set(false); fill(action.draft.values); }}>{say(lang, 'take')}</button></div></div>}</div>
  );
}
