// The search: one key, no box on the page until it is wanted.
import { useEffect, useRef, useState } from 'preact/hooks';
import { armiesOf, kindOf, others } from '../desk/armies';
import { open, pick } from '../desk/nav';
import { CounterSign, CrestSign } from '../icons';
import { useParts } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { realmName } from './army';

interface Hit { key: string; name: string; says: string; go: () => void; realm?: number; arm?: string; weight?: number }

const fold = (s: string) => s.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

export function Find({ store }: { store: Store }) {
  const { lang, finding: is } = useParts(store, 'lang', 'finding');
  const [what, set] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => { if (is) { set(''); field.current?.focus(); } }, [is]);
  if (!is) return null;
  const hits = found(store, what);
  const take = (h: Hit | undefined) => { if (h) { store.set({ finding: false }); h.go(); } };
  return (
    <div class="find" role="dialog" aria-label={say(lang, 'find')}>
      <input ref={field} type="text" aria-label={say(lang, 'find-what')} placeholder={say(lang, 'find-what')} value={what} maxLength={60} autocomplete="off" spellcheck={false}
        onInput={(e) => set(e.currentTarget.value)} onKeyDown={(e) => { if (e.key === 'Enter') take(hits[0]); }} />
      <ul>{hits.map((h) => <li key={h.key}><button type="button" onClick={() => take(h)}>
        {h.arm !== undefined ? <CounterSign counter={{ realm: h.realm, arm: h.arm, weight: h.weight }} crests={store.state.opened?.chart?.crests} /> : h.realm ? <CrestSign realm={h.realm} crests={store.state.opened?.chart?.crests} /> : null}
        <span>{h.name}<small>{h.says}</small></span></button></li>)}
        {what !== '' && hits.length === 0 && <li class="dim">{say(lang, 'find-none')}</li>}</ul>
    </div>
  );
}

function found(store: Store, what: string): Hit[] {
  const { opened } = store.state, q = fold(what.trim()), out: Hit[] = [];
  if (!opened || q === '') return out;
  const has = (...texts: string[]) => texts.some((t) => fold(t).includes(q));
  for (const a of armiesOf(store.state)) {
    if (has(a.name, a.text)) out.push({ key: `a${a.name}`, name: a.name, says: `${a.text} · ${a.at ?? ''}`, realm: opened.realm, arm: a.arm ?? '', weight: a.weight, go: () => pick(store, a.name) });
  }
  for (const c of opened.chart?.cells ?? []) {
    if (c.label === what.trim() || (c.name && has(c.name))) out.push({ key: `c${c.label}`, name: c.name || c.label, says: opened.chart!.terrains[c.t]?.name ?? '', realm: c.owner, go: () => open(store, c.label) });
  }
  for (const a of others(store.state)) {
    if (a.name && has(a.name, realmName(store, a.realm))) out.push({ key: `o${a.realm} ${a.name} ${a.at}`, name: a.name, says: `${realmName(store, a.realm)} · ${a.at}`, realm: a.realm, arm: kindOf(opened, a)?.arm ?? '', go: () => open(store, a.at!) });
  }
  for (const r of opened.realms) {
    if (has(r.name, String(r.number))) out.push({ key: `r${r.number}`, name: r.name, says: say(store.state.lang, 'realm-n', { n: r.number }), realm: r.number, go: () => store.set({ view: 'realms' }) });
  }
  return out.slice(0, 12);
}
