// The weeks: the turn is played on the map, step by step, and told as text.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Facts, Lang, Said } from '../data';
import { useStore, type Store } from '../state';
import { reportOf } from '../text';
import { MapCanvas } from '../map/canvas';
import { useChart } from '../map/charts';
import { realmOf, summary } from '../map/details';
import { Board } from '../map/geometry';
import type { Overlay, Stand } from '../map/paint';
import { weeksOf } from '../map/reach';
import { t } from '../map/words';
import { phaseWord } from './phases';
import { fought, stepsOf, type Step } from './steps';

const pace = 1600; // milliseconds a step

export function WeeksView({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), at = useStore(store, (s) => s.at), table = useStore(store, (s) => s.table);
  const past = useStore(store, (s) => s.past), turn = useStore(store, (s) => s.turn);
  const { chart, turn: told } = useChart(store, true);
  const board = useMemo(() => (chart ? new Board(chart) : null), [chart]);
  const facts = store.facts();
  const before = useMemo(() => past.find((p) => p.facts.turn === told - 1)?.facts, [past, told]);
  const steps = useMemo(() => (facts && board ? stepsOf(facts, (l) => !!board.by(l), before) : []), [facts, board, before]);
  const [n, setN] = useState(0);
  const [playing, play] = useState(false);
  useEffect(() => { setN(0); play(false); }, [facts]);
  useEffect(() => {
    if (!playing) return;
    if (n >= steps.length - 1) { play(false); return; }
    const timer = setTimeout(() => setN(n + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, n, steps.length]);
  const step = steps[Math.min(n, steps.length - 1)];
  useEffect(() => { if (step) store.set({ week: step.week }); }, [step]);
  const shown = useMemo(() => (board && facts && step ? overlayOf(step, facts) : none), [board, facts, step]);
  if (!table || !facts) return <p>{t(lang, 'none')}</p>;
  if (!board || board.cells.length === 0) return <p>{t(lang, 'no-map')}</p>;
  const place = step?.places.find((p) => board.by(p));
  return <div class="weeks-view">
    {past.length > 0 && <p class="weeks-turn"><label>{t(lang, 'turn')}{' '}
      <select value={String(turn)} onChange={(e) => store.set({ turn: Number(e.currentTarget.value) })}>
        <option value="-1">{t(lang, 'newest', { title: reportOf(lang, table.facts) })}</option>
        {[...past].filter((p) => p.facts.turn !== table.facts.turn).sort((a, b) => b.facts.turn - a.facts.turn)
          .map((p) => <option key={p.facts.turn} value={String(p.facts.turn)}>{reportOf(lang, p.facts)}</option>)}
      </select></label></p>}
    {!step ? <p>{t(lang, 'weeks-none')}</p> : <>
      <Player lang={lang} name={t(lang, weeksOf(facts) > 1 ? 'weeks' : 'course')} title={titleOf(step, lang)} n={n}
        all={steps.length} playing={playing}
        onStep={(to) => { play(false); setN(to); }} onPlay={() => {
          if (!playing && n >= steps.length - 1) setN(0);
          play(!playing);
        }} />
      <div class="map-both">
        <MapCanvas chart={board.chart} lang={lang} name={t(lang, weeksOf(facts) > 1 ? 'weeks' : 'course')} selected={at} land
          onSelect={(label) => store.set({ at: label })} describe={(label) => summary(board, facts, lang, label)}
          overlay={shown.overlay} arrows={shown.arrows} rings={step.places} show={place ? { label: place, n, gently: true } : undefined} />
        <Told step={step} facts={facts} board={board} lang={lang}
          onPlace={(label) => store.set({ at: label })} />
      </div>
      <details class="weeks-all"><summary>{t(lang, 'all-steps')}</summary>
        <ol>{steps.map((s, i) => <li key={i}><button type="button" aria-current={i === n ? 'step' : undefined}
          onClick={() => { play(false); setN(i); }}>{titleOf(s, lang)}{s.places.length ? ` · ${s.places.slice(0, 4).join(', ')}` : ''}
          {s.fights > 0 ? ` · ${t(lang, 'fights')}` : ''}</button></li>)}</ol></details>
    </>}
  </div>;
}

// still tells whether the reader wants nothing to move by itself.
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const none = { overlay: undefined, arrows: [] };

// titleOf is what a step is called: its week or, where there is none, its phase and what the clock says.
function titleOf(s: Step, lang: Lang): string {
  if (s.phase === '') return s.week === 0 ? t(lang, 'before-weeks') : s.after ? t(lang, 'after-weeks') :
    t(lang, 'week', { n: s.week });
  const said = (name: string) => s.events.map((e) => e.args?.[name]).find((v) => v !== undefined);
  const time = said('time'), round = s.fights > 0 ? said('round') : undefined, phase = phaseWord(lang, s.phase);
  if (time !== undefined) return t(lang, 'clock', { time });
  return round === undefined ? phase : `${phase} · ${t(lang, 'round', { n: round })}`;
}

// overlayOf shows armies where they are in a step.
function overlayOf(s: Step, f: Facts) {
  const stands = new Map<string, Stand>();
  const at = (label: string) => {
    let one = stands.get(label);
    if (!one) stands.set(label, (one = { own: 0, others: 0, unknown: 0 }));
    return one;
  };
  for (const label of s.own.values()) at(label).own++;
  for (const o of [...s.others, ...s.stood]) { if (o.army.unknown) at(o.at).unknown++; else at(o.at).others++; }
  // where nothing is sighted by week, armies are where the report has them in the end
  if (s.own.size + s.others.length + s.stood.length === 0) {
    for (const a of f.armies) {
      if (!a.at) continue;
      if (a.unknown) at(a.at).unknown++; else if (a.realm === f.realm.number) at(a.at).own++; else at(a.at).others++;
    }
  }
  const marks = s.fights > 0 ? new Map(s.places.slice(0, 40).map((p) => [p, { ring: '#c80000', corner: '×' }])) : undefined;
  const overlay: Overlay = { stands, marks };
  return { overlay, arrows: s.marches.map((m) => ({ path: m.way, text: m.army.slice(0, 6) })) };
}

function Player({ lang, name, title, n, all, playing, onStep, onPlay }: {
  lang: Lang; name: string; title: string; n: number; all: number; playing: boolean; onStep: (n: number) => void; onPlay: () => void;
}) {
  const said = useRef('');
  if (!playing) said.current = t(lang, 'went-on', { n: n + 1, title });
  return <div class="weeks-player" role="group" aria-label={name}>
    <button type="button" disabled={n === 0} onClick={() => onStep(n - 1)} aria-label={t(lang, 'back')}>◀</button>
    {!still() && <button type="button" onClick={onPlay} disabled={all < 2}>{t(lang, playing ? 'pause' : 'play')}</button>}
    <button type="button" disabled={n >= all - 1} onClick={() => onStep(n + 1)} aria-label={t(lang, 'on')}>▶</button>
    <label><span>{t(lang, 'weeks-slider')}</span>
      <input type="range" min={1} max={all} step={1} value={n + 1} aria-valuetext={title}
        onInput={(e) => onStep(Number(e.currentTarget.value) - 1)} /></label>
    <strong>{title}</strong> <span>{t(lang, 'step', { n: n + 1, all })}</span>
    <p class="hidden-said" role="status">{said.current}</p>
  </div>;
}

function Told({ step, facts, board, lang, onPlace }: {
  step: Step; facts: Facts; board: Board; lang: Lang; onPlace: (label: string) => void;
}) {
  const place = (label: string) =>
    <button type="button" class="weeks-place" key={label} onClick={() => onPlace(label)}>{label}</button>;
  // within a week, fights stand by themselves; else what is told belongs together
  const weekly = step.phase === '', fight = weekly ? fought : () => step.fights > 0;
  const fights = step.events.filter(fight), other = step.events.filter((e) => !fight(e));
  const list = (key: 'events' | 'fights', events: (Said & { phase: string })[]) => events.length > 0 && <>
    <h2>{t(lang, key)}</h2><ul>{events.map((e, i) => <li key={i}>{e.text}</li>)}</ul></>;
  return <section class="map-details" aria-label={titleOf(step, lang)}>
    {step.places.length > 0 && <p class="weeks-places">{step.places.filter((p) => board.by(p)).slice(0, 20).map(place)}</p>}
    {list('events', other)}
    {list('fights', fights)}
    {step.marches.length > 0 && <><h2>{t(lang, 'marches')}</h2>
      <ul>{step.marches.map((m, i) => <li key={i}>{t(lang, 'march', { army: m.army, way: m.way.join(' → ') })}</li>)}</ul></>}
    {step.others.length > 0 && <><h2>{t(lang, 'sightings')}</h2>
      <ul>{step.others.map(({ army: a, at }, i) => <li key={i}>{[at, a.unknown ? t(lang, 'unknown') :
        realmOf(board, facts, lang, a.realm), a.name || a.kind, a.men].filter(Boolean).join(' · ')}</li>)}</ul></>}
    {step.events.length === 0 && step.marches.length === 0 && step.others.length === 0 && <p>{t(lang, 'quiet')}</p>}
  </section>;
}
