// Sheets for what is seldom wanted.
import { Allies } from '../allies/allies';
import { armiesOf } from '../desk/armies';
import { shut } from '../desk/nav';
import { Files } from '../inout/files';
import { useParts } from '../state';
import type { Store } from '../state';
import { Opening } from './opening';
import { Start } from './start';
import { say } from '../words';
import { Years } from '../years/years';

export function Other({ store, view }: { store: Store; view: string }) {
  const { lang, opened, table } = useParts(store, 'lang', 'opened', 'table');
  if (view === 'files' && !table) return <Opening store={store} />;
  return (
    <section class="sheet" aria-label={say(lang, view === 'table' ? 'table-view' : view === 'start' ? 'new-game' : view as 'files')}>
      {opened && <button type="button" class="x away" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>}
      <div class="page plain">
        {view === 'files' && <><h2 class="lead">{say(lang, 'files')}</h2><Files store={store} /></>}
        {view === 'start' && <><h2 class="lead">{say(lang, 'new-game')}</h2><div class="files"><Start store={store} /></div></>}
        {view === 'allies' && <><h2 class="lead">{say(lang, 'allies')}</h2><Allies store={store} /></>}
        {view === 'years' && <><h2 class="lead">{say(lang, 'years')}</h2><Years store={store} /></>}
        {view === 'table' && <Cells store={store} />}
      </div>
    </section>
  );
}

// Cells is the map as a table, for who does not see it.
function Cells({ store }: { store: Store }) {
  const lang = store.state.lang, { opened, table } = store.state, chart = opened?.chart;
  if (!chart) return null;
  const name = (n: number | undefined) => (n ? opened!.realms.find((r) => r.number === n)?.name ?? String(n) : '');
  const armies = [...armiesOf(store.state).map((a) => ({ at: a.at, name: a.name })), ...(table?.facts.armies ?? []).filter((a) => a.unknown || a.realm !== opened!.realm).map((a) => ({ at: a.at, name: a.unknown ? say(lang, 'unknown-army') : `${name(a.realm)} ${a.name}` }))];
  return (
    <><h2 class="lead">{say(lang, 'table-view')}</h2>
      <div class="box"><table class="t"><thead><tr><th>{say(lang, 'at')}</th><th>{say(lang, 'terrain')}</th><th>{say(lang, 'owner')}</th><th>{say(lang, 'what')}</th><th>{say(lang, 'army')}</th></tr></thead>
        <tbody>{chart.cells.map((c) => <tr key={c.label}><td>{c.label}</td><td>{chart.terrains[c.t]?.name}</td><td>{name(c.owner)}</td>
          <td>{[chart.signs?.find((s) => s.sign === c.sign)?.name ?? c.sign, c.name].filter(Boolean).join(' ')}</td><td>{armies.filter((a) => a.at === c.label).map((a) => a.name).join(', ')}</td></tr>)}</tbody></table></div></>
  );
}
