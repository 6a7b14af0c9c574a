// The turns side by side: land, income, treasury and men as curves and as a table; every event and letter
// can be found; any earlier turn can be laid out again.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { useStore, type Store } from '../state';
import { wordsOf } from '../text';
import { Grid } from '../report/report';
import { search, yearOf, type Year } from './series';

const say = wordsOf({
  empty: ['Legt Daten mehrerer Züge auf den Tisch: Dann zeigt diese Seite, wie sich Euer Reich entwickelt.',
    'Put the data of several turns on the table: then this page shows how your realm develops.'],
  turn: ['Zug', 'Turn'], fields: ['Felder', 'Fields'], income: ['Einnahmen', 'Income'], outlay: ['Ausgaben', 'Outlay'],
  treasury: ['Schatz', 'Treasury'], men: ['Stärke der Armeen', 'Strength of armies'],
  table: ['Die Zahlen als Tabelle', 'The numbers as a table'],
  shown: ['Gezeigter Zug', 'Turn shown'], newest: ['Zug {n} (der neueste)', 'Turn {n} (the newest)'], one: ['Zug {n}', 'Turn {n}'],
  find: ['Ereignisse und Briefe suchen', 'Search events and letters'],
  found: ['{n} Treffer', '{n} found'], more: ['{n} weitere werden nicht gezeigt', '{n} more are not shown'],
  letter: ['Brief', 'Letter'], refused: ['nicht ausgeführt', 'not done'], week: ['Woche {n}', 'Week {n}'],
  show: ['Zug {n} zeigen', 'Show turn {n}'],
});

const curves = ['fields', 'income', 'treasury', 'men'] as const;

export function Years({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const table = useStore(store, (s) => s.table);
  const past = useStore(store, (s) => s.past);
  const shown = useStore(store, (s) => s.turn);
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
          <option value="-1">{say(lang, 'newest', { n: table.facts.turn })}</option>
          {years.filter((y) => y.turn !== table.facts.turn).map((y) =>
            <option key={y.turn} value={String(y.turn)}>{say(lang, 'one', { n: y.turn })} · {y.title}</option>)}
        </select>
      </label>
      {years.length < 2 ? <p>{say(lang, 'empty')}</p> : (
        <div class="curves">{curves.map((c) => <Curve key={c} years={years} of={c} title={say(lang, c)} turn={say(lang, 'turn')} />)}</div>)}
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
function Curve({ years, of, title, turn }: { years: Year[]; of: (typeof curves)[number]; title: string; turn: string }) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink').trim() || 'currentColor', line = style.getPropertyValue('--accent').trim() || ink;
    const axis = { stroke: ink, grid: { stroke: `color-mix(in srgb, ${ink} 18%, transparent)`, width: 1 } };
    const width = () => Math.max(240, Math.min(560, at.current!.clientWidth || 320));
    const plot = new uPlot({
      width: width(), height: 180, title, legend: { show: true }, cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [{ ...axis, incrs: [1, 2, 5, 10, 20, 50] }, { ...axis, size: 64 }],
      series: [{ label: turn }, { label: title, stroke: line, width: 2, points: { show: true } }],
    }, [years.map((y) => y.turn), years.map((y) => y[of])], at.current!);
    const fit = () => plot.setSize({ width: width(), height: 180 });
    addEventListener('resize', fit);
    return () => { removeEventListener('resize', fit); plot.destroy(); };
  }, [years, of, title, turn]);
  return <div class="curve" ref={at} role="img" aria-label={title} />;
}
