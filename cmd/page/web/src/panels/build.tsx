// What can be built: each work with its price and why not, where it can stand, and what armies build on their way.
import { useEffect, useRef } from 'preact/hooks';
import type { Action, DeskArmy, Said, Site, Work } from '../data';
import { armiesOf, doing, formOf, makes, partOf } from '../desk/armies';
import { alike, lacks, linesOf, placesOf, sitesOf, toggle } from '../desk/build';
import { act, current, drop } from '../desk/command';
import { open as look, pick, shut } from '../desk/nav';
import { amounts } from '../desk/numbers';
import { useLaid } from '../state';
import type { State, Store } from '../state';
import { say } from '../words';
import { nameOf } from './army';
import { turnsOf, WorkSign } from './field';
import { NotHere, Panel } from './panel';

const most = 12; // places that are named; the others are on the map

// built are the actions by which armies build something that is none of the works, such as on their way to a unit.
export const built = (s: Pick<State, 'opened' | 'made'>): { army: DeskArmy; action: Action }[] => armiesOf(s).flatMap((army) =>
  (army.actions ?? []).filter((x) => x.code.startsWith('build') && !s.opened?.desk?.works?.some((w) => alike(w.action, x))).map((action) => ({ army, action })));

interface Sited { work: Work; sites: Site[]; places: Site[] }

// whysOf are the reasons why a work cannot be built, the commonest first. If builders walk first, only those count where they come.
const whysOf = (work: Work, sites: Site[], places: Site[]): Said[] => {
  const walks = sites.some((s) => !work.sites?.includes(s));
  const all = [places.length > 0 || walks ? undefined : work.action.why, ...(walks ? sites.filter((s) => !work.sites?.includes(s)) : []).map((s) => s.why), ...sites.map((s) => s.why)].flatMap((w) => (w ? [w] : []));
  return all.filter((w, i) => all.findIndex((x) => x.text === w.text) === i);
};

export function Builds({ store }: { store: Store }) {
  const { lang, opened, work: code, rows } = useLaid(store, 'lang', 'opened', 'work', 'rows', 'made', 'checked');
  const list = useRef<HTMLDivElement>(null), buttons = () => [...list.current!.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  useEffect(() => buttons()[0]?.focus({ preventScroll: true }), []);
  // arrows go from button to button
  const walk = (e: KeyboardEvent) => {
    const all = buttons(), to = all[all.indexOf(e.target as HTMLElement) + (e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : NaN)];
    if (to) { to.focus(); e.preventDefault(); }
  };
  const all = (opened.takes ? opened.desk?.works ?? [] : []).map((work) => { const sites = sitesOf(store.state, work); return { work, sites, places: placesOf(sites) }; });
  const others = opened.takes ? built(store.state) : [], goes = ({ work, places }: Sited) => places.length > 0 || rows.some((r) => r.kind === 'order' && makes(work.action, r, opened.sections)) || armiesOf(store.state).some((a) => a.actions?.some((x) => alike(x, work.action)));
  const works = all.filter(goes), not = all.filter((w) => !goes(w)).map((w) => ({ name: w.work.name, why: whysOf(w.work, w.sites, w.places)[0] ?? { code: '', text: say(lang, 'nowhere') } }));
  return (
    <Panel lang={lang} title={say(lang, 'build')} halves close={() => shut(store)} class="builds">
      {works.length + others.length + not.length === 0 && <p class="dim">{say(lang, opened.takes ? 'nothing-build' : 'closed')}</p>}
      <div ref={list} onKeyDown={walk}>
        {works.map((w) => <OneWork key={w.work.code} store={store} {...w} open={w.work.code === code} />)}
        {others.length > 0 && <><h3 class="gap">{say(lang, 'built-with')}</h3><div class="row more">{others.map(({ army, action }, i) => {
          const row = current(store, army, rows), on = doing(army.actions, row, opened.sections) === action;
          return <button key={i} type="button" class="btn" aria-pressed={on} disabled={!!action.why} title={action.why?.text} onClick={() => void (on ? drop(store, row!) : act(store, army.name, action))}>{army.name}: {action.name}</button>;
        })}</div></>}
        <NotHere lang={lang} of={not} />
      </div>
    </Panel>
  );
}

function OneWork({ store, work, sites, places, open }: Sited & { store: Store; open: boolean }) {
  const { lang, rows } = store.state, opened = store.state.opened!;
  const given = rows.filter((r) => r.kind === 'order' && makes(work.action, r, opened.sections)).length;
  const price = work.price ?? sites.find((s) => s.price)?.price;
  const whys = whysOf(work, sites, places), no = given > 0 ? '' : places.length > 0 ? lacks(store.state, price) : whys[0]?.text ?? say(lang, 'nowhere');
  return (
    <>
      <button type="button" class={no ? 'bc one off' : 'bc one'} data-work={work.code} aria-expanded={open} onClick={() => store.set({ work: open ? '' : work.code, at: null })}>
        <WorkSign store={store} work={work} /><b>{work.name}{given > 0 && ` · ✓ ${given}`}</b>
        <small>{[amounts(lang, price), turnsOf(lang, work), work.gives].filter(Boolean).join(' · ')}</small>{no && <small class="why">{no}</small>}</button>
      {open && <div class="asks">
        {places.length > 0 && <><small class="dim">{say(lang, 'build-where')}</small><div class="row more">{places.slice(0, most).map((s) => {
          const on = linesOf(store, rows, work, s.at).length > 0, by = s.draft?.values[partOf(formOf(opened.sections, s.draft.letter, s.draft.form), 'army')];
          return <button key={s.at} type="button" class="btn" data-at={s.at} aria-pressed={s.edge ? undefined : on} onFocus={() => store.set({ at: s.at })}
            onClick={() => { if (s.edge) look(store, s.at); else void toggle(store, work, s); }}>{[by, nameOf(store, s.at)].filter(Boolean).join(' · ')}{s.edge ? ' …' : ''}</button>;
        })}</div>{places.length > most && <small class="dim">{say(lang, 'more-places', { n: places.length - most })}</small>}</>}
        {whys.slice(0, 3).map((w) => <small key={w.text} class="dim">{w.text}</small>)}
        {places.length === 0 && <Builders store={store} work={work} />}
      </div>}
    </>
  );
}

// Builders are armies that build such works where they stand, and have to go elsewhere for this one.
function Builders({ store, work }: { store: Store; work: Work }) {
  const list = armiesOf(store.state).filter((a) => a.actions?.some((x) => alike(x, work.action)));
  return <div class="row more">{list.map((a) => <button key={a.name} type="button" class="btn" onClick={() => pick(store, a.name)}>{a.name} · {nameOf(store, a.at)} …</button>)}</div>;
}
