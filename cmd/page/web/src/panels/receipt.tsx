// What the receipt will say of the orders, what changes, and the ways to send them.
import { Out } from '../inout/out';
import { Changes } from '../orders/drafts';
import { Receipt as Told } from '../orders/receipt';
import { shut } from '../desk/nav';
import { textOf, useParts, useStore } from '../state';
import type { Store } from '../state';
import { say } from '../words';

export function Receipt({ store }: { store: Store }) {
  const { lang, checked, checkedOf: of } = useParts(store, 'lang', 'checked', 'checkedOf');
  const text = useStore(store, () => textOf(store));
  return (
    <section class="sheet" aria-label={say(lang, 'receipt')}>
      <button type="button" class="x away" aria-label={say(lang, 'close')} onClick={() => shut(store)}>×</button>
      <div class="page plain">
        <h2 class="lead small">{say(lang, 'receipt')}</h2>
        <div class="two">
          <div><div class="box"><Told store={store} checked={checked} busy={of !== text} goTo={(line) => store.set({ drawer: true, line, view: 'map' })} /></div>
            <div class="box"><Changes store={store} text={text} /></div></div>
          <div class="box"><Out store={store} bad={checked?.bad ?? 0} refused={checked?.refused ?? ''} /></div>
        </div>
      </div>
    </section>
  );
}
