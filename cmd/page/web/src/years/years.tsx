// The turns side by side: land, income, treasury and men as curves and as a table; every event and letter
// can be found; any earlier turn can be laid out again.
import { useMemo, useState } from 'preact/hooks';
import type { Lang } from '../data';
import { useParts, type Store } from '../state';
import { reportOf, wordsOf } from '../text';
import { Grid } from '../report/report';
import { search, yearOf, type Year } from './series';

const say = wordsOf({
  empty: ['Legt Daten mehrerer Züge auf den Tisch: Dann zeigt diese Seite, wie sich Euer Reich entwickelt.',
    'Put the data of several turns on the table: then this page shows how your realm develops.'],
  turn: ['Zug', 'Turn'], fields: ['Felder', 'Fields'], income: ['Einnahmen', 'Income'], outlay: ['Ausgaben', 'Outlay'],
  treasury: ['Schatz', 'Treasury'], men: ['Stärke der Armeen', 'Strength of armies'],
  table: ['Die Zahlen als Tabelle', 'The numbers as a table'],
  shown: ['Gezeigter Zug', 'Turn shown'], newest: ['{title} (der neueste)', '{title} (the newest)'], one: ['Zug {n}', 'Turn {n}'],
  find: ['Ereignisse und Briefe suchen', 'Search events and letters'],
  found: ['{n} Treffer', '{n} found'], more: ['{n} weitere werden nicht gezeigt', '{n} more are not shown'],
  letter: ['Brief', 'Letter'], refused: ['nicht ausgeführt', 'not done'], week: ['Woche {n}', 'Week {n}'],
  show: ['Zug {n} zeigen', 'Show turn {n}'],
});

const curves = ['fields', 'income', 'treasury', 'men'] as const;

export function Years({ store }: { store: Store }) {
  const { lang, table, past, turn: shown } = useParts(store, 'lang', 'table', 'past', 'turn');
  const [words, setWords] = useState('');
  const all = useMemo(() => [...past, ...(table ? [table] : [])].map((t) => t.facts), [past, table]);
  const years = useMemo(() => all.map(yearOf).sort((a, b) => a.turn - b.turn), [all]);
  const { hits, more } = useMemo(() => search(all, words, 200), [all, words]);
  if (!table) return <p>{say(lang, 'empty')}</p>;
  const lay = (turn: number, week = -1) => store.set({ turn: turn === table.facts.turn ? -1 : turn, week });
  return (
    <div class="years">
      <label class="line">{say(lang, 'shown')}{' '}
        <select value={String(shown)} onChange={(e) => lay(Number(e.currentTarget.value) < 0 ? table.facts.turn : Number(e.currentTarget.value))}>
          <option value="-1">{say(lang, 'newest', { title: reportOf(lang, table.facts) })}</option>
          {[...years].reverse().filter((y) => y.turn !== table.facts.turn).map((y) =>
            <option key={y.turn} value={String(y.turn)}>{reportOf(lang, y)}</option>)}
        </select>
      </label>
      {years.length < 2 ? <p>{say(lang, 'empty')}</p> : (
        <div class="curves">{curves.filter((c) => years.some((y) => y[c] !== undefined)).map((c) => <Curve key={c} years={years} of={c} title={say(lang, c)} lang={lang} />)}</div>)}
      <details open={years.length < 2}>
        <summary>{say(lang, 'table')}</summary>
        <Grid label={say(lang, 'table')} heads={[say(lang, 'turn'), ...(['fields', 'income', 'outlay', 'treasury', 'men'] as const).map((k) => say(lang, k))]}
          rows={years.map((y) => [y.turn, y.fields, y.income, y.outlay, y.treasury, y.men])} />
      </details>
      <label class="line">{say(lang, 'find')}{' '}
        <input type="search" value={words} onInput={(e) => setWords(e.currentTarget.value)} maxLength={200} /></label>
      <p role="status">{words.trim() ? say(lang, 'found', { n: hits.length + more }) : ''}</p>
      <ol class="hits">{hits.map((h, i) => (
        <li key={i}>
          <button type="button" onClick={() => lay(h.turn, h.week)} aria-label={say(lang, 'show', { n: h.turn })}>
            {say(lang, 'one', { n: h.turn })}{h.kind === 'event' && h.week > 0 ? ` · ${say(lang, 'week', { n: h.week })}` : ''}
            {h.kind !== 'event' ? ` · ${say(lang, h.kind)}` : ''}
          </button> <span class="told">{h.text}</span>
        </li>))}</ol>
      {more > 0 && <p>{say(lang, 'more', { n: more })}</p>}
    </div>
  );
}

// Curve draws one of the numbers; the table below it has them for those who do not see it.
function Curve({ years, of, title, lang }: { years: Year[]; of: (typeof curves)[number]; title: string; lang: Lang }) {
  const numbers = new Intl.NumberFormat(lang), got = years.map((y) => y[of] ?? 0), most = Math.max(1, ...got), low = Math.min(0, ...got);
  const x = (i: number) => 8 + (i / Math.max(1, years.length - 1)) * 384, y = (v: number) => 96 - ((v - low) / (most - low)) * 84;
  const d = got.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('');
  return (
    <figure class="curve box"><figcaption class="row apart"><b>{title}</b><span>{numbers.format(got.at(-1) ?? 0)}</span></figcaption>
      <svg viewBox="0 0 400 118" role="img" aria-label={`${title}: ${numbers.format(got[0] ?? 0)} → ${numbers.format(got.at(-1) ?? 0)}`}>
        <path d={`M8 ${y(0)}H392`} stroke="var(--line)" />
        <path d={d} fill="none" stroke="var(--acc)" stroke-width="2.4" stroke-linejoin="round" />
        {got.map((v, i) => <circle key={i} cx={x(i)} cy={y(v)} r={years.length > 24 ? 1.8 : 3} fill="var(--acc)"><title>{`${years[i]!.title}: ${numbers.format(v)}`}</title></circle>)}
        {years.map((t, i) => (i === 0 || i === years.length - 1 ? <text key={i} x={x(i)} y="114" class="tick" text-anchor={i === 0 ? 'start' : 'end'}>{t.turn}</text> : null))}
        <text x="8" y="10" class="tick">{numbers.format(most)}</text>
      </svg></figure>
  );
}
