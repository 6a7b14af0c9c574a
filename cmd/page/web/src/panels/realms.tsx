// Realms: what was agreed with each, what is offered with these orders, and letters as conversations.
import { useRef, useState } from 'preact/hooks';
import type { CSSProperties, RefObject } from 'preact';
import { doing, erased, others, written } from '../desk/armies';
import type { DeskPact } from '../data';
import { change } from '../desk/desk';
import { composed, conversation, gone, letters } from '../desk/letters';
import { shut } from '../desk/nav';
import { number, spell } from '../desk/numbers';
import { CrestSign } from '../icons';
import { Replace } from '../inout/out';
import { copy, letterBody, letterTo, linkable, visit } from '../inout/send';
import { say as told } from '../inout/words';
import { colourOf } from '../paint/svg';
import { textOf, useLaid, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { realmName } from './army';

export function Realms({ store }: { store: Store }) {
  const { lang, opened, rows } = useLaid(store, 'lang', 'opened', 'rows');
  const [who, talk] = useState<string>(() => firstTalk(store)), box = useRef<HTMLTextAreaElement>(null);
  const write = (n: number) => { talk(String(n)); box.current?.focus(); box.current?.scrollIntoView({ block: 'center' }); };
  const crests = opened.chart?.crests, pacts = opened.desk?.pacts ?? [];
  const rest = opened.realms.filter((r) => r.number !== opened.realm);
  const men = (n: number) => { const a = others(store.state).filter((x) => x.realm === n && !x.unknown); return { men: a.reduce((k, x) => k + (x.men ?? 0), 0), n: a.length }; };
  const put = (realm: number, i: number) => void change(store, (now) => {
    const p = pacts.find((x) => x.realm === realm)!, action = p.actions![i]!, was = now.find((r) => r.kind === 'order' && doing(p.actions, r, opened.sections));
    return [was && doing([action], was, opened.sections) ? erased(was) : written(action, action.draft.values, was)];
  });
  return (
    <section class="sheet" aria-label={say(lang, 'realms-title')}>
      <button type="button" class="x away" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>
      <div class="page">
        <h2 class="lead small">{say(lang, 'realms-title')}</h2>
        {pacts.some((p) => p.actions) && <p class="sub">{say(lang, 'realms-how')}</p>}
        <div class="two even">
          <div class="box flush">
            {pacts.length > 0 && <h3 class="pad">{say(lang, 'offers', { n: opened.turn })}</h3>}
            {rest.map((r) => {
              const p = pacts.find((x) => x.realm === r.number), seen = men(r.number);
              const set = p?.actions?.findIndex((a) => rows.some((x) => x.kind === 'order' && doing([a], x, opened.sections))) ?? -1;
              return <div key={r.number} class="rl">
                <CrestSign realm={r.number} crests={crests} />
                <div><b>{r.name}</b><small>{[say(lang, 'realm-n', { n: r.number }), r.fallen ? say(lang, 'fallen') : '', p?.name ?? '', p?.wants ? say(lang, 'wants-n', { what: p.actions?.find((a) => a.code === p.wants)?.name ?? p.wants }) : '',
                  seen.n > 0 ? say(lang, seen.men > 0 ? 'share-seen' : 'seen', { n: number(lang, seen.men), a: seen.n }) : ''].filter(Boolean).join(' · ')}</small>
                  <button type="button" class="link" onClick={() => write(r.number)}>{say(lang, 'write-to', { name: r.name })}</button></div>
                {p?.actions && opened.takes && <div class="seg" role="group" aria-label={say(lang, 'offer-to', { name: r.name })}>{offers(p).map((o) => (
                  <button key={o.code} type="button" aria-pressed={o.n < 0 ? set < 0 : set === o.n || (set < 0 && o.code === p.now)} disabled={!!o.why} title={o.why?.text}
                    onClick={() => { if (o.n >= 0) put(r.number, o.n); else if (set >= 0) put(r.number, set); }}>{o.name}</button>
                ))}</div>}
              </div>;
            })}
          </div>
          <div>
            <Talk store={store} who={who} talk={talk} box={box} />
            {pacts.length > 0 && <Matrix store={store} />}
          </div>
        </div>
      </div>
    </section>
  );
}

// offers are what can be offered to a realm, the weaker bond first for all alike; n is the action, -1: as it is now.
const offers = (p: DeskPact) => [...(p.actions!.some((a) => a.code === p.now) ? [] : [{ code: p.now, name: p.name, why: undefined, n: -1 }]), ...p.actions!.map((a, n) => ({ code: a.code, name: a.name, why: a.why, n }))]
  .sort((a, b) => rank(a.code) - rank(b.code));
const rank = (code: string) => Object.keys(marks).indexOf(code);

// firstTalk is to whom the draft has a letter, or the realm that wrote last.
const firstTalk = ({ state: { table, opened, rows, readOf } }: Store) => {
  const section = opened?.sections.find((s) => s.kind === 'messages');
  const to = section && ['A', 'M', ...opened!.realms.map((r) => String(r.number))].find((w) => letters(rows, readOf ?? '', section, w).length > 0);
  if (to) return to;
  const at = table?.passed?.filter((l) => l.from !== table.realm).at(-1) ?? table?.facts.letters.find((l) => l.from);
  return at ? String(at.from) : 'A';
};

const marks: Record<string, string> = { war: '×', none: '×', peace: '=', pact: '=', trade: '⇄', partner: '♥', allied: '♥', alliance: '♥' };
const tones: Record<string, string> = { war: 'bad', none: 'bad', peace: 'mid', pact: 'mid', trade: 'mid', partner: 'good', allied: 'good', alliance: 'good' };

// Matrix is who stands with whom, as far as the realm knows.
function Matrix({ store }: { store: Store }) {
  const { lang, opened } = store.state, pacts = opened!.desk!.pacts!.slice(0, 9), crests = opened!.chart?.crests;
  const all = [opened!.realm, ...pacts.map((p) => p.realm)];
  const of = (a: number, b: number) => (a === opened!.realm || b === opened!.realm ? pacts.find((p) => p.realm === (a === opened!.realm ? b : a)) : undefined);
  return (
    <div class="box"><h3>{say(lang, 'who-with-whom')}</h3>
      <div class="mx" style={{ 'grid-template-columns': `repeat(${all.length + 1}, 1fr)` }}>
        <div class="self" />{all.map((r) => <div key={r} class="self" title={realmName(store, r)}><CrestSign realm={r} crests={crests} big /></div>)}
        {all.map((a) => [<div key={`${a}`} class="self" title={realmName(store, a)}><CrestSign realm={a} crests={crests} big /></div>, ...all.map((b) => {
          const p = of(a, b);
          return a === b ? <div key={`${a} ${b}`} class="self" /> : <div key={`${a} ${b}`} class={p ? tones[p.now] ?? '' : ''} title={`${realmName(store, a)} – ${realmName(store, b)}${p ? `: ${p.name}` : ''}`}>{p ? marks[p.now] ?? p.name.slice(0, 1) : '?'}</div>;
        })])}
      </div></div>
  );
}

// Talk is a conversation: the letters from a realm and to it in all reports that lie here, and those that go with these
// orders.
function Talk({ store, who, talk, box }: { store: Store; who: string; talk: (w: string) => void; box: RefObject<HTMLTextAreaElement | null> }) {
  const lang = store.state.lang, opened = store.state.opened!, table = store.state.table!;
  const rows = useStore(store, (s) => s.rows), of = useStore(store, (s) => s.readOf);
  const past = useStore(store, (s) => s.past), text = useStore(store, () => textOf(store));
  const [draft, set] = useState(''), [marked, mark] = useState(false), [busy, sends] = useState(false);
  const door = useStore(store, (s) => !!s.sending?.door);
  const section = opened.sections.find((s) => s.kind === 'messages');
  const crests = opened.chart?.crests, n = Number(who) || 0;
  const got = conversation([...past, table], who);
  const sent = section && of === text ? letters(rows, text, section, who) : [];
  const send = () => {
    if (draft.trim() === '' || !section) return;
    void change(store, () => composed(section, who, draft));
    set('');
  };
  // go sends the letter from here, and keeps its text until it has left.
  const go = async () => {
    if (busy) return;
    sends(true);
    const answer = await store.sender!.letter(who, draft), gone = !!answer && !['refused', 'unidentified', 'throttled', 'kept', 'unproven'].includes(answer.fate);
    sends(false);
    if (answer) store.say(answer.said || told(lang, !gone ? 'sends-letter-not' : answer.fate === 'undecided' ? 'sends-letter-held' : answer.to ? 'sends-letter-to' : 'sends-letter', { to: answer.to ?? '' }), !gone);
    if (gone) set((now) => (now === draft ? '' : now));
  };
  const mail = async () => {
    const link = letterTo(who, draft, table, lang);
    mark(!table.bare);
    if (!link.whole) {
      const done = await copy(letterBody(draft, table, lang));
      store.say(say(lang, done ? 'letter-own-long' : 'letter-own-not'), !done);
    }
    visit(link.href);
  };
  return (
    <div class="box"><div class="row apart"><h3 class="serif">{say(lang, 'letters')}</h3>
      <select class="btn" aria-label={say(lang, 'letters')} value={who} onChange={(e) => talk(e.currentTarget.value)}>
        <option value="A">{say(lang, 'to-everybody')}</option><option value="M">{say(lang, 'to-master')}</option>
        {opened.realms.filter((r) => r.number !== opened.realm && !r.fallen).map((r) => <option key={r.number} value={String(r.number)}>{r.name}</option>)}</select></div>
      <div class="chat">
        {got.length + sent.length === 0 && <p class="dim">{say(lang, 'no-letters-yet')}</p>}
        {got.map((l, i) => <blockquote key={i} class={l.mine ? 'mine' : ''} style={{ '--c': colourOf(crests, l.from) } as CSSProperties}><small>{[l.mine ? say(lang, 'letter-sent') : l.from ? l.name || realmName(store, l.from) : say(lang, 'rumour'), l.at ? spell(lang, l.at) : l.title, l.all ? say(lang, 'to-all') : ''].filter(Boolean).join(' · ')}</small>{l.text}</blockquote>)}
        {sent.map((l) => <blockquote key={l.lines[0]} class="mine"><small>{say(lang, 'letter-you')} <button type="button" class="link" onClick={() => void change(store, () => gone(section!, l))}>{say(lang, 'remove')}</button></small>{l.text}</blockquote>)}
        {section && opened.takes && <>
          <textarea ref={box as RefObject<HTMLTextAreaElement>} class="write" value={draft} maxLength={4000} aria-label={who === 'A' ? say(lang, 'to-everybody') : who === 'M' ? say(lang, 'to-master') : say(lang, 'write-to', { name: realmName(store, n) })}
            placeholder={who === 'A' ? say(lang, 'to-everybody') : who === 'M' ? say(lang, 'to-master') : say(lang, 'write-to', { name: realmName(store, n) })} onInput={(e) => set(e.currentTarget.value)} />
          <div class="row"><button type="button" class={door ? 'btn own' : 'btn p'} disabled={draft.trim() === ''} onClick={send}>{say(lang, 'letter-put')}</button>
            {door ? <button type="button" class="btn p" disabled={draft.trim() === '' || busy} title={say(lang, 'letter-own-how')} onClick={() => void go()}>{say(lang, busy ? 'sending' : 'letter-now')}</button>
              : linkable(table.address) && <button type="button" class="btn own" disabled={draft.trim() === ''} title={say(lang, 'letter-own-how')} onClick={() => void mail()}>{say(lang, 'letter-own')}</button>}</div>
          <div role="status">{marked && <Replace lang={lang} realm={table.realm} />}</div></>}
      </div></div>
  );
}
