// What the receipt will say of the orders, what changes, and the ways to send them.
import { Out } from '../inout/out';
import { Sends, useSends } from '../inout/sends';
import { Changes } from '../orders/drafts';
import { Receipt as Told } from '../orders/receipt';
import { shut } from '../desk/nav';
import { textOf, useParts, useStore } from '../state';
import type { Store } from '../state';
import { say as ways } from '../inout/words';
import { say } from '../words';

export function Receipt({ store }: { store: Store }) {
  const { lang, checked, checkedOf: of, sending } = useParts(store, 'lang', 'checked', 'checkedOf', 'sending');
  const text = useStore(store, () => textOf(store)), sends = useSends(store), refused = checked?.refused ?? '';
  return (
    <section class="sheet" aria-label={say(lang, 'receipt')}>
      <button type="button" class="x away" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>
      <div class="page plain">
        <h2 class="lead small">{say(lang, 'receipt')}</h2>
        {sends && <div class="box"><Sends store={store} refused={refused} /></div>}
        <div class="two">
          <div><div class="box"><Told store={store} checked={checked} busy={of !== text} goTo={(line) => store.set({ drawer: true, line, view: 'map' })} /></div>
            <div class="box"><Changes store={store} text={text} /></div></div>
          {sends ? <details class="box" open={!sending?.door && !sending?.link}><summary>{ways(lang, 'sends-else')}</summary><Out store={store} /></details>
            : <div class="box"><Out store={store} bad={checked?.bad ?? 0} refused={refused} /></div>}
        </div>
      </div>
    </section>
  );
}
