// The report as headings, lists and tables: all that the map and the weeks show, for reading and for
// screen readers.
import type { FactArmy, Facts, Said } from '../data';
import { useParts, type Store } from '../state';
import { reportOf, wordsOf } from '../text';
import { Field } from './field';

const say = wordsOf({
  none: ['Noch liegt kein Bericht auf dem Tisch.', 'There is no report on the table yet.'],
  refused: ['Nicht ausgeführt', 'Not done'],
  line: ['Zeile {n}: ', 'Line {n}: '],
  events: ['Ereignisse', 'Events'],
  before: ['Vor der ersten Woche', 'Before the first week'],
  week: ['Woche {n}', 'Week {n}'],
  quiet: ['Nichts wird berichtet.', 'Nothing is reported.'],
  sightings: ['Sichtungen', 'Sightings'],
  fields: ['Land', 'Land'],
  own: ['eigen', 'own'],
  armies: ['Eigene Armeen', 'Own armies'],
  others: ['Andere', 'Others'],
  money: ['Geld', 'Money'],
  realms: ['Reiche', 'Realms'],
  standings: ['Stand', 'Standings'],
  letters: ['Briefe', 'Letters'],
  rumour: ['Ein Gerücht', 'A rumour'],
  toAll: ['{name} an alle', '{name} to all'],
  from: ['{name} an Euch', '{name} to you'],
  at: ['Ort', 'Place'], name: ['Name', 'Name'], men: ['Stärke', 'Strength'], owner: ['Besitzer', 'Owner'],
  terrain: ['Gelände', 'Terrain'], building: ['Bau', 'Building'], realm: ['Reich', 'Realm'], place: ['Platz', 'Place'],
  amount: ['Betrag', 'Amount'], what: ['Was', 'What'], player: ['Gespielt von', 'Played by'],
  fallen: ['gefallen', 'fallen'], unknown: ['unbekannt', 'unknown'], seenBy: ['gesehen von', 'seen by'],
  nobody: ['niemand', 'nobody'],
});

// Grid is a table whose columns without any value are left out.
export function Grid({ label, heads, rows }: {
  label: string; heads: string[]; rows: (string | number | undefined)[][];
}) {
  const used = heads.map((_, c) => rows.some((r) => r[c] !== undefined && r[c] !== ''));
  const numeric = heads.map((_, c) => rows.every((r) => typeof r[c] !== 'string' || r[c] === ''));
  return (
    <div class="grid" tabIndex={0} role="group" aria-label={label}>
      <table>
        <caption class="hidden">{label}</caption>
        <thead><tr>{heads.map((h, c) => used[c] && <th key={c} scope="col" class={numeric[c] ? 'num' : ''}>{h}</th>)}</tr></thead>
        <tbody>
          {rows.map((r, i) => (
            <tr key={i}>{r.map((v, c) => used[c] && <td key={c} class={numeric[c] ? 'num' : ''}>{v ?? ''}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Names = Record<string, string>;

// extended are rows of what a list has, and behind their own columns the values and words of its members.
function extended<T extends { values?: Record<string, number>; words?: Names }>(list: T[], names: Names, own: (x: T) => (string | number | undefined)[]) {
  const keys = (of: 'values' | 'words') => [...new Set(list.flatMap((x) => Object.keys(x[of] ?? {})))].sort();
  const values = keys('values'), words = keys('words');
  return {
    more: [...values, ...words].map((k) => names[k] ?? k),
    rows: list.map((x) => [...own(x), ...values.map((k) => x.values?.[k]), ...words.map((k) => x.words?.[k])]),
  };
}

const armyRows = (armies: FactArmy[], realms: (n: number | undefined) => string, names: Names) =>
  extended(armies, names, (a) => [a.unknown ? '?' : realms(a.realm), a.name || a.kind || '?', a.at, a.men]);

export function Report({ store }: { store: Store }) {
  const { lang } = useParts(store, 'lang', 'table', 'turn');
  const f = store.facts();
  if (!f) return <p>{say(lang, 'none')}</p>;
  const t = (k: Parameters<typeof say>[1], v?: Record<string, string | number>) => say(lang, k, v);
  const name = (n: number | undefined) => realmName(f, n, t('nobody'));
  const names = f.names ?? {};
  const own = f.armies.filter((a) => a.realm === f.realm.number && !a.unknown);
  const others = f.armies.filter((a) => a.realm !== f.realm.number || a.unknown);
  return (
    <article class="report" lang={f.lang}>
      <h2>{reportOf(lang, f)}</h2>
      <p>{f.realm.number} {f.realm.name}{f.realm.player ? ` · ${f.realm.player}` : ''}</p>
      {f.refused.length > 0 && <section><h3>{t('refused')}</h3>
        <ul>{f.refused.map((r, i) => <li key={i}>{r.line > 0 ? t('line', { n: r.line }) : ''}{r.text}</li>)}</ul></section>}
      <section><h3>{t('events')}</h3>
        {f.weeks.every((w) => w.events.length === 0) && <p>{t('quiet')}</p>}
        {f.weeks.map((w) => <Week key={w.week} week={w} title={w.title ?? (w.week === 0 ? (f.weeks.length > 1 ? t('before') : '')
          : t('week', { n: w.week }))} />)}</section>
      <Lines title={t('armies')} heads={[t('realm'), t('name'), t('at'), t('men')]} of={armyRows(own, name, names)} />
      <Lines title={t('others')} heads={[t('realm'), t('name'), t('at'), t('men')]} of={armyRows(others, name, names)} />
      <Lines title={t('fields')} heads={[t('at'), t('name'), t('terrain'), t('owner'), t('building')]}
        of={extended(f.fields, names, (x) => [x.at, x.name, x.terrain, x.owner ? name(x.owner) : undefined, [x.building, x.state].filter(Boolean).join(' ')])} />
      <Seen f={f} t={t} name={name} />
      {f.money.length > 0 && <section><h3>{t('money')}</h3>
        <Grid label={t('money')} heads={[t('what'), t('amount')]} rows={f.money.map((m) => [m.text || m.code, m.amount])} /></section>}
      <Lines title={t('realms')} heads={['#', t('name'), t('player'), t('fallen')]}
        of={extended(f.realms, names, (r) => [r.number, r.name, r.player, r.fallen ? t('fallen') : ''])} />
      {f.standings && <section><h3>{t('standings')}</h3>
        <Grid label={t('standings')} heads={[t('place'), t('realm'), t('name'), ...f.standings.columns.map((c) => c.text)]}
          rows={f.standings.rows.map((r) => [r.place, r.realm, r.name, ...r.numbers])} /></section>}
      {(f.parts ?? []).map((p) => <section key={p.name}><h3>{p.title}</h3>
        <ul>{p.said.map((x, i) => <li key={i}>{x.text}</li>)}</ul></section>)}
      {f.letters.length > 0 && <section><h3>{t('letters')}</h3>
        {f.letters.map((l, i) => <figure key={i} class="letter">
          <figcaption>{!l.from ? t('rumour') : t(l.all ? 'toAll' : 'from', { name: `${l.from} ${l.name ?? ''}` })}</figcaption>
          <blockquote>{l.text}</blockquote></figure>)}</section>}
    </article>
  );
}

function realmName(f: Facts, n: number | undefined, nobody: string): string {
  if (!n) return nobody;
  const r = n === f.realm.number ? f.realm : f.realms.find((x) => x.number === n);
  return r ? `${n} ${r.name}` : String(n);
}

function Week({ week, title }: { week: { events: Said[] }; title: string }) {
  if (week.events.length === 0) return null;
  return <>{title && <h4>{title}</h4>}<ul class="events">{week.events.map((e, i) => <li key={i}>{e.text}</li>)}</ul></>;
}

function Lines({ title, heads, of }: {
  title: string; heads: string[]; of: { more: string[]; rows: (string | number | undefined)[][] };
}) {
  if (of.rows.length === 0) return null;
  return <section><h3>{title}</h3><Grid label={title} heads={[...heads, ...of.more]} rows={of.rows} /></section>;
}

// Seen is what was sighted, week by week, folded: it is long.
function Seen({ f, t, name }: { f: Facts; t: (k: 'sightings' | 'week' | 'at' | 'seenBy' | 'others' | 'unknown', v?: Record<string, string | number>) => string;
  name: (n: number | undefined) => string }) {
  const weeks = f.weeks.filter((w) => (w.sightings ?? []).length > 0);
  if (weeks.length === 0) return null;
  return (
    <section><h3>{t('sightings')}</h3>
      {weeks.map((w) => (
        <details key={w.week}>
          <summary>{w.title ?? t('week', { n: w.week })} ({w.sightings!.length})</summary>
          <ul>{w.sightings!.map((s, i) => <li key={i}><Field sighting={s} name={name} by={t('seenBy')} unknown={t('unknown')} /></li>)}</ul>
        </details>
      ))}
    </section>
  );
}
