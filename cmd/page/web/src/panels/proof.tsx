// A public file that is played again: whether it is true, and the game turn by turn.
import { useMemo, useState } from 'preact/hooks';
import { number } from '../desk/numbers';
import { faultText } from '../faults';
import { end, look } from '../inout/prove';
import type { ProvedScene as Scene } from '../data';
import type { Moment } from '../map';
import type { Board, Cell } from '../paint/hex';
import { useParts, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { Panel } from './panel';
import { PlayBar, usePlay } from './play';

// useScene is the scene that is shown, and none in other views.
export const useScene = (store: Store): Scene | null => useStore(store, (s) => (s.view === 'proof' ? s.drawn : null));

// momentOf is what stands on the map of a scene: of each realm's armies on a field one counter.
export function momentOf(scene: Scene, board: Board): Moment {
  const men = new Map<string, number>(), at = (field: number): Cell | undefined => board.by(scene.chart.cells[field]?.label);
  for (const a of scene.armies) men.set(`${a.field} ${a.realm}`, (men.get(`${a.field} ${a.realm}`) ?? 0) + a.men);
  const standing = [...men].flatMap(([key, n]) => {
    const [field, realm] = key.split(' ').map(Number) as [number, number], cell = at(field);
    return cell ? [{ at: cell.label, realm, arm: 'mixed', men: n, number: realm, rank: -n }] : [];
  });
  return { standing, trails: [], battles: [...new Set(scene.battles.map((b) => at(b.field)).filter((c): c is Cell => !!c))] };
}

export function Proof({ store }: { store: Store }) {
  const { lang, proof, scene: at, drawn: scene } = useParts(store, 'lang', 'proof', 'scene', 'drawn');
  const last = (proof?.scenes ?? 0) - 1, title = scene?.title?.[lang] ?? say(lang, 'start');
  const go = (n: number) => { store.set({ scene: n }); void look(store); };
  const run = usePlay(at, last, go, 600, scene?.turn === at && (at < last || !proof?.more));
  if (!proof) return null;
  const name = (n: number) => scene?.realms.find((r) => r.number === n)?.name ?? say(lang, 'nobody-else');
  return (
    <>
      <Panel lang={lang} title={say(lang, 'proof')} sub={proof.file} class="rp" close={() => end(store)}>
        {proof.more && <label class="proving">{say(lang, 'proving', { n: proof.turns })}<progress value={proof.read} max={1000} /></label>}
        <div role="status" id="verdict">
          {proof.more ? null : proof.false ? <p class="warn"><b>{say(lang, 'false')}</b> {proof.false[lang]}.</p>
            : <p><b>{say(lang, 'true')}</b> {say(lang, 'true-says', { n: proof.turns, realms: proof.realms })}</p>}
          {!proof.false && proof.notes?.map((n) => <p key={n.en}>{n[lang]}</p>)}
        </div>
        {proof.full && <p class="dim">{say(lang, 'unshown', { n: proof.scenes })}</p>}
        {!proof.more && !proof.false && <Compare store={store} />}
        {scene && <div class="box"><h3>{title}</h3><ul>
          {scene.battles.map((b, i) => <li key={i}>{say(lang, 'fought-at', { at: b.label, one: name(b.realms[0]), two: name(b.realms[1]) })}{b.fallen > 0 && ` ${say(lang, 'fell', { n: number(lang, b.fallen) })}`}</li>)}
          {scene.battles.length === 0 && <li>{say(lang, 'no-battles')}</li>}</ul></div>}
        {scene && <Owned store={store} scene={scene} />}
      </Panel>
      {last >= 0 && <PlayBar lang={lang} label={say(lang, 'turns')} plays={run.plays} toggle={run.toggle}>
        <label class="slide">{title}
          <input id="scene" type="range" min={0} max={last} value={at} onInput={(e) => { run.play(false); go(Number(e.currentTarget.value)); }} /></label>
      </PlayBar>}
    </>
  );
}

// Owned is how many fields each realm has.
function Owned({ store, scene }: { store: Store; scene: Scene }) {
  const lang = useStore(store, (s) => s.lang);
  const rows = useMemo(() => scene.realms.map((r) => ({ ...r, fields: scene.chart.cells.filter((c) => c.owner === r.number).length }))
    .sort((a, b) => b.fields - a.fields || a.number - b.number), [scene]);
  if (rows.every((r) => r.fields === 0)) return null; // in this game nobody owns fields
  return <div class="box"><table class="t"><thead><tr><th>{say(lang, 'realms')}</th><th class="n">{say(lang, 'fields-n')}</th></tr></thead>
    <tbody>{rows.map((r) => <tr key={r.number}><td>{r.number} {r.name}{r.fallen && ` (${say(lang, 'fallen')})`}</td><td class="n">{number(lang, r.fields)}</td></tr>)}</tbody></table></div>;
}

// Compare holds what a reader has from letters against the file: without that, it only does not contradict itself.
function Compare({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const [text, set] = useState(''), [says, saying] = useState<{ text: string; bad: boolean } | null>(null);
  const compare = async () => {
    try {
      const c = await store.engine.compare(text), l = store.state.lang;
      const what = say(l, c.realm ? 'of-receipt' : c.turn > 0 ? 'of-seal' : 'of-start', { turn: c.turn, realm: c.realm ?? 0, number: c.number ?? 0 });
      saying(c.false ? { text: `${say(l, 'false')} ${c.false[l]}.`, bad: true } : { text: c.notes?.[0]?.[l] ?? `${what}: ${say(l, c.taken ? 'compared-gone' : 'compared')}`, bad: false });
    } catch (e) {
      saying({ text: faultText(store.state.lang, e), bad: true });
    }
  };
  return (
    <form class="compare" onSubmit={(e) => { e.preventDefault(); void compare(); }}>
      <label>{say(lang, 'compare-how')}
        <textarea id="mine" rows={3} maxLength={200_000} spellcheck={false} value={text} onInput={(e) => { set(e.currentTarget.value); saying(null); }} /></label>
      <button type="submit" class="btn" disabled={text.trim() === ''}>{say(lang, 'compare')}</button>
      <p role="status" id="compared" class={says?.bad ? 'warn' : ''}>{says?.text}</p>
    </form>
  );
}
