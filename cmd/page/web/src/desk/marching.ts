// The march of the army that is commanded, or of a foreign one that is feared, and courses of others.
import type { DeskArmy, MarchStep } from '../data';
import { noWay, textOf } from '../state';
import type { State, Store } from '../state';
import { armiesOf, ordersOf, paths, wayOf } from './armies';
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
    Promise.all([digits || follows ? store.engine.march(mover, digits, text) : null, store.engine.reach(mover, text), digits ? store.engine.reach({ ...mover, way: digits }, text) : null])
      .then(([m, r, still]) => tell({ steps: m?.steps ?? [], reached: r, still, stops: m?.stops?.text ?? '', tries: m?.tries ?? [] }), () => tell({ reached: [] }));
    if (way.of !== of || way.at !== at) tell({});
  };
  see();
  return store.subscribe(see);
}

// strays tells whether an army's lines do not say all of its steps: they name a goal, or a fleet that takes it along.
function strays({ opened, made, rows }: State, a: DeskArmy): boolean {
  const own = ordersOf(rows, a.name);
  return own.length > 0 && (!!a.in || !paths(a, opened!.sections) || own.some((r) => armiesOf({ opened, made }).some((b) => b !== a && r.values?.includes(b.name))));
}

// coursing asks the engine for the steps of such armies whenever the draft has changed, one after the other. It gives what
// ends that.
export function coursing(store: Store): () => void {
  let known: readonly unknown[] = [];
  const see = async () => {
    const { rows, made, opened, readOf } = store.state, now = [rows, made, opened], mine = () => now.every((x, i) => x === known[i]);
    if (!opened?.desk || mine()) return;
    known = now;
    const courses: Record<string, readonly MarchStep[]> = {};
    for (const a of armiesOf(store.state).filter((x) => strays(store.state, x))) {
      const digits = wayOf(ordersOf(rows, a.name).find((r) => wayOf(r, opened.sections) !== ''), opened.sections);
      const m = await store.engine.march({ army: a.name }, digits, readOf).catch(() => null);
      if (!mine()) return;
      courses[a.name] = [...m?.steps ?? [], ...m?.tries ?? []];
    }
    store.set({ courses });
  };
  const again = () => void see();
  again();
  return store.subscribe(again);
}
