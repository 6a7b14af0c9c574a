// A battle: its sides, how many they were before and after, and who won.
import type { CSSProperties } from 'preact';
import type { FactBattle, FactFactor, FactSide, Lang, Opened } from '../data';
import { seenAs } from '../desk/armies';
import { number } from '../desk/numbers';
import { CounterSign } from '../icons';
import { colourOf } from '../paint/svg';
import type { Store } from '../state';
import { say } from '../words';
import { nameOf, realmName } from './army';

const total = (s: FactSide | undefined, of: 'before' | 'after') => s?.before ? s[of] ?? 0 : (s?.armies ?? []).reduce((n, a) => n + (a[of] ?? 0), 0);
export const sizeOf = (b: FactBattle) => b.sides.reduce((n, s) => n + total(s, 'before'), 0);

const leads = (s: FactSide) => s.realm || s.armies.find((a) => a.realm)?.realm || 0;

// whole tells whether the facts say that nobody of a side has fallen.
const whole = (s: FactSide) => total(s, 'before') === total(s, 'after') && s.armies.every((a) => !a.fate);

// endOf is how it ended for the reader. An attack that failed without a loss was repulsed.
export function endOf(b: FactBattle, me: number): 'won' | 'lost' | 'even' | 'repulsed' | '' {
  const mine = b.sides.findIndex((s) => s.realm === me || s.armies.some((a) => a.realm === me));
  return mine < 0 ? '' : b.won === 0 ? 'even' : b.won === mine + 1 ? 'won' : mine === 0 && !b.equal && whole(b.sides[0]!) ? 'repulsed' : 'lost';
}

export function Battle({ store, battle, week }: { store: Store; battle: FactBattle; week: string }) {
  const { lang, opened, table } = store.state, me = table?.realm ?? 0, end = endOf(battle, me), most = Math.max(1, ...battle.sides.map((s) => total(s, 'before')));
  const name = battle.at ? nameOf(store, battle.at) : '';
  return (
    <article class={`bcard ${end}`}>
      <header><b>{name === battle.at ? say(lang, 'field', { at: name }) : name}</b><span>{[week].filter(Boolean).join('')}{end && <>{week && ' · '}<span class={end === 'won' ? 'w' : end === 'lost' ? 'l' : ''}>{say(lang, end)}</span></>}</span></header>
      {battle.sides.map((s, i) => <Side key={i} store={store} side={s} role={battle.equal ? '' : i === 0 ? 'attacks' : 'defends'} most={most} lang={lang} opened={opened} me={me} />)}
      <div class="row end">{(battle.course ?? []).length > 0 ? <details><summary>{battle.result.text}</summary>{battle.course!.map((c, i) => <p key={i}>{c.text}</p>)}</details> : <p class="dim">{battle.result.text}</p>}</div>
    </article>
  );
}

// counts says what counts for a side, or against it.
const counts = (lang: Lang) => (f: FactFactor) => (f.permille ? `${f.name} × ${number(lang, f.amount / 1000)}` : `${f.name} ${f.amount < 0 ? '−' : '+'}${number(lang, Math.abs(f.amount))}`);

function Side({ store, side, role, most, lang, opened, me }: { store: Store; side: FactSide; role: 'attacks' | 'defends' | ''; most: number; lang: Lang; opened: Opened | null; me: number }) {
  const before = total(side, 'before'), after = total(side, 'after'), mine = side.armies.some((a) => a.realm === me), realm = mine ? me : leads(side), crests = opened?.chart?.crests, first = side.armies.find((a) => a.realm === realm) ?? side.armies[0];
  const kind = first && seenAs(store.state, first), arm = kind?.arm ?? (side.armies.length > 1 ? 'mixed' : undefined);
  const armies = side.armies.map((a) => a.name || seenAs(store.state, a)?.name || a.kind || '?');
  return (
    <div class="side" style={{ '--c': colourOf(crests, realm) } as CSSProperties}>
      <CounterSign counter={{ realm: realm || undefined, arm, weight: kind?.weight }} crests={crests} />
      <span>{[realm === me ? say(lang, 'you') : realm ? realmName(store, realm) : say(lang, 'nobody'), ...(mine ? [...new Set(side.armies.map((a) => a.realm ?? 0))].filter((r) => r && r !== me).map((r) => realmName(store, r)) : [])].join(', ')}<small>{[armies.slice(0, 4).join(', ') + (armies.length > 4 ? ' …' : ''), role && say(lang, role), side.strength ? say(lang, 'side-strength', { n: number(lang, side.strength) }) : ''].filter(Boolean).join(' · ')}</small>
        {(side.factors ?? []).length > 0 && <small>{side.factors!.map(counts(lang)).join(' · ')}</small>}</span>
      <b>{before > 0 ? `${number(lang, before)} → ${number(lang, after)}` : ''}</b>
      {before > 0 && <div class="bar"><i class="was" style={{ width: `${before / most * 100}%` }} /><i style={{ width: `${after / most * 100}%` }} /></div>}
    </div>
  );
}
