// The first screen: at the left a game that plays, at the right the doors: play at once, a report, a link or a letter.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Chart, Lang, Played, Table } from '../data';
import { Board } from '../paint/hex';
import { clashes } from '../paint/overlay';
import { Stage } from '../paint/stage';
import { Files } from '../inout/files';
import { styleOf } from '../map';
import { useParts, useStore } from '../state';
import type { Store } from '../state';
import { gameOf } from '../text';
import { say } from '../words';
import { Start } from './start';
import { Colours } from './more';

export function Opening({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  return (
    <section class="opening" aria-label={gameOf(document.body.dataset['rulebook'] ?? '')}>
      <Living store={store} />
      <div class="go plain">
        <div class="row apart"><b class="brand">{gameOf(document.body.dataset['rulebook'] ?? '') || 'Weltentor'}</b><span class="row">
          <select class="btn" aria-label={say(lang, 'language')} value={lang} onChange={(e) => store.set({ lang: e.currentTarget.value as Lang })}>
            <option value="de" lang="de">Deutsch</option><option value="en" lang="en">English</option></select>
          <Colours lang={lang} class="btn" aria-label={say(lang, 'theme')} /></span></div>
        {trial() ? <Trial store={store} /> : <Files store={store} />}
      </div>
    </section>
  );
}

// trial tells whether this page lies below a game's public page, for practice alone.
const trial = () => document.body.dataset['practice'] !== undefined;

const Trial = ({ store }: { store: Store }) => {
  const lang = useStore(store, (s) => s.lang);
  return (
    <div class="files">
      <Start store={store} title="trial-title" />
      <section><h2>{say(lang, 'trial-people')}</h2><p>{say(lang, 'trial-how')}</p>
        <a class="btn" href="../index.html">{say(lang, 'trial-back')}</a></section>
    </div>
  );
};

const [turns, calm, step] = [5, 700, 1100]; // of the game that plays; and in ms, before it begins and between two turns

// Living is the map of a game that this page's own engine plays with the ready orders, always the same. It stands still for
// whoever wants less motion.
function Living({ store }: { store: Store }) {
  const { lang } = useParts(store, 'lang'), host = useRef<HTMLDivElement>(null), [now, show] = useState<{ table: Table; chart: Chart } | null>(null);
  const stage = useMemo(() => new Stage(() => undefined), []);
  useEffect(() => {
    let on = true, wait: ReturnType<typeof setTimeout>;
    const goes = async ({ practice, tables }: Played, n: number) => {
      const table = tables.at(-1) as Table, chart = on && await store.engine.chart(table);
      if (!on || !chart) return;
      show({ table, chart });
      if (n < turns && !matchMedia('(prefers-reduced-motion: reduce)').matches) wait = setTimeout(() => { void store.engine.endTurn(practice, table.first ?? '').then((p) => goes(p, n + 1), () => undefined); }, step);
    };
    wait = setTimeout(() => { void store.engine.practise({ seed: '57656c74656e746f', strength: 'middle', lang, world: 'Weltentor', player: 'Weltentor', realms: ['Fenmark', 'Graumark', 'Arrak', 'Salzküste'] }).then((p) => goes(p, 0), () => undefined); }, calm);
    return () => { on = false; clearTimeout(wait); };
  }, [store]);
  useLayoutEffect(() => {
    stage.inset = { left: 0, right: 0, top: 0, bottom: 0 };
    host.current!.append(stage.tiles.host, stage.svg);
    const see = new ResizeObserver(([e]) => stage.size(e!.contentRect.width, e!.contentRect.height));
    see.observe(host.current!);
    return () => see.disconnect();
  }, [stage]);
  useLayoutEffect(() => {
    if (!now) return;
    const board = new Board(now.chart);
    stage.turn = now.table.turn;
    stage.land(board, styleOf(board), () => false);
    stage.layer('top', clashes([...new Set((now.table.facts.battles ?? []).map((b) => b.at ?? ''))].flatMap((l) => board.by(l) ?? [])));
  }, [stage, now]);
  return <div class="living" inert ref={host}>{now && <p>{now.table.facts.title}</p>}</div>;
}
