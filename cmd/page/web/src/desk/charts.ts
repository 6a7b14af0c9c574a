// Charts of earlier turns: the engine draws them from what was known then.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Chart, Lang, Table } from '../data';
import { useStore, type Store } from '../state';
import { merged, type Told } from './recall';

// drawn are the charts that were asked for, by the table that they belong to, in the language in which they were drawn.
const drawn = new WeakMap<Table, { lang: Lang | undefined; chart: Chart | null }>();

// usePast gives the charts of tables of earlier turns as soon as the engine has drawn them.
function usePast(store: Store, tables: readonly Table[]): { chart: Chart; turn: number }[] {
  const [made, again] = useState(0);
  const lang = useStore(store, (s) => s.opened?.lang); // that the engine speaks
  useEffect(() => {
    let open = true;
    void (async () => {
      for (const t of tables) {
        if (drawn.has(t) && drawn.get(t)!.lang === lang) continue;
        // what another version of the rules has told is not drawn
        drawn.set(t, { lang, chart: await store.engine.chart(t).catch(() => null) });
        if (!open) return;
        again((n) => n + 1);
      }
    })();
    return () => { open = false; };
  }, [store, tables, lang]);
  return useMemo(() => tables.flatMap((t) => {
    const chart = drawn.get(t)?.chart;
    return chart ? [{ chart, turn: t.facts.turn }] : [];
  }), [tables, made]);
}

const nobody: readonly Table[] = [];

export interface Shown { chart: Chart | null; turn: number; newest: boolean; told: Told[] }

// useChart is the chart of the turn that is shown, with what was seen earlier, if that is wished.
export function useChart(store: Store, past: boolean): Shown {
  const opened = useStore(store, (s) => s.opened), table = useStore(store, (s) => s.table);
  const tables = useStore(store, (s) => s.past), turn = useStore(store, (s) => s.turn);
  const first = useStore(store, (s) => s.first);
  const allies = useStore(store, (s) => s.allies);
  const newest = turn < 0 || !tables.some((t) => t.facts.turn === turn);
  const charts = usePast(store, past || !newest ? tables : nobody);
  const shown = newest ? table?.facts.turn ?? 0 : turn;
  const base = newest ? opened?.chart ?? first : charts.find((c) => c.turn === turn)?.chart ?? null;
  const chart = useMemo(() => (base && past ? merged(base, shown, charts) : base), [base, past, shown, charts]);
  const told = useMemo(() => allies.flatMap((a) => (a.shift ? [{ name: a.name, chart: a.chart, ...a.shift }] : [])), [allies]);
  return { chart, turn: shown, newest, told };
}
