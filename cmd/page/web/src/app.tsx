// The page: a bar with what is left to do, a rail of places, and the map, on which everything else lies.
import { Component } from 'preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Lang } from './data';
import { armiesOf, idle, staying } from './desk/armies';
import { useChart } from './desk/charts';
import { withTold } from './desk/recall';
import { follow, undo } from './desk/desk';
import { keys } from './desk/keys';
import { coursing, marching } from './desk/marching';
import { go, next } from './desk/nav';
import type { View } from './desk/nav';
import { flaws, left, number, purse, spell } from './desk/numbers';
import { bring } from './inout/bring';
import { fails } from './inout/kept';
import { endTurn } from './inout/practice';
import { isDone } from './inout/sender';
import { state as sendingNow, useSends } from './inout/sends';
import { CrestSign, Icon } from './icons';
import { MapView } from './map';
import type { Moment } from './map';
import { Board } from './paint/hex';
import { ArmyList, ArmyPanel } from './panels/army';
import { Builds } from './panels/build';
import { Drawer } from './panels/drawer';
import { FieldPanel } from './panels/field';
import { Find } from './panels/find';
import { Forms } from './panels/forms';
import { Help } from './panels/help';
import { More } from './panels/more';
import { Other } from './panels/other';
import { Plan } from './panels/plan';
import { momentOf, Proof, useScene } from './panels/proof';
import { Realms } from './panels/realms';
import { Receipt } from './panels/receipt';
import { Recruit } from './panels/recruit';
import { Replay, useReplay } from './panels/replay';
import { Report } from './panels/report';
import { Ended } from './panels/start';
import { textOf, unsaved, useLaid, useMinutes, useParts, useStore } from './state';
import type { State, Store } from './state';
import { gameOf, moment as when } from './text';
import { low, narrow, useMedia, useNarrow } from './shell/media';
import { remembered } from './shell/remember';
import { eventful } from './weeks/steps';
import { say } from './words';

export function App({ store }: { store: Store }) {
  const { lang, table, opened } = useParts(store, 'lang', 'table', 'opened');
  const title = opened?.title ?? '';
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = [title, table?.facts.realm.name, table?.world, opened?.game, 'Weltentor'].filter(Boolean).join(' · ');
  }, [lang, table, title]);
  useEffect(() => takesDrops(store), [store]);
  useEffect(() => asks(store), [store]);
  useEffect(() => follow(store), [store]);
  useEffect(() => store.keeper?.keeping((e) => fails(store, e)), [store]);
  useEffect(() => keys(store), [store]);
  useEffect(() => marching(store), [store]);
  useEffect(() => coursing(store), [store]);
  return (
    <div class="app">
      <Top store={store} />
      <Rail store={store} />
      <Stage store={store} />
      <Find store={store} />
    </div>
  );
}

// asks lets the browser ask before the page is closed with something in it that is kept nowhere.
function asks(store: Store) {
  const leave = (e: BeforeUnloadEvent) => { if (unsaved(store.state)) e.preventDefault(); };
  window.addEventListener('beforeunload', leave);
  return () => window.removeEventListener('beforeunload', leave);
}

// takesDrops takes files that are dropped anywhere: otherwise the browser would leave the page for them.
function takesDrops(store: Store) {
  const over = (e: DragEvent) => { if (e.dataTransfer?.types.includes('Files')) e.preventDefault(); };
  const drop = (e: DragEvent) => {
    if (e.defaultPrevented || !e.dataTransfer?.files.length) return;
    e.preventDefault();
    void bring(store, [...e.dataTransfer.files]);
  };
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
  };
}

function Top({ store }: { store: Store }) {
  const { lang, table, opened } = useParts(store, 'lang', 'table', 'opened');
  const under = table && opened ? [opened.title, opened.game, table.world].join(' · ') : table ? table.world : say(lang, 'empty'); // the turn first: it is cut last
  return (
    <header class="top">
      <Undo store={store} />
      <div class="crest">{opened && <CrestSign realm={opened.realm} crests={opened.chart?.crests} big />}</div>
      <div class="who">
        <h1>{table ? table.facts.realm.name || table.world : gameOf(document.body.dataset['rulebook'] ?? '') || say(lang, 'title')}</h1>
        <small title={under}>{under}</small>
      </div>
      <Messages store={store} />
      {opened && <Todo store={store} />}
      {opened && <Send store={store} />}
    </header>
  );
}

// Undo is always at hand on a phone, in the place of the crest, as soon as something can be undone.
function Undo({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), can = useStore(store, (s) => s.undo.length > 0 && !!s.opened?.takes);
  return can ? <button type="button" class="undo" aria-label={say(lang, 'undo')} onClick={() => undo(store)}><Icon of="undo" /></button> : null;
}

// Todo says what is left to do in this turn; each part leads there.
function Todo({ store }: { store: Store }) {
  const { lang, opened } = useLaid(store, 'lang', 'opened', 'rows', 'made');
  const { table, checked } = useParts(store, 'table', 'checked');
  useStore(store, staying);
  const free = idle(store.state).length;
  const { bad, notes, line } = flaws(checked);
  const money = purse(store.state)[0];
  useMinutes(table?.deadline);
  return (
    <div class="todo" role="group" aria-label={say(lang, 'todo')}>
      {opened.over && <span><i>{say(lang, 'over')}</i></span>}
      {!opened.over && !opened.takes && <span><i>{say(lang, 'closed')}</i></span>}
      {money && <button type="button" title={say(lang, 'to-spend', { turn: opened.turn, n: number(lang, money.all), name: money.name })} onClick={() => go(store, 'recruit')}><Icon of="coin" /><b>{number(lang, money.left)}</b>
        <i>{money.left < money.all ? say(lang, 'purse-left', { all: number(lang, money.all), name: money.name }) : say(lang, 'purse-all', { name: money.name })}</i></button>}
      {armiesOf(store.state).length > 0 && opened.takes && <button type="button" class={free > 0 ? 'hot' : ''} onClick={() => next(store)}><Icon of="army" /><b>{free}</b>
        <i>{say(lang, 'idle', { n: free })}</i></button>}
      {opened.takes && <button type="button" id="go-flaws" class={bad > 0 ? 'bad' : notes > 0 ? 'doubt' : 'opt'} onClick={() => toFlaws(store, line, bad + notes)}><Icon of="warn" /><b>{bad + notes}</b>
        <i>{say(lang, notes === 0 ? 'problems' : bad > 0 ? 'flaws-n' : 'notes', { n: bad + notes })}</i></button>}
      {table?.deadline && opened.takes && <span title={when(lang, table.deadline)}><Icon of="clock" /><b>{left(lang, table.deadline)}</b><i>{spell(lang, table.deadline)}</i></span>}
    </div>
  );
}

// toFlaws leads to the first line that is wrong or has a warning; of those that no line has, and
// on a phone, where the text has no room for reasons, the receipt says more.
function toFlaws(store: Store, line: number, n: number) {
  if (n > 0 && (line === 0 || matchMedia(narrow).matches)) { store.set({ view: 'receipt', army: null, at: null }); return; }
  store.set({ drawer: true, line, view: ['army', 'recruit', 'build'].includes(store.state.view) ? store.state.view : 'map' });
}

// Send is the button for what comes next. Beside a report that is the map, beside a replay the report. Otherwise it opens
// what the receipt will say, with the ways to send, and says whether the orders are in force. The next report comes first.
function Send({ store }: { store: Store }) {
  const { lang, table } = useParts(store, 'lang', 'table');
  const takes = useStore(store, (s) => s.opened?.takes ?? false);
  const given = useStore(store, (s) => s.sent);
  const text = useStore(store, () => textOf(store));
  const { checked, practice, view, sending } = useParts(store, 'checked', 'practice', 'view', 'sending'), sends = useSends(store);
  if (table && sending?.next) return <button type="button" class="send" id="next-report" onClick={() => void store.sender?.open()}>{say(lang, 'next-report')}</button>;
  if (!table || !takes) return null;
  const on: View | null = view === 'report' ? 'map' : view === 'replay' ? 'report' : null;
  if (on) return <button type="button" class="send" onClick={() => go(store, on)}>{say(lang, on === 'report' ? 'to-report' : table.facts.turn > 0 ? 'to-orders' : 'to-map')}</button>;
  if (practice) return <button type="button" class="send" id="end-turn" onClick={() => void endTurn(store)}>{say(lang, 'turn-ends')}</button>;
  const is = (sends && sendingNow(sending)) || (checked?.sent || isDone(sending, text) ? 'in-force' : given === text ? 'sent' : checked?.changed || given !== null ? 'changed' : table.lacks?.includes('orders') ? 'others-in-force' : 'not-sent');
  return (
    <button type="button" class={is === 'in-force' ? 'send done' : 'send'} onClick={() => store.set({ view: 'receipt', army: null, at: null })}>
      {say(lang, 'send')} <small>{say(lang, is)}</small>
    </button>
  );
}

const places: [View, string, boolean][] = [['map', 'map', true], ['army', 'army', true], ['recruit', 'recruit', true], ['build', 'build', false], ['forms', 'report', true], ['realms', 'realms', true], ['replay', 'replay', false], ['report', 'report', true]];

function Rail({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const view = useStore(store, (s) => s.view) as View;
  const { opened, past, table } = useParts(store, 'opened', 'rows', 'made', 'past', 'table');
  useStore(store, staying);
  const free = opened?.takes ? idle(store.state).length : 0;
  const has = (v: View) => v === 'recruit' ? (opened?.desk?.units?.length ?? 0) > 0 : v === 'build' ? (opened?.desk?.works?.length ?? 0) > 0 : v === 'replay' ? [...past, table].some((t) => t && eventful(t.facts)) : v === 'forms' ? opened?.desk === null : v === 'army' ? armiesOf(store.state).length > 0 : true;
  return (
    <nav class="rail" aria-label={say(lang, 'views')}>
      {places.filter(([v]) => opened && has(v)).map(([v, icon, phone]) => (
        <button key={v} type="button" id={`go-${v}`} class={phone ? '' : 'desk'} aria-current={view === v ? 'page' : undefined} onClick={() => go(store, v)}>
          <Icon of={icon} />{say(lang, v as 'map')}{v === 'army' && free > 0 && <em>{free}</em>}</button>
      ))}
      <span class="gap" />
      <button type="button" id="go-more" aria-current={['more', ...(opened?.desk ? ['forms'] : []), 'files', 'allies', 'years', 'help', 'table', 'proof', 'start'].includes(view) ? 'page' : undefined} onClick={() => go(store, 'more')}><Icon of="more" />{say(lang, 'menu')}</button>
    </nav>
  );
}

function Stage({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const view = useStore(store, (s) => s.view) as View;
  const { opened, table, army, at } = useParts(store, 'opened', 'table', 'army', 'at');
  const practice = useStore(store, (s) => s.practice !== null);
  const { chart, told } = useChart(store, true);
  const board = useMemo(() => (chart ? new Board(withTold(chart, told)) : null), [chart, told]);
  const replay = useReplay(store, board, view === 'replay');
  const scene = useScene(store), past = useMemo(() => (scene ? new Board(scene.chart) : null), [scene]);
  const then = useMemo(() => (scene && past ? momentOf(scene, past) : null), [scene, past]);
  const shown: Moment | null = then ?? (view === 'replay' ? replay.moment : null);
  const phone = useNarrow(), half = useMedia(low);
  const right = view === 'recruit' ? 754 : view === 'map' && !at ? (!opened || opened.takes || practice ? 310 : 16) : 378;
  const beside = view === 'report' && (!phone || innerHeight >= 600);
  const inset = beside ? (phone ? { left: 0, right: 0, top: 0, bottom: Math.max(0, innerHeight - 362) } : { left: Math.round((innerWidth - 76) * 0.6) + 8, right: 60, top: 8, bottom: 8 }) : half ? { left: 0, right: view === 'map' && !at ? 0 : Math.round(innerWidth / 2), top: 0, bottom: view === 'map' && !at ? 130 : 0 } : phone ? { left: 0, right: 0, top: 0, bottom: (view === 'map' && !at) ? (practice && remembered('plan') !== 'shut' ? 300 : 130) : view === 'army' ? 340 : 300 }
    : { left: 60, right, top: 8, bottom: view === 'replay' || view === 'proof' ? 104 : 8 };
  const fence = (part: ComponentChildren) => <Fence key={view} lang={lang}>{part}</Fence>;
  return (
    <main class="stage" id="content" tabIndex={-1} data-view={view}>
      {(past || (opened ? opened.chart : chart)) && <MapView store={store} board={past ?? board} moment={shown} inset={inset} whole={past !== null} beside={beside} />}
      {view === 'map' && !at && opened?.takes && fence(<Plan store={store} />)}
      {view === 'map' && !at && opened && !opened.takes && practice && fence(<Ended store={store} />)}
      {view === 'map' && at && fence(<FieldPanel store={store} />)}
      {view === 'build' && fence(<Builds store={store} />)}
      {view === 'army' && fence(army ? <ArmyPanel store={store} /> : <ArmyList store={store} />)}
      {view === 'recruit' && fence(<Recruit store={store} />)}
      {view === 'realms' && fence(<Realms store={store} />)}
      {view === 'report' && fence(<Report store={store} />)}
      {view === 'replay' && fence(<Replay store={store} replay={replay} />)}
      {view === 'proof' && fence(<Proof store={store} />)}
      {view === 'more' && fence(<More store={store} />)}
      {view === 'receipt' && fence(<Receipt store={store} />)}
      {view === 'forms' && fence(<Forms store={store} />)}
      {view === 'help' && fence(<Help store={store} />)}
      {['files', 'allies', 'years', 'table', 'start'].includes(view) && fence(<Other store={store} view={view} />)}
      {table && opened && !opened.over && view !== 'replay' && view !== 'proof' && <Drawer store={store} />}
    </main>
  );
}

// judgedOf is what the receipt will say of the line that the newest message is about, once it is judged: players know its
// words, and not what the line has to look like. Of a good one its first sentence is enough: the panel beside has all.
function judgedOf({ said, checked, checkedOf, readOf }: State): { text: string; bad: boolean } | undefined {
  if (!said?.line || !checked || checkedOf !== readOf) return undefined;
  const of = (list: readonly { line: number; text: string }[]) => list.find((x) => x.line === said.line)?.text;
  const wrong = of(checked.problems.filter((p) => p.severity === 'error')), good = of(checked.inForce);
  return wrong ? { text: wrong, bad: true } : good ? { text: good.replace(/^(.{12,}?[.!?]) .*$/s, '$1'), bad: false } : undefined;
}

// Messages are two regions that are always there, so that screen readers hear what comes into them.
function Messages({ store }: { store: Store }) {
  const { lang, said } = useParts(store, 'lang', 'said');
  useEffect(() => {
    if (!said || said.bad) return;
    const t = setTimeout(() => { if (store.state.said === said) store.set({ said: null }); }, Math.max(said.undo ? 12_000 : 4_500, 70 * said.text.length));
    return () => clearTimeout(t);
  }, [said]);
  useParts(store, 'checked', 'checkedOf', 'readOf');
  const judged = judgedOf(store.state);
  const toast = said && <div class={said.bad || judged?.bad ? 'toast bad' : 'toast'}><p>{judged?.text ?? said.text}</p>
    {said.undo && <button type="button" onClick={() => undo(store)}>{say(lang, 'undo')}</button>}
    {said.bad && <button type="button" aria-label={say(lang, 'dismiss')} onClick={() => store.set({ said: null })}>×</button>}</div>;
  return (
    <div class="messages">
      <div role="status" aria-live="polite">{said && !said.bad ? toast : null}</div>
      <div role="alert">{said?.bad ? toast : null}</div>
    </div>
  );
}

// Fence holds a fault of one part off the others.
class Fence extends Component<{ lang: Lang; children: ComponentChildren }, { fault: string | null }> {
  override state = { fault: null as string | null };
  override componentDidCatch(e: unknown) {
    console.error(e);
    this.setState({ fault: e instanceof Error ? e.message : String(e) });
  }
  override render() {
    const { lang, children } = this.props;
    if (this.state.fault === null) return children;
    return <div class="panel" role="alert"><div class="body"><p>{say(lang, 'broken', { what: this.state.fault })}</p>
      <button type="button" class="btn" onClick={() => this.setState({ fault: null })}>{say(lang, 'again')}</button></div></div>;
  }
}
