// The march of the army that is commanded, or of a foreign one that is feared.
import { noWay, textOf } from '../state';
import type { Store } from '../state';
import { ordersOf, paths, wayOf } from './armies';
import { armyOf } from './command';

// marching asks the engine how far an army comes as soon as it is chosen, so that it works while its panel is drawn.
// It gives what ends that.
export function marching(store: Store): () => void {
  let known: readonly unknown[] = [], asked = 0;
  const see = () => {
    const { army, danger, opened, rows, way } = store.state, a = army && opened ? armyOf(store, army) : undefined, mover = a ? { army: a.name } : danger;
    const line = a && ordersOf(rows, a.name)[0], follows = !!a && !paths(a, opened!.sections) && (!!line || !!a.in);
    const digits = a ? wayOf(ordersOf(rows, a.name).find((r) => wayOf(r, opened!.sections) !== ''), opened!.sections) : '', now = [a, digits, danger, follows ? rows : null];
    if (now.every((x, i) => x === known[i])) return;
    known = now;
    const mine = ++asked, text = textOf(store), of = a?.name ?? '', at = (a ?? danger)?.at ?? '';
    if (!mover) { if (way !== noWay) store.set({ way: noWay }); return; }
    const tell = (way: Partial<typeof noWay>) => { if (mine === asked) store.set({ way: { ...noWay, of, at, ...way } }); };
    Promise.all([digits || follows ? store.engine.march(mover, digits, text) : null, store.engine.reach(mover, text)])
      .then(([m, r]) => tell({ steps: m?.steps ?? [], reached: r, stops: m?.stops?.text ?? '', tries: m?.tries ?? [] }), () => tell({ reached: [] }));
    if (way.of !== of || way.at !== at) tell({});
  };
  see();
  return store.subscribe(see);
}
