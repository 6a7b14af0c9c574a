// The keys: each that counts, and the switch for single letters.
import { useState } from 'preact/hooks';
import { setSingle, single } from '../desk/keys';
import { shut } from '../desk/nav';
import { useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';
import { Panel } from './panel';

const list = [[['N'], 'key-next'], [['1', '–', '6', '0'], 'key-steps'], [['⌫'], 'key-back'], [['V', 'A', 'P', '…'], 'key-order'], [['+', '−'], 'key-flag'], [['H'], 'key-hold'], [['G'], 'key-same'], [['R'], 'key-again'],
  [['/'], 'key-find'], [['T'], 'key-text'], [['Ctrl Z', 'Ctrl Y'], 'key-undo'], [['←', '↑', '→', '↓'], 'key-arrows'], [['M', 'U', 'B', 'D', 'W', 'R'], 'key-views'], [['*', '_', '.'], 'key-zoom'], [['←', '→', '␣'], 'key-replay'], [['Esc'], 'key-esc'], [['?'], 'key-help']] as const;

export function Help({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const [on, set] = useState(single);
  return (
    <Panel lang={lang} title={say(lang, 'help')} close={() => shut(store)}>
      <dl class="keys">{list.map(([ks, word]) => <div key={word} style={{ display: 'contents' }}><dt>{ks.map((k) => (k === '–' || k === '…' ? k : <kbd key={k}>{k}</kbd>))}</dt><dd>{say(lang, word)}</dd></div>)}</dl>
      <label class="row"><input type="checkbox" checked={on} onChange={(e) => { setSingle(e.currentTarget.checked); set(e.currentTarget.checked); }} /> {say(lang, 'help-single')}</label>
    </Panel>
  );
}
