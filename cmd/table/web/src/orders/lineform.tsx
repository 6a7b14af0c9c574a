// A form for one line. Whatever is changed in it is asked of the engine at once: what it says of the line is shown.
import { useState } from 'preact/hooks';
import type { Form, Section } from '../data';
import { useStore } from '../state';
import type { Store } from '../state';
import { useChecked } from './check';
import { constant, formOf, known, lacking, lineOf, sampleOf, startOf, titleOf } from './fill';
import type { Values } from './fill';
import { PartField } from './part';
import { pricesOf } from './prices';
import { fold } from './sheet';
import type { Row } from './sheet';
import { say } from './words';

export interface LineFormProps {
  store: Store; section: Section; title: string; done: string;
  start?: string; // the line that is changed
  others?: readonly Form[]; // the forms in the other language
  would: (line: string) => { text: string; n: number }; // the orders with the line, and where it is then
  take: (line: string) => void;
  cancel?: () => void;
  lines?: Row[]; // those that are there already
  edit?: (n: number) => void;
}

export function LineForm(props: LineFormProps) {
  const { store, section, title, done, start, would, take, cancel } = props;
  const lang = useStore(store, (s) => s.lang);
  const facts = useStore(store, (s) => s.table?.facts ?? null);
  const opened = useStore(store, (s) => s.opened);
  const k = known(facts, opened?.chart ?? null);
  const first = start === undefined ? null : formOf(section.forms, start, k, props.others);
  // the last form is the free line, for what no form can say
  const [form, setForm] = useState<Form | null>(start === undefined ? section.forms[0] ?? null : first?.form ?? null);
  const [values, setValues] = useState<Values>(first?.values ?? []);
  const [free, setFree] = useState(start ?? '');
  const line = form ? lineOf(form, values) : free.trim();
  const missing = form ? lacking(form, values) : [];
  const ready = missing.length === 0 && line !== '';
  const choose = (i: number) => {
    const next = section.forms[i] ?? null;
    // what both forms have stays
    const stays = (p: Form['parts'][number]) => {
      const same = form?.parts.findIndex((q) => q.name === p.name && q.kind === p.kind) ?? -1;
      return same >= 0 ? values[same] ?? '' : '';
    };
    if (!next) setFree(line);
    else setValues(form ? next.parts.map(stays) : []);
    setForm(next);
  };
  const set = (i: number, value: string) => setValues((v) => Object.assign(form!.parts.map((_, j) => v[j] ?? ''), { [i]: value }));
  const submit = (e: Event) => {
    e.preventDefault();
    if (!ready) return;
    take(line);
    // whoever commands one army step by step goes on with it
    if (start === undefined) setValues(form ? form.parts.map((p, i) => (p.kind === 'army' ? values[i] ?? '' : '')) : []);
    setFree('');
  };
  return (
    <form class="line-form" onSubmit={submit}>
      <h3>{title}</h3>
      {section.forms.length > 0 && <label>{say(lang, 'form')}{' '}
        <select value={form ? section.forms.indexOf(form) : -1} onChange={(e) => choose(Number(e.currentTarget.value))}>
          {section.forms.map((f, i) => <option key={i} value={i}>{f.title ? `${f.title}: ${sampleOf(f)}` : sampleOf(f)}</option>)}
          <option value={-1}>{say(lang, 'free-line')}</option>
        </select></label>}
      {form ? <div class="parts">{form.parts.map((p, i) => (
        <PartField key={`${p.name}-${i}`} part={p} value={values[i] ?? ''} set={(v) => set(i, v)} store={store} known={k}
          start={startOf(form, values, k)} waits={form.parts.some((q, j) => q.kind === 'army' && (values[j] ?? '').trim() === '')} />))}</div>
        : <label class="free">{say(lang, 'line')}
          <input type="text" value={free} maxLength={1000} spellcheck={false} onInput={(e) => setFree(e.currentTarget.value)} /></label>}
      {form && <p class="hint">{say(lang, 'example', { example: sampleOf(form) })}</p>}
      <Already {...props} form={form} values={values} />
      <p class="preview"><code>{line || '…'}</code></p>
      <Forecast store={store} would={would} line={ready ? line : ''} missing={missing.map((p) => amid(titleOf(p)))} />
      <Prices legend={opened?.legend ?? ''} words={form ? form.parts.flatMap((p, i) => (/choice|word|army/.test(p.kind) ? (constant(p) ?? values[i] ?? '').split(' ') : [])) : []} />
      <div class="row">
        <button type="submit" class="main" disabled={!ready}>{done}</button>
        {cancel && <button type="button" onClick={cancel}>{say(lang, 'cancel')}</button>}
      </div>
    </form>
  );
}

// Already says that there is a line for an army, and leads to it.
function Already({ store, lines, edit, form, values }: LineFormProps & { form: Form | null; values: Values }) {
  const lang = useStore(store, (s) => s.lang);
  const i = form?.parts.findIndex((p) => p.kind === 'army') ?? -1;
  const army = i >= 0 ? fold(values[i] ?? '') : '';
  const there = army === '' ? undefined
    : lines?.find((r) => fold(r.text.trim().replace(/\s+/g, ' ')).startsWith(army) && !/^[\p{L}\d_]/u.test(r.text.trim().slice(army.length)));
  if (!there || !edit) return null;
  return (
    <p class="hint">{say(lang, 'already', { army: values[i]!, n: there.n + 1 })}{' '}
      <button type="button" onClick={() => edit(there.n)}>{say(lang, 'edit')}</button></p>
  );
}

// amid is a title as it stands within a sentence: its article is small.
const amid = (title: string) => title.replace(/^(Eine?[mnrs]?|D(?:er|ie|as|en)|An?|The)(?= )/, (a) => a.toLowerCase());

// Forecast is what the engine says of the line, were it there.
function Forecast({ store, would, line, missing }: {
  store: Store; would: LineFormProps['would']; line: string; missing: string[];
}) {
  const lang = useStore(store, (s) => s.lang);
  const there = line === '' ? null : would(line);
  const { checked, of, busy } = useChecked(store, there?.text ?? null, 100);
  if (!there) {
    if (missing.length === 0) return null;
    return (
      <div class="hint"><p>{say(lang, 'forecast-wait')}</p>
        <ul>{missing.map((m, i) => <li key={i}>{m}</li>)}</ul></div>
    );
  }
  const fresh = of === there.text;
  const problems = checked && fresh ? checked.problems.filter((p) => p.line === there.n + 1) : [];
  const told = checked && fresh ? checked.inForce.filter((f) => f.line === there.n + 1) : [];
  return (
    <div class="forecast" role="status">
      <strong>{say(lang, 'forecast')}</strong>
      {!fresh || (busy && !checked) ? <p>{say(lang, 'receipt-wait')}</p> : <>
        {problems.map((p, i) => <p key={i} class={`problem ${p.severity}`}>{p.text}</p>)}
        {told.map((t, i) => <p key={`t${i}`}>{t.text}</p>)}
        {problems.length + told.length === 0 && <p>{say(lang, 'forecast-none')}</p>}
      </>}
    </div>
  );
}

// Prices are the lines of the legend about what is chosen, and all of it to look at.
function Prices({ legend, words }: { legend: string; words: string[] }) {
  const lines = [...new Set(words.filter((w) => w !== '').flatMap((w) => pricesOf(legend, w)))];
  if (lines.length === 0) return null;
  return <pre class="prices" tabIndex={0}>{lines.join('\n')}</pre>;
}
