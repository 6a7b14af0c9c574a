// Charts of earlier turns: the engine draws them from what was known then.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Chart, Table } from '../data';
import { useStore, type Store } from '../state';
import { merged, type Told } from './recall';

// drawn are the charts that were asked for, by the table that they belong to.
const drawn = new WeakMap<Table, Chart | null>();

// usePast gives the charts of tables of earlier turns as soon as the engine has drawn them.
export function usePast(store: Store, tables: readonly Table[]): { chart: Chart; turn: number }[] {
  const [, again] = useState(0);
  useEffect(() => {
    let open = true;
    void (async () => {
      for (const t of tables) {
        if (drawn.has(t)) continue;
        try { drawn.set(t, await store.engine.chart(t)); } catch { drawn.set(t, null); }
        if (!open) return;
        again((n) => n + 1);
      }
    })();
    return () => { open = false; };
  }, [store, tables]);
  return tables.flatMap((t) => { const chart = drawn.get(t); return chart ? [{ chart, turn: t.facts.turn }] : []; });
}

const nobody: readonly Table[] = [];

export interface Shown { chart: Chart | null; turn: number; newest: boolean; told: Told[] }

// useChart is the chart of the turn that is shown, with what was seen earlier, if that is wished.
export function useChart(store: Store, past: boolean): Shown {
  const opened = useStore(store, (s) => s.opened), table = useStore(store, (s) => s.table);
  const tables = useStore(store, (s) => s.past), turn = useStore(store, (s) => s.turn);
  const allies = useStore(store, (s) => s.allies);
  const newest = turn < 0 || !tables.some((t) => t.facts.turn === turn);
  const charts = usePast(store, past || !newest ? tables : nobody);
  const shown = newest ? table?.facts.turn ?? 0 : turn;
  const base = newest ? opened?.chart ?? null : charts.find((c) => c.turn === turn)?.chart ?? null;
  const chart = useMemo(() => (base && past ? merged(base, shown, charts) : base), [base, past, shown, charts.length]);
  const told = useMemo(() => allies.flatMap((a) => (a.shift ? [{ name: a.name, chart: a.chart, ...a.shift }] : [])), [allies]);
  return { chart, turn: shown, newest, told };
}
