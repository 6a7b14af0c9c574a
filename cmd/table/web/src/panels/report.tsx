// The report: the headline and what needs the reader, as its mail says them, battles by size, money, gains and losses,
// and then everything, folded.
import type { FactEvent, FactMoney, FactNeed, Facts, Lang } from '../data';
import { add } from '../desk/desk';
import { open, shut } from '../desk/nav';
import { number } from '../desk/numbers';
import { Report as Everything } from '../report/report';
import { takeBack } from '../inout/practice';
import { newsOf, useLaid, useStore } from '../state';
import type { Store } from '../state';
import { reportOf } from '../text';
import { say } from '../words';
import { menOf } from '../years/series';
import { eventful, fought } from '../weeks/steps';
import { Battle, sizeOf } from './battle';
import { Rules } from './help';

interface Told extends FactEvent { week: number }

export function Report({ store }: { store: Store }) {
  const { lang, past, table } = useLaid(store, 'lang', 'turn', 'past', 'table');
  const before = useStore(store, (s) => s.before);
  const f = store.facts(), news = newsOf(store.state);
  if (!f) return null;
  const all: Told[] = f.weeks.flatMap((w) => w.events.map((e) => ({ ...e, week: w.week })));
  const fights = new Set((f.battles ?? []).map((b) => b.result.text));
  const heavy = all.filter((e) => (e.weight ?? 0) > 0 && !fights.has(e.text) && !((f.battles ?? []).length > 0 && fought(e))).sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
  const told = (heavy.length > 0 || (f.battles ?? []).length > 0 ? heavy : all).slice(0, 12);
  const battles = [...(f.battles ?? [])].sort((a, b) => sizeOf(b) - sizeOf(a)), needs = f.needs ?? [];
  const rich = f.money.some((m) => m.amount !== 0), spends = f === table.facts && store.state.opened?.desk?.purse?.some((p) => p.amount > 0);
  const gains = all.filter((e) => (e.tone === 'gain' || e.tone === 'loss') && !fights.has(e.text)).slice(0, 14);
  const week = (n: number | undefined) => (f.weeks.length > 1 && n ? (f.weeks.find((w) => w.week === n)?.title ?? say(lang, 'week-n', { n })) : '');
  return (
    <section class="sheet" aria-label={say(lang, 'report')}>
      <button type="button" class="x away" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>
      <div class="page" lang={f.lang}>
        <div class="row apart told"><span class={past.length > 0 ? 'dim wide-only' : 'dim'}>{f.title}</span><span class="row">
          {before && <button type="button" class="btn wide-only" onClick={() => void takeBack(store)}>{say(lang, 'turn-back')}</button>}
          {eventful(f) && <button type="button" class="btn" aria-label={say(lang, 'replay-weeks')} onClick={() => store.set({ view: 'replay', plays: true })}>▶<span class="wide-only"> {say(lang, 'replay-weeks')}</span></button>}
          {past.length > 0 && <select class="btn" aria-label={say(lang, 'pick-turn')} value={String(f.turn)} onChange={(e) => { const t = Number(e.currentTarget.value); store.set({ turn: t === table.facts.turn ? -1 : t }); }}>
            {[...past, table].map((t) => <option key={t.turn} value={String(t.facts.turn)}>{reportOf(lang, t.facts)}</option>)}</select>}</span></div>
        <h2 class="lead">{f.headline?.text ?? f.title}</h2>
        {news.length > 1 && <nav class="box" aria-label={say(lang, 'since')}><h3>{say(lang, 'since')}</h3><ul>{news.map((t) => <li key={t.turn}>
          <button type="button" class="link" aria-current={t.facts === f} onClick={() => store.set({ turn: t === table ? -1 : t.facts.turn })}>{t.facts.headline?.text ?? t.facts.title}</button></li>)}</ul></nav>}
        <div class="two">
          <div>
            {battles.length > 0 && <><h2 class="gap">{say(lang, 'what-happened')}</h2><div class="bat">{battles.map((b, i) => <Battle key={i} store={store} battle={b} week={week(b.week)} />)}</div></>}
            {told.length > 0 && <div class="box"><h3>{say(lang, battles.length > 0 ? 'also' : 'what-happened')}</h3><ul>{told.map((e, i) => <Line key={i} store={store} e={e} week={week(e.week)} />)}</ul></div>}
            {all.length > told.length && <details class="box"><summary>{say(lang, 'all-events', { n: all.length })}</summary><ul>{all.map((e, i) => <Line key={i} store={store} e={e} week={week(e.week)} />)}</ul></details>}
            <details class="box" open={all.length === 0}><summary>{say(lang, 'tables')}</summary><div class="plain"><Everything store={store} /></div></details>
          </div>
          <div>
            {needs.length > 0 && <div class="box need"><h3>{say(lang, 'needs-you')}</h3><ul>
              {needs.map((n, i) => <Need key={i} store={store} need={n} />)}
              {f.refused.map((r, i) => <li key={`r${i}`}>{r.line > 0 && <b>{say(lang, 'line-n', { n: r.line })}</b>}<span>{r.text}</span></li>)}</ul></div>}
            {(rich || spends) && <div class="box"><h3>{say(lang, 'money')}</h3>{rich && <Waterfall lang={lang} money={f.money} />}{f === table.facts && <ToSpend store={store} />}</div>}
            {gains.length > 0 && <div class="box"><h3>{say(lang, 'gained-lost')}</h3><ul>{gains.map((e, i) => <li key={i}><b class={e.tone === 'gain' ? 'okt' : 'badt'}>{e.tone === 'gain' ? '+' : '−'}</b><span>{e.text}</span></li>)}</ul></div>}
            {past.length > 1 && <Spark store={store} facts={[...past, table].map((t) => t.facts)} />}
            {f.letters.length > 0 && <div class="box"><h3>{say(lang, 'letters')}</h3><div class="chat">{f.letters.map((l, i) => <blockquote key={i}><small>{l.from ? l.name || String(l.from) : say(lang, 'rumour')}{l.all ? ` · ${say(lang, 'to-all')}` : ''}</small>{l.text}</blockquote>)}</div></div>}
            {(f.parts ?? []).map((p) => <details key={p.name} class="box" open={all.length === 0}><summary>{p.title}</summary><ul>{p.said.map((s, i) => <li key={i}><span>{s.text}</span></li>)}</ul></details>)}
          </div>
        </div>
        <Rules store={store} />
      </div>
    </section>
  );
}

// Need is something that needs the reader, with the line that does it.
const Need = ({ store, need }: { store: Store; need: FactNeed }) => (
  <li><span>{[need, ...(need.more ?? [])].map((s) => s.text).join(' ')}
    {need.section && need.line && <><code>{need.line}</code> <button type="button" class="link" onClick={() => void add(store, need.section!, need.line!)}>{say(store.state.lang, 'letter-put')}</button></>}</span></li>
);

const Line = ({ store, e, week }: { store: Store; e: Told; week: string }) => (
  <li>{week && <b class="dimt">{week}</b>}<span>{e.text}{e.at && <> <button type="button" class="link" onClick={() => { store.set({ view: 'map' }); open(store, e.at!); }}>{e.at}</button></>}</span></li>
);

// Waterfall is the money from before the turn to now, a bar for each thing.
function Waterfall({ lang, money }: { lang: Lang; money: readonly FactMoney[] }) {
  const now = money.find((m) => m.kind === 'treasury'), moves = money.filter((m) => (m.kind === 'income' || m.kind === 'outlay') && m.amount !== 0), account = money.filter((m) => m.kind === 'account');
  if (!now) return <ul>{money.map((m, i) => <li key={i}><span>{m.text}</span><b>{number(lang, m.amount)}</b></li>)}</ul>;
  const before = now.amount - moves.reduce((n, m) => n + m.amount, 0);
  let run = before;
  const bars = [{ text: say(lang, 'treasury-before'), from: 0, to: before, kind: 'all' }, ...moves.map((m) => { const from = run; run += m.amount; return { text: m.text, from, to: run, kind: m.amount < 0 ? 'out' : 'in' }; }), { text: say(lang, 'treasury-now'), from: 0, to: now.amount, kind: 'all' }];
  const most = Math.max(1, ...bars.flatMap((b) => [b.from, b.to])), low = Math.min(0, ...bars.flatMap((b) => [b.from, b.to])), k = 190 / (most - low), x = (n: number) => 120 + (n - low) * k;
  return (
    <><svg class="water" viewBox={`0 0 400 ${bars.length * 32 + 4}`} role="img" aria-label={`${number(lang, before)} → ${number(lang, now.amount)}`}>{bars.map((b, i) => {
      const y = 4 + i * 32, a = Math.min(b.from, b.to), w = Math.max(2.5, Math.abs(b.to - b.from) * k), n = b.kind === 'all' ? b.to : b.to - b.from;
      return <g key={i}><text x="0" y={y + 15}>{b.text.length > 19 ? `${b.text.slice(0, 18)}…` : b.text}</text>
        {i > 0 && <path d={`M${x(b.kind === 'all' ? b.to : b.from)} ${y - 10}V${y}`} stroke="var(--line2)" stroke-dasharray="2 3" />}
        <rect x={x(a)} y={y} width={w} height="21" rx="3" fill={b.kind === 'all' ? 'var(--ink2)' : b.kind === 'in' ? 'var(--ok)' : 'var(--acc)'} />
        <text class="num" x={x(a) + w + 6} y={y + 15}>{b.kind === 'all' ? number(lang, n) : `${n > 0 ? '+' : '−'}${number(lang, Math.abs(n))}`}</text></g>;
    })}</svg>{account.length > 0 && <ul>{account.map((m, i) => <li key={i}><span>{m.text}</span><b>{number(lang, m.amount)}</b></li>)}</ul>}</>
  );
}

// ToSpend is what of each treasure can be spent now, where that is another number than the report's: income comes first.
function ToSpend({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), opened = useStore(store, (s) => s.opened)!, money = store.state.table!.facts.money;
  const other = (opened.desk?.purse ?? []).filter((p) => money.some((m) => m.kind === 'treasury' && m.code === p.code && m.amount !== p.amount));
  return <>{other.map((p) => <p key={p.code} class="dim to-spend" lang={lang}>{say(lang, 'to-spend', { turn: opened.turn, n: number(lang, p.amount), name: p.name })}</p>)}</>;
}

// Spark is how the treasury and the land went over the turns.
function Spark({ store, facts }: { store: Store; facts: Facts[] }) {
  const lang = store.state.lang;
  const of = (pick: (f: Facts) => number | undefined) => facts.map(pick);
  const both: [string, (number | undefined)[]][] = [
    [facts.at(-1)!.money.find((m) => m.kind === 'treasury')?.text ?? say(lang, 'money'), of((f) => f.money.find((m) => m.kind === 'treasury')?.amount)],
    [say(lang, 'army'), of(menOf)],
  ];
  const rows = both.filter(([, list]) => list.some((v) => v !== undefined));
  return rows.length === 0 ? null : <div class="box"><h3>{say(lang, 'all-turns')}</h3>{rows.map(([name, list]) => {
    const got = list.map((v) => v ?? 0), most = Math.max(1, ...got), low = Math.min(0, ...got);
    const d = got.map((v, i) => `${i === 0 ? 'M' : 'L'}${(i / Math.max(1, got.length - 1) * 250).toFixed(1)} ${(34 - (v - low) / (most - low) * 28).toFixed(1)}`).join('');
    return <div key={name} class="row apart spark"><span class="dim">{name}</span><svg viewBox="0 0 250 40" aria-hidden="true"><path d={d} fill="none" stroke="var(--acc)" stroke-width="2" stroke-linejoin="round" /></svg><b>{number(lang, got.at(-1) ?? 0)}</b></div>;
  })}</div>;
}
