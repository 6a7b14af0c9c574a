// The turns side by side: land, income, treasury and men as curves and as a table; every event and letter
// can be found; any earlier turn can be laid out again.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Lang } from '../data';
import { useStore, type Store } from '../state';
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
          <option value="-1">{say(lang, 'newest', { title: reportOf(lang, table.facts) })}</option>
          {[...years].reverse().filter((y) => y.turn !== table.facts.turn).map((y) =>
            <option key={y.turn} value={String(y.turn)}>{reportOf(lang, y)}</option>)}
        </select>
      </label>
      {years.length < 2 ? <p>{say(lang, 'empty')}</p> : (
        <div class="curves">{curves.map((c) => <Curve key={c} years={years} of={c} title={say(lang, c)} turn={say(lang, 'turn')} lang={lang} />)}</div>)}
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
function Curve({ years, of, title, turn, lang }: { years: Year[]; of: (typeof curves)[number]; title: string; turn: string; lang: Lang }) {
  const at = useRef<HTMLDivElement>(null);
  const looks = useLooks();
  useEffect(() => {
    // a canvas takes colours, not names of them
    const ink = colour(at.current!, '--ink'), line = colour(at.current!, '--accent');
    const numbers = new Intl.NumberFormat(lang);
    const axis = { stroke: ink, grid: { stroke: faint(ink), width: 1 }, ticks: { stroke: faint(ink), width: 1 },
      values: (_: uPlot, ticks: number[]) => ticks.map((n) => numbers.format(n)) };
    const width = () => Math.max(240, Math.min(560, at.current!.clientWidth || 320));
    const plot = new uPlot({
      width: width(), height: 180, title, legend: { show: false }, cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [{ ...axis, incrs: [1, 2, 5, 10, 20, 50] }, { ...axis, size: 80 }],
      series: [{ label: turn }, { label: title, stroke: line, width: 2, points: { show: true } }],
    }, [years.map((y) => y.turn), years.map((y) => y[of])], at.current!);
    const fit = () => plot.setSize({ width: width(), height: 180 });
    addEventListener('resize', fit);
    return () => { removeEventListener('resize', fit); plot.destroy(); };
  }, [years, of, title, turn, lang, looks]);
  return <div class="curve" ref={at} role="img" aria-label={title} />;
}

// colour is what a colour's variable comes to at an element.
function colour(at: HTMLElement, name: string): string {
  const probe = at.appendChild(document.createElement('span'));
  probe.style.color = `var(${name}, currentColor)`;
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const faint = (rgb: string) => rgb.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.18)');

// useLooks changes whenever the page turns light or dark.
function useLooks(): number {
  const [n, set] = useState(0);
  useEffect(() => {
    const turned = () => set((x) => x + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const own = new MutationObserver(turned);
    system.addEventListener('change', turned);
    own.observe(document.documentElement, { attributes: true });
    return () => { system.removeEventListener('change', turned); own.disconnect(); };
  }, []);
  return n;
}
