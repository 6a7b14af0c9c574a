// The army inspector: where it marches, what it does there, and what comes of it in a sentence; and the list of all.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Action, DeskArmy, Form, Row, Section } from '../data';
import { carried, commandable, doing, faultsOf, filled, formOf, goalOf, idle, isFlag, isGhost, kindOf, letterOf, like, openParts, ordersOf, others, partOf, paths, raises, sized, sizeName, staying, unused, wayOf, wayPart } from '../desk/armies';
import { act, armyOf, back, current, disband, drop, given as changes, hold, part, stays, ways } from '../desk/command';
import { change } from '../desk/desk';
import { next, pick, shut } from '../desk/nav';
import { number } from '../desk/numbers';
import { Arrow, CounterSign, hasIcon, Icon } from '../icons';
import { short } from '../paint/counter';
import { useNarrow } from '../shell/media';
import { useLaid, useStore } from '../state';
import type { Store, Way } from '../state';
import { say } from '../words';
import { Panel } from './panel';
import { PartInput } from './parts';

// nameOf is what a field is called: its name, or its label.
export const nameOf = (store: Store, at: string | undefined) => store.state.opened?.chart?.cells.find((c) => c.label === at)?.name || (at ?? '');

// placeOf is a field in a heading: its name, or its label behind the game's own word for a field.
export function placeOf(store: Store, at: string): string {
  const { lang, opened } = store.state, name = nameOf(store, at);
  const word = opened?.sections.flatMap((s) => s.forms.flatMap((f) => f.parts)).find((p) => p.kind === 'place')?.title;
  return name !== at ? name : word ? `${word} ${at}` : say(lang, 'field', { at });
}

// said is a line in short.
const said = (r: Row) => (r.values ?? []).filter(Boolean).join(' ');

// does is an action with what a line chooses of it, such as the building.
const does = (x: Action, r: Row | undefined, sections: readonly Section[]): string => {
  const open = openParts(x, sections), chosen = (x.fields ?? []).flatMap((f) => (open.includes(f.part) ? f.choices ?? [] : []).filter((c) => c.value === r?.values?.[f.part]))[0];
  return chosen ? `${x.name}: ${chosen.name}` : x.name;
};

export function ArmyPanel({ store }: { store: Store }) {
  const { lang, opened, army: name, rows } = useLaid(store, 'lang', 'opened', 'army', 'rows');
  const way = useStore(store, (s) => s.way), [no, refuse] = useState('');
  useStore(store, (s) => s.made);
  useStore(store, staying);
  useEffect(() => refuse(''), [name, rows]);
  const a = armyOf(store, name);
  if (!a) return null;
  const crests = opened.chart?.crests, own = ordersOf(rows, a.name), row = current(store, a, rows);
  const now = doing(a.actions, row, opened.sections);
  const sub = [say(lang, 'in-place', { what: a.text || a.kind, at: nameOf(store, a.at) }), a.in ? say(lang, 'in-host', { host: a.in }) : ''].filter(Boolean).join(' · ');
  const can = opened.takes;
  return (
    <Panel lang={lang} title={a.name} sub={sub} close={() => shut(store)} peeks class="army"
      foot={can && <div class="row last">
          {row && <button type="button" class="btn away" onClick={() => void drop(store, row)}>{say(lang, 'take-back')}</button>}
          <button type="button" class="btn" aria-pressed={stays(store, a)} onClick={() => void hold(store, a.name)}>{say(lang, 'hold')}</button>
          <button type="button" class="btn p next" onClick={() => next(store)}>{say(lang, 'next')} <kbd>N</kbd></button>
        </div>}
      sign={<CounterSign counter={{ realm: opened.realm, arm: a.arm, weight: a.weight, own: true }} crests={crests} />}>
      <div class="kv">
        {a.men !== undefined && a.men > 0 && <div><b>{number(lang, a.men)}</b><span>{say(lang, 'men')}</span></div>}
        {a.points !== undefined && <div><b>{number(lang, a.points)}</b><span>{say(lang, 'points', { n: a.points })}</span></div>}
      </div>
      {(a.members ?? []).length > 0 && <div class="row members">{a.members!.map((m) => {
        const q = armyOf(store, m);
        return <button key={m} type="button" class="btn chip" onClick={() => pick(store, m)}>
          <CounterSign counter={{ realm: opened.realm, arm: q?.arm, weight: q?.weight }} crests={crests} />{m}{q?.men ? ` · ${short(q.men)}` : ''}</button>;
      })}</div>}
      {can && <Marching store={store} a={a} row={row} way={way} />}
      {can && <Orders key={a.name} store={store} a={a} row={row} now={now} refuse={refuse} />}
      {row && can && <Parts store={store} a={a} row={row} now={now} />}
      <Sentence store={store} a={a} row={row} now={now} way={way} no={no} />
      {own.filter((r) => r !== row).map((r) => {
        const x = doing(a.actions, r, opened.sections), what = x ? does(x, r, opened.sections) : said(r);
        return <p key={r.line} class="row apart dim">{x ? <span>{what}</span> : <code>{what}</code>}
          {isGhost(store.state, a) && raises(opened, r.letter) ? <button type="button" class="btn disband" onClick={() => void disband(store, a.name, r)}>{say(lang, 'disband')}</button>
            : <button type="button" class="x" aria-label={`${say(lang, 'remove')}: ${what}`} onClick={() => void drop(store, r)}>×</button>}</p>;
      })}
    </Panel>
  );
}

// pathForm is the form of an army's line that has a way.
const pathForm = (store: Store, a: DeskArmy): Form | undefined => {
  for (const x of a.actions ?? []) {
    const f = formOf(store.state.opened!.sections, x.draft.letter, x.draft.form);
    if (wayPart(f) >= 0) return f;
  }
  return undefined;
};

function Marching({ store, a, row, way }: { store: Store; a: DeskArmy; row: Row | undefined; way: Way }) {
  const lang = store.state.lang, opened = store.state.opened!, phone = useNarrow();
  if (!pathForm(store, a)) return null;
  const digits = wayOf(row, opened.sections), weeks = opened.desk?.weeks ?? 0;
  const last = way.steps.at(-1), points = a.points ?? 0, rest = last ? Math.max(0, Math.min(points, last.left)) : points;
  const cut = (i: number) => void ways(store, a.name, (d) => (i < d.length ? d.slice(0, i) : d.padEnd(i, '0')));
  return (
    <div>
      <div class="row apart march-head"><h3>{say(lang, 'march')}</h3><small class="dim">{phone ? say(lang, 'march-tap') : <>{say(lang, 'march-how')} <kbd>1</kbd>–<kbd>6</kbd></>}</small></div>
      {weeks > 1 && <div class="weeks">{Array.from({ length: weeks }, (_, i) => {
        const d = digits[i];
        return <button key={i} type="button" class={d && d !== '0' ? 'go' : ''} aria-current={i === digits.length ? 'step' : undefined} onClick={() => cut(i)}
          aria-label={`${say(lang, 'week-n', { n: i + 1 })}: ${d && d !== '0' ? say(lang, 'dir', { d }) : say(lang, 'stays')}`}>
          <span>{i + 1}</span>{d && d !== '0' ? <Arrow d={Number(d)} /> : <i class="dot" />}</button>;
      })}</div>}
      <div class={weeks > 1 ? 'steps small' : 'steps'}>
        {digits === '' ? <span>{say(lang, 'stays')}</span> : [...digits].map((d, i) => <span key={i} class="stp"><b>{i + 1}</b>{d === '0' ? '·' : <Arrow d={Number(d)} />}{way.steps[i]?.lost ? <small class="badt">−{number(lang, way.steps[i]!.lost!)}</small> : ''}</span>)}
        <button type="button" class="btn back" disabled={digits === ''} aria-label={say(lang, 'back')} onClick={() => void back(store, a.name)}>↶</button>
      </div>
      {points > 0 && points <= 40 && <div class="pips" aria-hidden="true">{Array.from({ length: points }, (_, i) => <i key={i} class={i < rest ? 'on' : 'use'} />)}</div>}
    </div>
  );
}

function Orders({ store, a, row, now, refuse }: { store: Store; a: DeskArmy; row: Row | undefined; now: Action | undefined; refuse: (why: string) => void }) {
  const lang = store.state.lang, sections = store.state.opened!.sections;
  const [asks, ask] = useState<Action | null>(null);
  const form = (x: Action) => formOf(sections, x.draft.letter, x.draft.form);
  const { rows } = store.state, lines = ordersOf(rows, a.name), whole = (x: Action) => !!x.then && rows.some((r) => like(x.draft, r)) && x.then.every((d) => lines.some((r) => like(d, r)));
  // the line of an order may belong to one that has several: then that is what is ordered
  const within = (x: Action) => a.actions?.find((y) => y !== x && whole(y) && y.then!.some((d) => d.letter === x.draft.letter && d.form === x.draft.form && d.values.join() === x.draft.values.join()));
  const given = (x: Action) => (x.then ? whole(x) : !within(x) && (now === x || (!!x.beside && lines.some((r) => doing(a.actions, r, sections) === x))));
  // an order may need another, such as a march
  const lacks = (x: Action) => (x.with && now?.code !== x.with ? a.actions?.find((y) => y.code === x.with) : undefined);
  const why = (x: Action) => { const y = lacks(x), z = within(x); return x.why?.text ?? (y ? say(lang, 'first-do', { what: y.name }) : z && say(lang, 'part-of', { what: z.name })); };
  // one that cannot be done now says why
  const tries = (x: Action, then: () => unknown) => { const no = why(x); refuse(no ? `${x.name}: ${no}` : ''); if (!no) void then(); };
  useEffect(() => ask(null), [a.name]);
  // to march is what clicks on the map do
  const all = (a.actions ?? []).filter((x, i, list) => !(x.code === 'march' && (form(x)?.parts[wayPart(form(x))]?.kind === 'place' || list.some((y) => y !== x && y.draft.form === x.draft.form && y.draft.letter === x.draft.letter)))), plain = all.filter((x) => openParts(x, sections).length === 0), more = all.filter((x) => openParts(x, sections).length > 0);
  // few orders share a row with those that ask for more; one alone to march is none to choose
  const brief = [...plain.filter((x) => x.name.length < 18), ...(plain.length < 3 ? more : [])].slice(0, plain.length < 3 ? 3 : 5);
  const first = brief.length === 1 && brief[0]!.code === 'march' ? [] : brief, later = [...plain, ...more].filter((x) => !brief.includes(x));
  const press = (x: Action) => tries(x, () => (openParts(x, sections).length > 0 ? ask(asks === x ? null : x) : act(store, a.name, x)));
  const named = (x: Action) => `${x.name}${openParts(x, sections).length > 0 ? ' …' : ''}`;
  return (
    <>
      {first.length > 0 && <div>
        <h3 class="gap">{say(lang, 'order')}</h3>
        <div class="seg orders" role="group" aria-label={say(lang, 'order')}>{first.map((x, i) => (
          <button key={i} type="button" aria-pressed={given(x)} aria-disabled={!!why(x)} title={why(x)} onClick={() => press(x)}>
            <Icon of={x.code} /><span>{named(x)}</span>{openParts(x, sections).length === 0 && letterOf(x, sections) && <kbd>{letterOf(x, sections)}</kbd>}</button>
        ))}</div>
      </div>}
      {later.length > 0 && <div class="row more">{later.map((x, i) => (
        <button key={i} type="button" class="btn" aria-pressed={given(x)} aria-disabled={!!why(x)} title={why(x)} onClick={() => press(x)}>
          {hasIcon(x.code) && <Icon of={x.code} />}{named(x)}</button>
      ))}</div>}
      {asks && <Asks key={all.indexOf(asks)} store={store} a={a} action={asks} row={row} done={() => ask(null)} />}
    </>
  );
}

// Asks is the small form for an action that needs more: how many, into which army, where.
function Asks({ store, a, action, row, done }: { store: Store; a: DeskArmy; action: Action; row: Row | undefined; done: () => void }) {
  const lang = store.state.lang, sections = store.state.opened!.sections, form = formOf(sections, action.draft.letter, action.draft.form)!;
  const [values, set] = useState(() => unused(store.state, filled(action, sections, row), form, a.name));
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.scrollIntoView({ block: 'nearest' }), []);
  const open = openParts(action, sections), missing = open.some((i) => (values[i] ?? '').trim() === '');
  const put = () => {
    void change(store, (rows) => {
      const was = current(store, a, rows), v = [...values], i = partOf(form, 'path');
      if (i >= 0) v[i] = filled(action, sections, was)[i] ?? '';
      return changes(store, a, action, v, rows);
    });
    done();
  };
  const asked = form.parts.map((_, i) => i).filter((i) => open.includes(i) || (action.fields?.some((f) => f.part === i) && !isFlag(form.parts[i])));
  return (
    <div ref={host} class="asks" role="group" aria-label={action.name}>
      {asked.map((i) => <PartInput key={i} store={store} part={form.parts[i]!} field={action.fields?.find((f) => f.part === i)} value={values[i] ?? ''}
        set={(v) => set(values.map((x, k) => (k === i ? v : x)))} />)}
      <div class="row"><button type="button" class="btn p" disabled={missing} onClick={put}>{say(lang, 'done')}</button>
        <button type="button" class="btn" onClick={done}>{say(lang, 'close')}</button></div>
    </div>
  );
}

// Parts are what else the line says, such as its flag: by the limits that the desk gives.
function Parts({ store, a, row, now }: { store: Store; a: DeskArmy; row: Row; now: Action | undefined }) {
  const sections = store.state.opened!.sections, form = formOf(sections, row.letter, row.form);
  if (!form || !now) return null;
  // a sign such as the flag is the same for all orders, and is told with one of them
  const flag = form.parts.findIndex(isFlag);
  const told = (a.actions ?? []).filter((x) => x.draft.letter === row.letter).flatMap((x) => x.fields ?? []).find((f) => f.part === flag && f.choices);
  const fields = [...(told ? [told] : []), ...(now.fields ?? []).filter((f) => f.part !== flag)];
  return <>{fields.map((f) => {
    const p = form.parts[f.part];
    if (!p || f.part === wayPart(form)) return null; // clicks on the map make it
    const value = row.values?.[f.part] ?? '';
    if (f.choices && f.choices.length > 1 && f.choices.length <= 4) {
      return <div key={f.part} class="seg flag" role="group" aria-label={p.title || say(store.state.lang, 'order')}>{f.choices.map((o) => (
        <button key={o.value} type="button" aria-pressed={value === o.value} disabled={!!o.why} title={o.why?.text} onClick={() => void part(store, row, f.part, o.value)}>{o.name}</button>
      ))}</div>;
    }
    return <PartInput key={f.part} store={store} part={p} field={f} value={value} set={(v) => void part(store, row, f.part, v)} />;
  })}</>;
}

// besides are an army's other orders, behind its march: those that go with one, and those of another section.
const besides = (store: Store, a: DeskArmy, row: Row | undefined): [Action, Row][] => ordersOf(store.state.rows, a.name).flatMap((r): [Action, Row][] => {
  const x = r === row ? undefined : doing(a.actions, r, store.state.opened!.sections);
  return x && (x.with || row && wayOf(row, store.state.opened!.sections) && r.letter !== row.letter) ? [[x, r]] : [];
});

function Sentence({ store, a, row, now, way, no }: { store: Store; a: DeskArmy; row: Row | undefined; now: Action | undefined; way: Way; no: string }) {
  const lang = store.state.lang, weeks = store.state.opened?.desk?.weeks ?? 0;
  useStore(store, (s) => s.checked); useStore(store, (s) => s.checkedOf);
  const end = way.steps.at(-1), tried = way.tries[0], at = tried?.at ?? end?.at ?? a.at;
  const foes = others(store.state).filter((f) => f.at === at && (tried || end));
  const faults = faultsOf(store.state, row);
  const all = [...way.steps, ...way.tries], walked = all.filter((s, i) => s.at !== (i === 0 ? a.at : all[i - 1]!.at));
  const names = walked.map((s) => nameOf(store, s.at)).join(' → ');
  const { sections } = store.state.opened!, beside = besides(store, a, row).map(([x, r]) => does(x, r, sections));
  const goal = goalOf(row, a.actions, sections);
  const after = [now && !(now.code === 'march' && (walked.length > 0 || goal)) ? does(now, row, sections) : '', ...beside].filter(Boolean);
  const told = now?.code === 'march' || paths(a, sections) ? '' : carried(store.state, a);
  const met = weeks <= 1 && row && !told ? [carried(store.state, a)] : []; // with weeks the receipt lists the way
  const doubts = [...met, ...[...way.steps, ...way.tries.slice(0, 1)].flatMap((s) => s.says ?? []).map((s) => s.text)];
  const text = told || (!row ? (stays(store, a) ? say(lang, 'stays-in', { at: nameOf(store, a.at) }) : a.idle || say(lang, 'no-order'))
    : [walked.length > 0 ? say(lang, weeks > 1 ? 'goes' : 'moves', { n: all.length, way: names }) : goal ? say(lang, 'goes-to', { at: nameOf(store, goal) }) : say(lang, 'stays-in', { at: nameOf(store, a.at) }),
      after.length > 0 ? (walked.length > 0 ? say(lang, 'then', { what: after.join(', ') }) : `${after.join(', ')}.`) : '',
      end && !tried && a.points ? say(lang, 'left-of', { left: end.left, all: a.points }) : ''].filter(Boolean).join(' '));
  const bad = faults.some((p) => p.severity === 'error');
  return (
    <div class={bad ? 'say bad' : no || foes.length > 0 || faults.length > 0 || way.stops ? 'say w' : 'say'} role="status">
      {no ? <b>{no}</b> : text}
      {foes.length > 0 && <> <b>{say(lang, 'seen-there', { who: foes.map((f) => `${f.unknown ? say(lang, 'unknown-army') : [realmName(store, f.realm), f.name].filter(Boolean).join(' ')}${f.men ? ` (${number(lang, f.men)})` : ''}`).join(', ') })}</b></>}
      {[way.stops, ...new Set([...doubts, ...faults.map((p) => p.text)])].filter(Boolean).length > 0 && <ul>{[way.stops, ...new Set([...doubts, ...faults.map((p) => p.text)])].filter(Boolean).slice(0, 6).map((t, i) => <li key={i}>{t}</li>)}</ul>}
    </div>
  );
}

export const realmName = (store: Store, n: number | undefined) => (n ? store.state.opened?.realms.find((r) => r.number === n)?.name ?? String(n) : '');

export function ArmyList({ store }: { store: Store }) {
  const { lang, opened, rows } = useLaid(store, 'lang', 'opened', 'rows', 'made');
  useStore(store, staying);
  const all = commandable(store.state), free = new Set(idle(store.state).map((a) => a.name)), crests = opened.chart?.crests;
  const list = [...all].sort((x, y) => Number(free.has(y.name)) - Number(free.has(x.name)));
  const points = all.some((a) => a.points !== undefined), size = sized(store.state), sizes = all.some((a) => size(a));
  return (
    <Panel lang={lang} title={say(lang, 'your-armies')} sub={say(lang, 'of-idle', { n: free.size, all: all.length })} close={() => shut(store)} flush>
      <table class="t"><thead><tr><th>{say(lang, 'name')}</th>{sizes && <th>{sizeName(store.state) || say(lang, 'men')}</th>}{points && <th>{say(lang, 'pts')}</th>}<th>{say(lang, 'order')}</th></tr></thead>
        <tbody>{list.map((a) => {
          const r = current(store, a, rows), way = wayOf(r, opened.sections), x = doing(a.actions, r, opened.sections), goal = goalOf(r, a.actions, opened.sections);
          return <tr key={a.name} class={free.has(a.name) ? 'has pick' : 'pick'} onClick={() => pick(store, a.name)}>
            <td><button type="button" class="nm" onClick={(e) => { e.stopPropagation(); pick(store, a.name); }}><CounterSign counter={{ realm: opened.realm, arm: a.arm, weight: a.weight }} crests={crests} />
              <span>{a.name}<small>{nameOf(store, a.at)}</small></span></button></td>
            {sizes && <td>{size(a) ? number(lang, size(a)!) : ''}</td>}{points && <td>{a.points ?? ''}</td>}
            <td>{r ? <><b>{(x && !goal && letterOf(x, opened.sections)) || x?.name || '✓'}</b> <small class="in">{way ? say(lang, (opened.desk?.weeks ?? 0) > 1 ? 'n-weeks' : 'n-steps', { n: way.length }) : goal || a.to ? nameOf(store, goal || a.to) : x?.code === 'embark' ? '' : say(lang, 'stay')}{besides(store, a, r).map(([y, o]) => <> · {does(y, o, opened.sections)}</>)}</small></> : free.has(a.name) ? <b class="warnt">{say(lang, 'none')}</b> : stays(store, a) && say(lang, 'stay')}</td>
          </tr>;
        })}</tbody></table>
    </Panel>
  );
}
export { kindOf };
