// What is out of the way: language, colours, and the doors to files, allies, years, the table of the map.
import { useState } from 'preact/hooks';
import type { Lang } from '../data';
import { go, shut } from '../desk/nav';
import type { View } from '../desk/nav';
import { faultText } from '../faults';
import { theme } from '../shell/theme';
import type { Theme } from '../shell/theme';
import { useParts } from '../state';
import type { Store } from '../state';
import { reword } from '../inout/reword';
import { eventful } from '../weeks/steps';
import { say } from '../words';
import { Panel } from './panel';

export function More({ store }: { store: Store }) {
  const { lang, opened, table, practice } = useParts(store, 'lang', 'opened', 'table', 'practice');
  const speak = async (to: Lang) => {
    store.set({ lang: to, said: null });
    if (!store.state.table) return;
    try {
      const o = await store.engine.speak(to);
      if (store.state.lang === to) { store.set({ opened: o }); await reword(store); }
    } catch (e) {
      store.say(faultText(to, e), true);
    }
  };
  const doors: [View, string][] = [...(practice && !practice.served ? [['start', 'new-game'] as [View, string]] : []), ['forms', 'forms'], ['build', 'build'], ['replay', 'replay'], ['help', 'help'], ['table', 'table-view'], ['years', 'years'], ['allies', 'allies'], ['files', 'files'], ['proof', 'proof']];
  return (
    <Panel lang={lang} title={say(lang, 'menu')} sub={opened && table && `${opened.game} · ${table.world}`} close={() => shut(store)} class="menu">
      <label>{say(lang, 'language')}<select value={lang} onChange={(e) => void speak(e.currentTarget.value as Lang)}>
        <option value="de" lang="de">Deutsch</option><option value="en" lang="en">English</option></select></label>
      <label>{say(lang, 'theme')}<Colours lang={lang} /></label>
      <div class="list">
        <button type="button" onClick={() => store.set({ finding: true })}>{say(lang, 'find')}</button>
        {doors.filter(([v]) => (v === 'replay' ? [...store.state.past, table].some((t) => t && eventful(t.facts)) : v === 'proof' ? store.state.proof : opened || v === 'files')).map(([v, w]) => <button key={v} type="button" class={v === 'build' || v === 'replay' ? 'phone-only' : ''} onClick={() => go(store, v)}>{say(lang, w as 'help')}</button>)}
        {opened && <button type="button" onClick={() => print()}>{say(lang, 'print')}</button>}
      </div>
    </Panel>
  );
}

// Colours chooses light or dark.
export function Colours({ lang, ...more }: { lang: Lang; class?: string; 'aria-label'?: string }) {
  const [now, set] = useState<Theme>(() => theme());
  return <select {...more} value={now} onChange={(e) => set(theme(e.currentTarget.value as Theme))}>
    {(['auto', 'light', 'dark'] as const).map((t) => <option key={t} value={t}>{say(lang, `theme-${t}`)}</option>)}</select>;
}
