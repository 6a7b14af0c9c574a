// The map: layers, search, distances, and all that is known of a field.
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { Facts, Lang } from '../data';
import { useStore, type Store } from '../state';
import { reportOf } from '../text';
import { MapCanvas } from './canvas';
import { useChart } from './charts';
import { Details, summary } from './details';
import { find } from './find';
import { Board } from './geometry';
import { keyWord } from './keys';
import { alarm, danger, noted, stands, valuesOf, worth } from './layers';
import { Legend, Swatch } from './legend';
import { goingOf, numbersOf } from './numbers';
import type { Overlay } from './paint';
import { seenArmies, slowest, threats, wayBetween, weeksOf } from './reach';
import { withTold } from './recall';
import { t } from './words';

interface Layers { land: boolean; armies: boolean; labels: boolean; notes: boolean; told: boolean; past: boolean; tint: string }

const first: Layers = { land: true, armies: true, labels: true, notes: true, told: true, past: true, tint: '' };
let kept = first; // as the player left them when he looked at something else

export function MapView({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), table = useStore(store, (s) => s.table), at = useStore(store, (s) => s.at);
  const notes = useStore(store, (s) => s.notes), allies = useStore(store, (s) => s.allies);
  const past = useStore(store, (s) => s.past), turn = useStore(store, (s) => s.turn);
  const [layers, setLayers] = useState(kept);
  const [from, setFrom] = useState<string | null>(null);
  const [show, setShow] = useState<{ label: string; n: number }>();
  useEffect(() => { kept = layers; }, [layers]);
  const shown = useChart(store, layers.past);
  const facts = store.facts();
  const told = layers.told ? shown.told : none;
  const board = useMemo(() => (shown.chart ? new Board(told.length ? withTold(shown.chart, told) : shown.chart) : null),
    [shown.chart, told]);
  const reports = useMemo(() => [table, ...past].flatMap((x) => (x ? [x.facts] : [])), [table, past]);
  const going = useMemo(() => goingOf(numbersOf(table?.tables ?? '')), [table]);
  const weeks = facts ? weeksOf(facts) : 1, until = weeks > 1 ? weeks : 3;
  const near = useMemo(() => (board && facts && going && layers.tint === '!' ?
    threats(board, seenArmies(facts, weeks), going, weeks, until) : undefined), [board, facts, going, layers.tint]);
  const worths = useMemo(() => (facts && layers.tint && layers.tint !== '!' ? worth(facts, layers.tint) : undefined),
    [facts, layers.tint]);
  const overlay: Overlay = useMemo(() => {
    const marks = near ? danger(near, until) : worths?.marks;
    return { marks: layers.notes ? noted(marks, notes) : marks,
      stands: board && facts ? stands(facts, board, layers.told ? allies : []) : undefined };
  }, [board, facts, near, worths, notes, allies, layers.notes, layers.told]);

  const legend = useMemo(() => board && <Legend board={board} lang={lang} />, [board, lang]);

  if (!table) return <p>{t(lang, 'none')}</p>;
  if (!board || board.cells.length === 0) return <p>{t(lang, 'no-map')}</p>;
  const choose = (label: string) => store.set({ at: label });
  const set = (patch: Partial<Layers>) => setLayers({ ...layers, ...patch });
  const arrows = from && at && from !== at && board.by(from) && board.by(at) ?
    [{ path: [from, at], dashed: true, colour: '#b000ff' }] : none;
  return <div class="map-view">
    <Finder board={board} facts={reports} lang={lang} notes={notes}
      onFound={(label) => { choose(label); setShow({ label, n: (show?.n ?? 0) + 1 }); }} />
    <Chooser {...{ store, lang, layers, set, facts, turn }} />
    <div class="map-both">
      <div>
        {layers.tint === '!' && !near?.size && <p class="map-scale" role="status">{
          t(lang, going ? 'danger-none' : 'danger-speed')}</p>}
        <div class="map-place">
          <MapCanvas chart={board.chart} lang={lang} name={t(lang, 'map')} selected={at} onSelect={choose} show={show}
            home={facts?.fields.find((f) => f.own && f.values?.['home'])?.at}
            onOpen={(label) => { choose(label); document.getElementById('map-details')?.focus(); }}
            describe={(label) => summary(board, facts, lang, label)} overlay={overlay} arrows={arrows}
            land={layers.land && !near?.size && !worths} labels={layers.labels} armies={layers.armies} />
          {at && board.by(at) && <button type="button" class="map-down" onClick={toDetails}>{t(lang, 'to-field', { at })}</button>}
        </div>
        {near && near.size > 0 && <Danger lang={lang} weeks={weeks} until={until} roads={!!going?.road} />}
        {worths && <p class="map-scale">{keyWord(facts, layers.tint)}: {worths.shades.map((s) =>
          <Swatch key={s.from} colour={s.colour} text={s.from === s.to ? String(s.from) : t(lang, 'range', s)} />)}</p>}
        <Measure {...{ board, facts, lang, at, from, setFrom, going, weeks }} />
        {legend}
      </div>
      <section class="map-details" id="map-details" tabIndex={-1} aria-label={t(lang, 'known')}>
        <Details store={store} lang={lang} board={board} facts={facts} reports={reports} label={at}
          threat={at ? near?.get(at) : undefined} weeks={weeks} newest={shown.newest} />
      </section>
    </div>
  </div>;
}

const none: never[] = [];

// toDetails leads to what is known of the field: on a phone it is below the map.
function toDetails() {
  const el = document.getElementById('map-details');
  el?.focus({ preventScroll: true });
  el?.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

function Finder({ board, facts, lang, notes, onFound }: {
  board: Board; facts: readonly Facts[]; lang: Lang; notes: Parameters<typeof find>[3]; onFound: (label: string) => void;
}) {
  const [text, setText] = useState('');
  const found = useMemo(() => find(text, board, facts, notes), [text, board, facts, notes]);
  const go = (e: Event) => { e.preventDefault(); if (found[0]) onFound(found[0].label); };
  return <form class="map-find" role="search" onSubmit={go}>
    <label>{t(lang, 'search')} <input type="search" value={text} maxLength={80} placeholder={t(lang, 'search-hint')}
      onInput={(e) => setText(e.currentTarget.value)} /></label>
    {text.trim() && <>
      <p role="status">{found.length ? t(lang, 'found', { n: found.length }) : t(lang, 'found-none')}</p>
      <ul>{found.map((f) => <li key={f.label}><button type="button" onClick={() => onFound(f.label)}>
        <strong>{f.label}</strong> {f.text.slice(0, 80)}</button></li>)}</ul>
    </>}
  </form>;
}

function Chooser({ store, lang, layers, set, facts, turn }: {
  store: Store; lang: Lang; layers: Layers; set: (p: Partial<Layers>) => void; facts: Facts | null; turn: number;
}) {
  const id = useId(), { table, past } = store.state;
  const box = (key: 'land' | 'armies' | 'labels' | 'notes' | 'told' | 'past') =>
    <label><input type="checkbox" checked={layers[key]} onChange={(e) => set({ [key]: e.currentTarget.checked })} />
      {' '}{t(lang, key)}</label>;
  return <details class="map-chooser" open={matchMedia('(min-width: 48rem)').matches}>
    <summary>{t(lang, 'layers')}</summary><div class="map-layers" role="group" aria-label={t(lang, 'layers')}>
    {box('land')}{box('armies')}{box('labels')}{box('notes')}
    {store.state.allies.length > 0 && box('told')}
    {past.length > 0 && box('past')}
    <span><label for={id + 't'}>{t(lang, 'tint')}</label>{' '}
      <select id={id + 't'} value={layers.tint} onChange={(e) => set({ tint: e.currentTarget.value })}>
        <option value="">{t(lang, 'tint-none')}</option>
        <option value="!">{t(lang, 'tint-danger')}</option>
        {(facts ? valuesOf(facts) : []).map((v) => <option key={v} value={v}>{keyWord(facts, v)}</option>)}
      </select></span>
    {past.length > 0 && table && <span><label for={id + 'z'}>{t(lang, 'turn')}</label>{' '}
      <select id={id + 'z'} value={String(turn)} onChange={(e) => store.set({ turn: Number(e.currentTarget.value) })}>
        <option value="-1">{t(lang, 'newest', { title: reportOf(lang, table.facts) })}</option>
        {[...past].filter((p) => p.facts.turn !== table.facts.turn).sort((a, b) => b.facts.turn - a.facts.turn)
          .map((p) => <option key={p.facts.turn} value={String(p.facts.turn)}>{reportOf(lang, p.facts)}</option>)}
      </select></span>}
  </div></details>;
}

function Danger({ lang, weeks, until, roads }: { lang: Lang; weeks: number; until: number; roads: boolean }) {
  const list = Array.from({ length: until + 1 }, (_, w) => w);
  return <div class="map-scale">
    <p>{t(lang, weeks > 1 ? 'danger-weeks' : 'danger-turns')} {t(lang, 'danger-bound')}
      {roads && ' ' + t(lang, 'danger-roads')}</p>
    <p>{list.map((w) => <Swatch key={w} colour={alarm(w, until)} text={String(w)} />)}</p>
  </div>;
}

function Measure({ board, facts, lang, at, from, setFrom, going, weeks }: {
  board: Board; facts: Facts | null; lang: Lang; at: string | null; from: string | null;
  setFrom: (l: string | null) => void; going: ReturnType<typeof goingOf>; weeks: number;
}) {
  const a = board.by(from), b = board.by(at);
  const way = useMemo(() => {
    const slow = facts && slowest(facts, going);
    return a && b && a !== b ? { slow, ...wayBetween(board, a, b, going, slow?.points ?? 0, weeks) } : null;
  }, [board, facts, going, a, b]);
  return <div class="map-measure">
    {!a && b && <button type="button" onClick={() => setFrom(b.label)}>{t(lang, 'measure')}: {t(lang, 'measure-from')}</button>}
    {a && <button type="button" onClick={() => setFrom(null)}>{t(lang, 'measure-stop')}</button>}
    {a && <p role="status">{!way || !b ? t(lang, 'measure-how', { from: a.label }) : <>
      {t(lang, 'steps', { from: a.label, to: b.label, n: way.steps })}{' '}
      {way.slow && way.weeks !== null && t(lang, 'steps-weeks', { army: way.slow.army.name, n: way.weeks,
        points: way.slow.points, cost: way.cost ?? 0 })}
      {way.slow && way.turns !== null && t(lang, way.turns === 1 ? 'steps-turn' : 'steps-turns',
        { army: way.slow.army.name, n: way.turns })}</>}</p>}
  </div>;
}
