// What is known of the field that is looked at, the newest first, each with the turn it is from.
import { useEffect, useState } from 'preact/hooks';
import type { FactArmy, FactField, Facts, Lang } from '../data';
import type { Note, Store } from '../state';
import { reportOf } from '../text';
import { markColours } from './colours';
import type { Board, Cell } from './geometry';
import { keyWord, kindWord } from './keys';
import { known, type AtWeek } from './known';
import type { Threat } from './reach';
import { t } from './words';

const bits = (lang: Lang, mask: number) =>
  t(lang, 'directions').split(' ').filter((_, d) => (mask >> d) & 1).join(', ');

// ageOf says how old the knowledge of a field is.
function ageOf(lang: Lang, c: Cell, turn: number, newest = true): string {
  if (c.told) return t(lang, 'age-told', { name: c.told });
  if (!c.age) return t(lang, newest ? 'age-now' : 'age-then');
  if (c.age < 0) return t(lang, 'age-terrain');
  return t(lang, c.age === 1 ? 'age-one' : 'age-ago', { n: c.age, turn: turn - c.age });
}

export const realmOf = (board: Board, facts: Facts | null, lang: Lang, n: number | undefined): string => {
  if (!n) return t(lang, 'nobody');
  if (n === board.chart.realm) return `${n} ${facts?.realm.name ?? ''} (${t(lang, 'you')})`;
  const r = facts?.realms.find((x) => x.number === n)?.name ?? board.chart.realms?.find((x) => x.sign === String(n))?.name;
  return r ? `${n} ${r}` : String(n);
};

// summary is a field in a line, also for a screen reader.
export function summary(board: Board, facts: Facts | null, lang: Lang, label: string): string {
  const c = board.by(label);
  if (!c) return label;
  const sign = board.chart.signs?.find((s) => s.sign === c.sign)?.name ?? c.sign;
  const armies = (facts?.armies ?? []).filter((a) => a.at === label).map((a) => army(a, board, facts, lang));
  if (armies.length === 0 && c.own) armies.push(t(lang, 'legend-own'));
  if (armies.length === 0 && c.others) armies.push(t(lang, 'legend-others'));
  return [label, board.chart.terrains[c.t]?.name, c.owner ? realmOf(board, facts, lang, c.owner) : '', sign, ...armies,
    c.age || c.told ? ageOf(lang, c, facts?.turn ?? 0) : ''].filter(Boolean).join(' · ');
}

function army(a: FactArmy, board: Board, facts: Facts | null, lang: Lang): string {
  const who = a.unknown ? t(lang, 'unknown') : a.realm && a.realm !== board.chart.realm ?
    realmOf(board, facts, lang, a.realm) : '';
  return [a.name || kindWord(lang, a.kind ?? ''), who, a.men].filter(Boolean).join(' · ');
}

function extras(facts: Facts, x: { values?: Record<string, number>; words?: Record<string, string> }): string {
  return [...Object.entries(x.values ?? {}), ...Object.entries(x.words ?? {})]
    .map(([k, v]) => `${keyWord(facts, k)} ${v}`).join(' · ');
}

function ground(facts: Facts, x: FactField): string {
  return [x.name, x.building, x.state, edges(x.edges), extras(facts, x)].filter(Boolean).join(' · ');
}

export interface DetailsProps {
  store: Store; lang: Lang; board: Board; facts: Facts | null; reports: readonly Facts[]; label: string | null;
  threat: Threat | undefined; weeks: number; newest: boolean;
}

export function Details(p: DetailsProps) {
  const { lang, board, label } = p, c = board.by(label);
  if (!c || !label) return <p class="map-hint">{t(lang, 'field-none')}</p>;
  const row = (key: Parameters<typeof t>[1], text: string | undefined) =>
    text ? <><dt>{t(lang, key)}</dt><dd>{text}</dd></> : null;
  const say = (a: FactArmy) => army(a, board, p.facts, lang);
  const told = known(label, p.reports).filter((one) => one.armies.length || one.weeks.length || one.said.length ||
    (one.field && ground(one.facts, one.field)));
  return <>
    <h2 id="map-field">{t(lang, 'field', { at: label })}</h2>
    <dl>
      {row('terrain', board.chart.terrains[c.t]?.name)}
      {row('owner', realmOf(board, p.facts, lang, c.owner))}
      {row('built', board.chart.signs?.find((s) => s.sign === c.sign)?.name ?? c.sign)}
      {row('rivers', bits(lang, c.rivers ?? 0))}
      {row('roads', bits(lang, c.roads ?? 0))}
      {row('bridges', bits(lang, c.bridges ?? 0))}
      {row('walls', bits(lang, c.walls ?? 0))}
      {row('known', ageOf(lang, c, p.facts?.turn ?? 0, p.newest))}
    </dl>
    {p.threat && <p class="map-threat">{t(lang, 'danger-from', { who: say(p.threat.seen.army), at: p.threat.seen.at,
      week: p.threat.week === 0 ? t(lang, 'by-now') : t(lang, p.weeks > 1 ? 'by-week' : p.threat.week === 1 ? 'by-next' : 'by-turn', { n: p.threat.week }) })}</p>}
    <NoteOf store={p.store} lang={lang} label={label} />
    {told.length === 0 && <p>{t(lang, 'nothing')}</p>}
    {told.map((one, i) => <details key={one.turn} class="map-turn" open={i === 0}>
      <summary>{reportOf(lang, one)}</summary>
      <ul>
        {one.field && ground(one.facts, one.field) && <li>{ground(one.facts, one.field)}</li>}
        {one.armies.map((a, k) => <li key={'a' + k}>{[say(a), extras(one.facts, a)].filter(Boolean).join(' · ')}</li>)}
        {one.said.map((s, k) => <li key={'s' + k}>{s.text}</li>)}
        {alike(one.weeks).map((w) => <Week key={'w' + w.week} week={w} lang={lang} say={say} board={board} weeks={p.weeks}
          owner={(n) => realmOf(board, p.facts, lang, n)} />)}
      </ul>
    </details>)}
  </>;
}

interface Weeks extends AtWeek { last: number }

// alike joins weeks that follow each other and in which the same was seen and nothing happened.
export function alike(weeks: readonly AtWeek[]): Weeks[] {
  const out: Weeks[] = [];
  for (const w of weeks) {
    const was = out[out.length - 1];
    const same = was && was.last === w.week - 1 && was.events.length === 0 && w.events.length === 0 &&
      JSON.stringify(was.sightings) === JSON.stringify(w.sightings);
    if (same) was.last = w.week; else out.push({ ...w, last: w.week });
  }
  return out;
}

// Week is what a week tells of a field; where the game has none, the sentences alone.
function Week({ week: w, lang, say, owner, board, weeks }: {
  week: Weeks; lang: Lang; say: (a: FactArmy) => string; owner: (n: number) => string; board: Board; weeks: number;
}) {
  const { terrains, signs = [] } = board.chart;
  const lines = <>
    {w.events.map((e, k) => <li key={'e' + k}>{e.text}</li>)}
    {w.sightings.map((s, k) => <li key={'x' + k}>{[t(lang, s.by?.length ? 'seen-by' : 'seen', { by: s.by?.join(', ') ?? '' }),
      terrains.find((g) => g.code === s.terrain)?.name ?? s.terrain, s.owner ? owner(s.owner) : '',
      signs.find((x) => x.sign === s.building)?.name ?? s.building, s.state, edges(s.edges), ...(s.armies ?? []).map(say)]
      .filter(Boolean).join(' · ')}</li>)}
  </>;
  if (w.week === 0 && !w.title) return lines;
  const title = w.last > w.week ? t(lang, 'weeks-to', { from: w.week, to: w.last }) :
    w.week > 0 && (w.week <= weeks || !w.title) ? t(lang, 'week', { n: w.week }) : w.title || t(lang, 'week-before');
  return <li><strong>{title}</strong><ul>{lines}</ul></li>;
}

// edges leaves out those on which there is nothing.
const edges = (s: string | undefined) => (s ?? '').split(' ').filter((e) => !/^\d:-*$/.test(e)).join(' ');

function NoteOf({ store, lang, label }: { store: Store; lang: Lang; label: string }) {
  const was = store.state.notes.find((n) => n.at === label);
  const [text, setText] = useState(was?.text ?? '');
  const [mark, setMark] = useState(was?.mark ?? '');
  useEffect(() => { setText(was?.text ?? ''); setMark(was?.mark ?? ''); }, [label, was]);
  const put = (note: Note | null) => {
    const others = store.state.notes.filter((n) => n.at !== label);
    store.set({ notes: note ? [...others, note] : others });
    store.say(t(lang, note ? 'note-saved' : 'note-gone', { at: label }));
  };
  const keep = (e: Event) => {
    e.preventDefault();
    put(text.trim() || mark ? { at: label, text: text.trim(), ...(mark ? { mark } : {}) } : null);
  };
  return <form class="map-note" onSubmit={keep}>
    <label>{t(lang, 'note')}
      <textarea rows={2} maxLength={2000} value={text} onInput={(e) => setText(e.currentTarget.value)} /></label>
    <div class="map-row">
      <label>{t(lang, 'mark')} <select value={mark} onChange={(e) => setMark(e.currentTarget.value)}>
        <option value="">{t(lang, 'mark-none')}</option>
        {Object.keys(markColours).map((m) => <option key={m} value={m}>{t(lang, ('mark-' + m) as 'mark-red')}</option>)}
      </select></label>
      <button type="submit">{t(lang, 'save')}</button>
      {was && <button type="button" onClick={() => put(null)}>{t(lang, 'remove')}</button>}
    </div>
  </form>;
}
