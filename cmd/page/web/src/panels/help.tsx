// Help: how one wins, where the rules are, what the signs mean, each key that counts, and the switch for single letters.
import { useState } from 'preact/hooks';
import type { Opened } from '../data';
import { setSingle, single } from '../desk/keys';
import { shut } from '../desk/nav';
import { CounterSign } from '../icons';
import { linkable, link } from '../inout/send';
import { useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { Panel } from './panel';

const list = [[['N'], 'key-next'], [['1', '–', '6', '0'], 'key-steps'], [['⌫'], 'key-back'], [['V', 'A', 'P', '…'], 'key-order'], [['+', '−'], 'key-flag'], [['H'], 'key-hold'], [['G'], 'key-same'], [['R'], 'key-again'],
  [['/'], 'key-find'], [['T'], 'key-text'], [['Ctrl Z', 'Ctrl Y'], 'key-undo'], [['←', '↑', '→', '↓'], 'key-arrows'], [['M', 'U', 'B', 'D', 'W'], 'key-views'], [['*', '_', '.'], 'key-zoom'], [['←', '→', '␣'], 'key-replay'], [['Esc'], 'key-esc'], [['?'], 'key-help']] as const;

// Rules says how the rules of the game come by mail. Data without an address know no way.
export function Rules({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), address = useStore(store, (s) => s.table?.address ?? ''), word = lang === 'de' ? 'REGELN' : 'RULES';
  if (address === '') return null;
  return <p class="dim rules" lang={lang}>{say(lang, 'rules', { address, word })}{linkable(address) && <> <a class="link" href={link(address, word)}>{say(lang, 'rules-mail')}</a></>}</p>;
}

// called is what the game calls an arm: its only kind of unit with that sign; undefined: it has several.
const called = ({ desk }: Opened, arm: string): string | undefined => {
  const names = new Set(Object.values(desk?.kinds ?? {}).filter((k) => k.arm === arm).map((k) => k.name));
  return names.size === 1 ? [...names][0] : undefined;
};

// Signs are those of the counters on the map.
function Signs({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang), opened = useStore(store, (s) => s.opened);
  const arms = [...new Set([...(opened?.desk?.armies ?? []), ...(opened?.desk?.units ?? [])].map((a) => a.arm))].filter((a): a is string => !!a).slice(0, 10);
  if (!opened || arms.length < 2) return null;
  return <div class="signs">{arms.map((arm) => <div key={arm}><CounterSign counter={{ realm: opened.realm, arm }} crests={opened.chart?.crests} />{called(opened, arm) ?? say(lang, arm as 'foot')}</div>)}</div>;
}

// gestures are what fingers do, on a device without a mouse.
const gestures = ['field', 'army', 'march', 'back', 'drag', 'pinch', 'grip'] as const;

export function Help({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const goal = useStore(store, (s) => s.opened?.goal), [on, set] = useState(single), touch = matchMedia('(pointer: coarse)').matches;
  const keys = <>
    <dl class="keys">{list.map(([ks, word]) => <div key={word} style={{ display: 'contents' }}><dt>{ks.map((k) => (k === '–' || k === '…' ? k : <kbd key={k}>{k}</kbd>))}</dt><dd>{say(lang, word)}</dd></div>)}</dl>
    <label class="row"><input type="checkbox" checked={on} onChange={(e) => { setSingle(e.currentTarget.checked); set(e.currentTarget.checked); }} /> {say(lang, 'help-single')}</label>
  </>;
  return (
    <Panel lang={lang} title={say(lang, touch ? 'help-touch' : 'help')} close={() => shut(store)}>
      {goal && <p class="goal">{goal}</p>}
      <Rules store={store} />
      <Signs store={store} />
      {touch && <dl class="gestures">{gestures.map((g) => <div key={g}><dt>{say(lang, `touch-${g}`)}</dt><dd>{say(lang, `does-${g}`)}</dd></div>)}</dl>}
      {touch ? <details><summary>{say(lang, 'keys')}</summary>{keys}</details> : keys}
    </Panel>
  );
}
