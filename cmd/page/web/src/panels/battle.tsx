// A battle: its sides, how many they were before and after, and who won.
import type { CSSProperties } from 'preact';
import type { FactFactor, Lang } from '../data';
import { seenAs } from '../desk/armies';
import { number } from '../desk/numbers';
import { CounterSign } from '../icons';
import { colourOf } from '../paint/svg';
import type { Store } from '../state';
import { endOf } from '../weeks/cards';
import type { Card, CardSide } from '../weeks/cards';
import { say } from '../words';
import { placeOf, realmName } from './army';

export function Battle({ store, card: c, when = '' }: { store: Store; card: Card; when?: string }) {
  const { lang, table } = store.state, me = table?.realm ?? 0, end = endOf(c, me), most = Math.max(1, ...c.sides.map((s) => s.before));
  const many = c.fights.length > 1, attacks = !many && !c.fights[0]!.equal ? c.fights[0]!.sides[0] : undefined;
  const role = (s: CardSide) => (!attacks ? '' : attacks.armies.some((a) => s.realms.includes(a.realm ?? 0)) ? 'attacks' : 'defends');
  const last = c.fights.at(-1)!.result.text, course = many ? c.fights.flatMap((f) => [...(f.course ?? []), f.result]) : c.fights[0]!.course ?? [];
  const point = () => { if (c.at) store.set({ at: c.at }); };
  return (
    <article class={`bcard ${end}`} id={idOf(c)} data-at={c.at} onPointerEnter={point} onFocusIn={point}>
      <header><b>{c.at ? placeOf(store, c.at) : ''}</b><span>{[when, many ? say(lang, 'n-fights', { n: c.fights.length }) : ''].filter(Boolean).join(' · ')}
        {(when || many) && ' · '}<span class={end === 'won' ? 'w' : end === 'lost' ? 'l' : ''}>{say(lang, end || 'witness')}</span></span></header>
      {c.sides.map((s, i) => <Side key={i} store={store} side={s} role={role(s)} most={most} lang={lang} me={me} />)}
      <div class="row end">{course.length > 0 ? <details><summary>{many ? say(lang, 'course') : last}</summary>{course.map((x, i) => <p key={i}>{x.text}</p>)}</details> : <p class="dim">{last}</p>}</div>
    </article>
  );
}

// idOf is where the card of a battle stands in the report.
export const idOf = (c: Card) => `battle-${(c.at ?? '').replace(/\W/g, '_')}-${c.weeks[0]}`;

// counts says what counts for a side, or against it.
const counts = (lang: Lang) => (f: FactFactor) => (f.permille ? `${f.name} × ${number(lang, f.amount / 1000)}` : `${f.name} ${f.amount < 0 ? '−' : '+'}${number(lang, Math.abs(f.amount))}`);

function Side({ store, side, role, most, lang, me }: { store: Store; side: CardSide; role: 'attacks' | 'defends' | ''; most: number; lang: Lang; me: number }) {
  const { before, after } = side, mine = side.realms.includes(me), realm = mine ? me : side.realms.find((r) => r > 0) ?? 0, crests = store.state.opened?.chart?.crests, first = side.armies.find((a) => a.realm === realm) ?? side.armies[0];
  const kind = first && seenAs(store.state, first), arm = kind?.arm ?? (side.armies.length > 1 ? 'mixed' : undefined);
  const armies = [...new Set(side.armies.map((a) => a.name || seenAs(store.state, a)?.name || a.kind || say(lang, 'unknown-army')))];
  const lead = [...(mine ? [me] : []), ...side.realms.filter((r) => r && r !== me)].map((r) => (r === me ? say(lang, 'you') : realmName(store, r))), lost = before - after;
  return (
    <div class="side" style={{ '--c': colourOf(crests, realm) } as CSSProperties}>
      <CounterSign counter={{ realm: realm || undefined, arm, weight: kind?.weight }} crests={crests} />
      <span>{lead.join(', ') || armies.slice(0, 2).join(', ') || say(lang, 'unowned')}<small>{[lead.length > 0 ? armies.slice(0, 4).join(', ') + (armies.length > 4 ? ' …' : '') : '', role && say(lang, role), side.strength ? say(lang, 'side-strength', { n: number(lang, side.strength) }) : ''].filter(Boolean).join(' · ')}</small>
        {side.factors.length > 0 && <small>{side.factors.map(counts(lang)).join(' · ')}</small>}</span>
      <b>{before > 0 ? <>{number(lang, before)}{lost !== 0 && ` → ${number(lang, after)}`}<small>{lost > 0 ? `−${number(lang, lost)}` : say(lang, 'no-losses')}</small></> : ''}</b>
      {before > 0 && <div class="bar"><i class="was" style={{ width: `${before / most * 100}%` }} /><i style={{ width: `${after / most * 100}%` }} /></div>}
    </div>
  );
}
