// The replay: the turn in its weeks or steps on the same map, with a button that plays it.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FactArmy } from '../data';
import { seenAs } from '../desk/armies';
import { shut } from '../desk/nav';
import type { Moment } from '../map';
import type { Board, Cell } from '../paint/hex';
import type { Standing } from '../paint/overlay';
import { useNarrow } from '../shell/media';
import { useStore } from '../state';
import type { Store } from '../state';
import { phaseWord } from '../weeks/phases';
import { scenesOf } from '../weeks/scenes';
import type { Scene } from '../weeks/scenes';
import { fought, stepsOf } from '../weeks/steps';
import type { Step } from '../weeks/steps';
import { reportOf } from '../text';
import { say } from '../words';
import { placeOf } from './army';
import { Battle } from './battle';
import { PlayBar, usePlay } from './play';

export interface Playing { moment: Moment | null; scenes: Scene[]; at: number; go: (n: number) => void; plays: boolean; play: (on: boolean) => void; toggle: () => void }

export function useReplay(store: Store, board: Board | null, on: boolean): Playing {
  const turn = useStore(store, (s) => s.turn), table = useStore(store, (s) => s.table), opened = useStore(store, (s) => s.opened);
  // of another turn, or opened again, it begins anew: at once, since an effect could come after a click
  const of = on ? turn : null, [stood, stand] = useState({ of, at: 0 });
  const at = stood.of === of ? stood.at : 0, go = (n: number) => stand({ of, at: n });
  const f = store.facts();
  const steps = useMemo(() => {
    if (!on || !f || !board) return [];
    const before = [...store.state.past, ...(table ? [table] : [])].map((t) => t.facts).filter((x) => x.turn < f.turn).at(-1);
    return stepsOf(f, (l) => board.by(l) !== undefined, before);
  }, [f, board, on]);
  const scenes = useMemo(() => (f ? scenesOf(steps, f) : []), [steps, f]);
  // the whole game goes on with the next turn on the table
  const goesOn = () => {
    const all = [...store.state.past, ...(table ? [table] : [])], next = all[all.findIndex((t) => t.facts === f) + 1];
    if (!store.state.whole || !next) { store.set({ whole: false }); return false; }
    store.set({ turn: next === table ? -1 : next.facts.turn, plays: true });
    return true;
  };
  const run = usePlay(at, scenes.length - 1, go, scenes[at]?.ms ?? 0, on, goesOn);
  useEffect(() => { run.play(on && store.state.plays); if (on) store.set({ plays: false }); }, [turn, on]);
  useEffect(() => { if (!on) stand({ of: null, at: 0 }); }, [on]);
  const moment = useMemo((): Moment | null => {
    const scene = scenes[at], s = scene?.step;
    if (!scene || !s || !board || !f) return null; // nothing to play: the map is as it is
    const standing: Standing[] = [], me = f.realm.number, known = new Map<string, FactArmy>();
    for (const w of f.weeks) for (const x of w.sightings ?? []) for (const a of x.armies ?? []) if (a.realm === me && a.name) known.set(a.name, a);
    for (const a of f.armies) if (a.realm === me && a.name) known.set(a.name, { ...a, ...known.get(a.name) });
    if (s === steps[0] && s.own.size === 0) { // before anything was seen: where armies are first seen, or are now
      const first = new Map<string, string>();
      for (const x of steps) for (const [n, l] of x.own) if (!first.has(n)) first.set(n, l);
      for (const [n, l] of first) s.own.set(n, l);
    }
    for (const [name, where] of s.own) {
      const seen = s.sightings.flatMap((x) => x.armies ?? []).find((a) => a.name === name && a.realm === me) ?? known.get(name);
      if (board.by(where)) standing.push({ at: where, realm: me, ...seenAs(store.state, { name, id: `${me}/${name}`, ...seen }), men: seen?.men, own: true, rank: -1e10 - (seen?.men ?? 0) });
    }
    for (const { army: a, at: where } of [...s.others, ...s.stood]) standing.push({ at: where, realm: a.unknown ? undefined : a.realm ?? 0, ...seenAs(store.state, a), men: a.men, number: a.unknown ? undefined : a.realm || undefined, rank: -(a.men ?? 0) });
    const cells = (labels: readonly string[]) => labels.map((l) => board.by(l)).filter((c): c is Cell => c !== undefined);
    const battles = scene.card ? [scene.card.at ?? ''] : (f.battles ?? []).filter((b) => (b.week ?? 0) === s.week && b.at && (f.weeks.length > 1 || s.places.includes(b.at))).map((b) => b.at!);
    return { standing, trails: scene.card ? [] : s.marches.map((m) => ({ cells: cells(m.way), realm: me })), focus: cells([scene.card?.at ?? ''])[0],
      battles: cells([...new Set(battles.length > 0 ? battles : s.fights > 0 ? s.places.slice(0, 4) : [])]) };
  }, [scenes, at, board, f, opened]);
  return { moment: on ? moment : null, scenes, at, go, ...run };
}

export function Replay({ store, replay }: { store: Store; replay: Playing }) {
  const lang = useStore(store, (s) => s.lang);
  const f = store.facts(), phone = useNarrow();
  const past = useStore(store, (s) => s.past), table = useStore(store, (s) => s.table);
  const { scenes, at, go, plays, play, toggle } = replay;
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const on = e.composedPath()[0] as HTMLElement, to = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName)) return;
      if (to && scenes[at + to]) { play(false); go(at + to); } else if (e.key === ' ' && on.tagName !== 'BUTTON' && on.tagName !== 'SUMMARY') toggle(); else return;
      e.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [scenes, at, plays]);
  const now = scenes[at], weekly = (f?.weeks.length ?? 0) > 1;
  if (!f) return null;
  const titleOf = (x: Step) => (!weekly ? phaseWord(lang, x.phase) : x.after ? say(lang, 'end-turn') : x.week === 0 ? say(lang, 'before-weeks') : say(lang, 'week-n', { n: x.week }));
  const labelOf = (x: Step, i: number) => (!weekly ? String(i + 1) : x.after ? (phone ? '=' : say(lang, 'end')) : x.week === 0 ? (phone ? '0' : say(lang, 'start')) : String(x.week));
  const title = (s: Scene | undefined) => (!s ? '' : s.card?.at ? placeOf(store, s.card.at) : s.from === s.step || s.from.week === s.step.week ? titleOf(s.step) : say(lang, 'weeks-n', { a: s.from.week, z: s.step.week }));
  const fights = f.battles ?? [], told = new Set(fights.flatMap((b) => [b.result.text, ...(b.course ?? []).map((c) => c.text)]));
  const rest = now?.card ? [] : (now?.step.events ?? []).filter((e) => !told.has(e.text) && !(fights.length > 0 && fought(e)));
  return (
    <>
      <aside class="panel rp" aria-label={say(lang, 'what-happened')}>
        <header><h2>{title(now)}<small>{now?.card ? titleOf(now.step) : f.headline?.text ?? f.title}</small></h2>
          <button type="button" class="x" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>
          {past.length > 0 && table && <button type="button" class="btn" onClick={() => { store.set({ whole: true, turn: [...past, table][0]!.facts.turn, plays: true }); go(0); play(true); }}>{say(lang, 'whole-game')}</button>}
          {past.length > 0 && table && <select class="btn" aria-label={say(lang, 'pick-turn')} value={String(f.turn)} onChange={(e) => { const t = Number(e.currentTarget.value); store.set({ turn: t === table.facts.turn ? -1 : t }); }}>
            {[...past, table].map((t) => <option key={t.turn} value={String(t.facts.turn)}>{reportOf(lang, t.facts)}</option>)}</select>}</header>
        <div class="body ground" tabIndex={0} role="region" aria-label={title(now) || say(lang, 'replay')} aria-live={plays ? 'off' : 'polite'}>
          {now?.card && <Battle store={store} card={now.card} />}
          {rest.length > 0 && <div class="box"><h3>{say(lang, 'what-happened')}</h3><ul>{rest.map((e, i) => <li key={i}><span>{e.text}</span></li>)}</ul></div>}
          {!now?.card && rest.length === 0 && <p class="dim">{say(lang, now ? 'quiet-week' : 'nothing-yet')}</p>}
        </div>
      </aside>
      {now && <PlayBar lang={lang} label={say(lang, weekly ? 'weeks' : 'steps')} plays={plays} toggle={toggle}>
        <div class="wk">{scenes.map((s, i) => {
          const label = s.card ? '⚔' : s.from === s.step || s.from.week === s.step.week ? labelOf(s.step, i) : `${s.from.week}–${s.step.week}`, events = s.step.events.length;
          return <button key={i} type="button" aria-current={i === at ? 'step' : undefined} aria-label={label === title(s) ? label : `${label} · ${title(s)}`} onClick={() => { play(false); go(i); }}>
            {s.card && <i class="b" style={{ height: `${Math.min(30, 6 + s.card.fights.length * 6)}px` }} />}{!s.card && events > 0 && <i style={{ height: `${Math.min(14, 2 + events * 1.5)}px` }} />}<span aria-hidden={!!s.card}>{label}</span></button>;
        })}</div>
      </PlayBar>}
    </>
  );
}
