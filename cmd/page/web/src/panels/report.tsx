// The report, each fact once: the headline and what needs the reader, as its mail says them, battles by size, what else was
// gained and lost, money, letters, and then everything, folded. The map lies beside it.
import type { ComponentChildren } from 'preact';
import type { FactHeadline, FactMoney, FactNeed, Facts, Lang } from '../data';
import { add } from '../desk/desk';
import { go, open, shut } from '../desk/nav';
import { number } from '../desk/numbers';
import { CrestSign } from '../icons';
import { Report as Everything } from '../report/report';
import { takeBack } from '../inout/practice';
import { newsOf, useLaid, useStore } from '../state';
import type { Store } from '../state';
import { reportOf } from '../text';
import { say } from '../words';
import { menOf as menNow } from '../years/series';
import { besides, cardsOf, menOf } from '../weeks/cards';
import type { Card, Told } from '../weeks/cards';
import { eventful } from '../weeks/steps';
import { nameOf } from './army';
import { Battle, idOf } from './battle';
import { Rules } from './help';

export function Report({ store }: { store: Store }) {
  const { lang, past, table, opened } = useLaid(store, 'lang', 'turn', 'past', 'table', 'opened');
  const before = useStore(store, (s) => s.before);
  const f = store.facts(), news = newsOf(store.state);
  if (!f) return null;
  const cards = cardsOf(f.battles ?? [], f.realm.number), rest = besides(f), events = f.weeks.filter((w) => w.events.length > 0), many = events.reduce((n, w) => n + w.events.length, 0);
  const titled = (n: number) => (f.weeks.length > 1 && n ? f.weeks.find((w) => w.week === n)?.title ?? say(lang, 'week-n', { n }) : '');
  const when = (c: Card) => (c.weeks.length > 1 ? say(lang, 'weeks-n', { a: c.weeks[0]!, z: c.weeks.at(-1)! }) : titled(c.weeks[0]!));
  const now = f === table.facts, begins = f.turn === 0, rich = f.money.some((m) => m.amount !== 0), spends = now && opened.desk?.purse?.some((p) => p.amount > 0), needs = f.needs ?? [], undone = f.refused.length > 0 ? needs.find((n) => n.code === 'letter.undone') : undefined;
  const tables = (f.parts ?? []).map((p) => <details key={p.name} class="box" open={!begins && many === 0}><summary>{p.title}</summary><ul>{p.said.map((s, i) => <li key={i}><span>{s.text}</span></li>)}</ul></details>);
  return (
    <section class={opened.chart ? 'sheet beside' : 'sheet'} aria-label={say(lang, 'report')}>
      <button type="button" class="x away" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>
      <div class="page" lang={f.lang}>
        <div class="row apart told"><span class={past.length > 0 ? 'dim wide-only' : 'dim'}>{f.title}</span><span class="row">
          {before && <button type="button" class="btn wide-only" onClick={() => void takeBack(store)}>{say(lang, 'turn-back')}</button>}
          {eventful(f) && <button type="button" class="btn" aria-label={say(lang, 'replay-weeks')} onClick={() => store.set({ view: 'replay', plays: true })}>▶<span class="wide-only"> {say(lang, 'replay-weeks')}</span></button>}
          {past.length > 0 && <select class="btn" aria-label={say(lang, 'pick-turn')} value={String(f.turn)} onChange={(e) => { const t = Number(e.currentTarget.value); store.set({ turn: t === table.facts.turn ? -1 : t }); }}>
            {[...past, table].map((t) => <option key={t.turn} value={String(t.facts.turn)}>{reportOf(lang, t.facts)}</option>)}</select>}</span></div>
        <h2 class="lead">{begins ? say(lang, 'welcome', { name: f.realm.name }) : f.realm.fallen ? say(lang, 'has-fallen', { name: f.realm.name }) : f.headline ? <Headline store={store} headline={f.headline} cards={cards} /> : f.title}</h2>
        {news.length > 1 && <nav class="box" aria-label={say(lang, 'since')}><h3>{say(lang, 'since')}</h3><ul>{news.map((t) => <li key={t.turn}>
          <button type="button" class="link" aria-current={t.facts === f} onClick={() => store.set({ turn: t === table ? -1 : t.facts.turn })}>{t.facts.headline?.text ?? t.facts.title}</button></li>)}</ul></nav>}
        {begins && <Welcome store={store} facts={f} />}
        {needs.length + f.refused.length > 0 && <div class="box need"><h3>{say(lang, 'needs-you')}</h3><ul>
          {needs.filter((n) => n !== undone).map((n, i) => <Need key={i} store={store} need={n} />)}
          {f.refused.length > 0 && <li><details><summary>{undone?.text ?? say(lang, 'n-refused', { n: f.refused.length })}</summary><ul>
            {f.refused.map((r, i) => <li key={i}>{r.line > 0 && <b>{say(lang, 'line-n', { n: r.line })}</b>}<span>{r.text}</span></li>)}</ul></details></li>}</ul></div>}
        {cards.length > 0 && <div class="bat">{cards.map((c) => <Battle key={idOf(c)} store={store} card={c} when={when(c)} />)}</div>}
        {rest.length > 0 && <div class="box"><h3>{say(lang, cards.length > 0 ? 'also' : 'what-happened')}</h3><ul>{rest.map((g, i) => <Group key={i} store={store} group={g} />)}</ul></div>}
        {!begins && many === 0 && <p class="sub">{say(lang, 'quiet-turn')}</p>}
        {(rich || spends) && !begins && <div class="box"><h3>{say(lang, 'money')}</h3>{rich && <Waterfall lang={lang} money={f.money} />}{now && <ToSpend store={store} />}</div>}
        {past.length > 1 && <Spark store={store} facts={[...past, table].map((t) => t.facts)} />}
        {f.realm.fallen && <div class="box"><h3>{say(lang, 'what-now')}</h3><ul>{['now-replay', 'now-write', 'now-public'].map((k) => <li key={k}><span>{say(lang, k as 'now-replay')}</span></li>)}</ul></div>}
        {f.letters.length > 0 && <div class="box"><h3>{say(lang, 'letters')}</h3><div class="chat">{f.letters.map((l, i) => <blockquote key={i}><small>{l.from ? l.name || say(lang, 'realm-n', { n: l.from }) : say(lang, 'rumour')}{l.all ? ` · ${say(lang, 'to-all')}` : ''}</small>{l.text}</blockquote>)}</div></div>}
        {tables}
        <details class="box all"><summary>{say(lang, 'word-for-word')}</summary>{events.map((w) => <section key={w.week}>{titled(w.week) && <h4>{titled(w.week)}</h4>}<ul>{w.events.map((e, i) => <li key={i}><span>{e.text}</span></li>)}</ul></section>)}</details>
        <details class="box all"><summary>{say(lang, 'tables')}</summary><div class="plain"><Everything store={store} /></div></details>
        <Rules store={store} />
      </div>
    </section>
  );
}

// Headline is the sentence of the mail as a table of contents: a clause about a battle leads to its card, one about a field
// shows it on the map.
function Headline({ store, headline: h, cards }: { store: Store; headline: FactHeadline; cards: Card[] }) {
  const out: ComponentChildren[] = [];
  let text = h.text;
  for (const [i, c] of h.clauses.entries()) {
    const from = text.toLocaleLowerCase().indexOf(c.text.toLocaleLowerCase());
    if (from < 0) continue;
    const listed = String(c.args?.['listed'] ?? '').split(/[\s,]+/), card = cards.find((x) => x.at && listed.includes(x.at)), at = card?.at ?? listed.find((l) => store.state.opened?.chart?.cells.some((x) => x.label === l));
    const said = text.slice(from, from + c.text.length);
    out.push(text.slice(0, from), at ? <a key={i} class="link" href={`#${card ? idOf(card) : 'content'}`} onClick={(e) => { e.preventDefault(); store.set({ at }); if (card) document.getElementById(idOf(card))?.scrollIntoView({ block: 'center' }); }}>{said}</a> : said);
    text = text.slice(from + c.text.length);
  }
  return <>{out}{text}</>;
}

// Welcome is what a newcomer reads first: what they have, the ready orders as sentences, how one wins, and who plays.
function Welcome({ store, facts: f }: { store: Store; facts: Facts }) {
  const lang = store.state.lang, { opened, table } = store.state, own = f.fields.filter((x) => x.own), armies = f.armies.filter((a) => a.realm === f.realm.number && !a.unknown);
  const men = armies.reduce((n, a) => n + (a.men ?? 0), 0), purse = opened!.desk?.purse ?? [], first = f === table!.facts ? table!.first ?? '' : '';
  const land = own.length === 1 ? [nameOf(store, own[0]!.at), opened!.chart?.terrains[opened!.chart.cells.find((c) => c.label === own[0]!.at)?.t ?? -1]?.name].filter(Boolean).join(', ') : say(lang, 'n-fields', { n: own.length });
  const has = [own.length > 0 && land, ...purse.map((p) => `${number(lang, p.amount)} ${p.name}`), armies.length > 0 ? say(lang, men > 0 ? 'n-armies-men' : 'n-own-armies', { n: armies.length, men: number(lang, men) }) : say(lang, 'no-army')].filter(Boolean);
  return <>
    <p class="sub">{say(lang, 'you-have', { what: has.join('; ') })}</p>
    {first && <div class="box first"><h3>{say(lang, 'first-ready')}</h3><ol>{stepsIn(first).map((s, i) => <li key={i}><span>{s.says || s.line}</span>{s.says && <code>{s.line}</code>}</li>)}</ol>
      <button type="button" class="btn red" onClick={() => go(store, 'map')}>{say(lang, 'to-map')}</button></div>}
    {opened!.goal && <div class="box"><h3>{say(lang, 'plan-goal')}</h3><p>{opened!.goal}</p></div>}
    {f.realms.length > 1 && <div class="box"><h3>{say(lang, 'who-plays')}</h3><p class="realms">{f.realms.map((r) => <span key={r.number}><CrestSign realm={r.number} crests={opened!.chart?.crests} />{r.name || say(lang, 'realm-n', { n: r.number })}{r.number === f.realm.number && ` (${say(lang, 'you')})`}</span>)}</p></div>}
  </>;
}

// stepsIn are the lines of ready orders, each with what their comments say of it.
function stepsIn(first: string): { line: string; says: string }[] {
  const out: { line: string; says: string }[] = [];
  let above = '';
  for (const l of first.split('\n')) {
    const [line, note = ''] = l.split(/\s*;\s*(.*)/);
    if (!line!.trim()) { above = [above, note].filter(Boolean).join(' '); continue; }
    if (!line!.startsWith('$')) out.push({ line: line!.trim(), says: [above, note].filter(Boolean).join(' ') });
    above = '';
  }
  return out;
}

const signs = { gain: ['okt', '+'], loss: ['badt', '−'], warn: ['warnt', '!'] } as const;

// Group is a sentence, or several of one kind as one line.
function Group({ store, group }: { store: Store; group: Told[] }) {
  const lang = store.state.lang, e = group[0]!, men = menOf(group), sign = e.tone && signs[e.tone];
  return <li>{sign && <b class={sign[0]}>{sign[1]}</b>}{group.length === 1 ? <Said store={store} e={e} /> :
    <details><summary>{e.text} <b>{say(lang, men > 0 ? 'more-men' : 'more-like', { n: group.length - 1, men: number(lang, men) })}</b></summary><ul>{group.slice(1).map((x, i) => <li key={i}><Said store={store} e={x} /></li>)}</ul></details>}</li>;
}

const Said = ({ store, e }: { store: Store; e: Told }) => (
  <span onPointerEnter={() => { if (e.at) store.set({ at: e.at }); }}>{e.text}{e.at && <> <button type="button" class="link" onClick={() => { store.set({ view: 'map' }); open(store, e.at!); }}>{e.at}</button></>}</span>
);

// Need is something that needs the reader, with the line that does it.
const Need = ({ store, need }: { store: Store; need: FactNeed }) => (
  <li><span>{[need, ...(need.more ?? [])].map((s) => s.text).join(' ')}
    {need.section && need.line && <><code>{need.line}</code> <button type="button" class="link" onClick={() => void add(store, need.section!, need.line!)}>{say(store.state.lang, 'letter-put')}</button></>}</span></li>
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
    [say(lang, 'army'), of(menNow)],
  ];
  const rows = both.filter(([, list]) => list.some((v) => v !== undefined));
  return rows.length === 0 ? null : <div class="box"><h3>{say(lang, 'all-turns')}</h3>{rows.map(([name, list]) => {
    const got = list.map((v) => v ?? 0), most = Math.max(1, ...got), low = Math.min(0, ...got);
    const d = got.map((v, i) => `${i === 0 ? 'M' : 'L'}${(i / Math.max(1, got.length - 1) * 250).toFixed(1)} ${(34 - (v - low) / (most - low) * 28).toFixed(1)}`).join('');
    return <div key={name} class="row apart spark"><span class="dim">{name}</span><svg viewBox="0 0 250 40" aria-hidden="true"><path d={d} fill="none" stroke="var(--acc)" stroke-width="2" stroke-linejoin="round" /></svg><b>{number(lang, got.at(-1) ?? 0)}</b></div>;
  })}</div>;
}
