// The first screen of a page without data: practice at once, or one's own game.
import { useEffect, useState } from 'preact/hooks';
import { practise, teach } from '../inout/practice';
import { useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';

const strengths = ['weak', 'middle', 'strong'] as const;

export function Start({ store }: { store: Store }) {
  const lang = useStore(store, (s) => s.lang);
  const lessons = useStore(store, (s) => s.lessons);
  const table = useStore(store, (s) => s.table);
  const [strength, set] = useState<string>('middle');
  const [busy, setBusy] = useState(false), [asked, ask] = useState(false), ready = lessons.length > 0;
  useEffect(() => { if (!table) void teach(store).then(() => ask(true)); }, [lang, table]);
  if (table || asked && !ready) return null;
  return (
    <section class="start">
      <h2>{say(lang, 'start-title')}</h2>
      <p>{say(lang, 'start-says')}</p>
      <div class="row">
        <button type="button" class="btn p" id="practise" disabled={busy || !ready} onClick={() => { setBusy(true); void practise(store, strength).finally(() => setBusy(false)); }}>{say(lang, ready ? 'start-play' : 'start-loads')}</button>
        <label>{say(lang, 'start-strength')} <select value={strength} onChange={(e) => set(e.currentTarget.value)}>
          {strengths.map((s) => <option key={s} value={s}>{say(lang, `start-${s}`)}</option>)}</select></label>
      </div>
      <p class="hint">{say(lang, 'start-local')}</p>
    </section>
  );
}
