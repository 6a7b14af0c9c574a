// The views as tabs: one of them is in the order of the keyboard, and arrows go from one to the next.
import { Component } from 'preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Facts, Lang } from '../data';
import { useStore } from '../state';
import type { Store } from '../state';
import type { View } from '../views';
import { say } from './words';

const titleOf = (v: View, lang: Lang, facts: Facts | undefined) =>
  (typeof v.title === 'function' ? v.title(facts) : v.title)[lang === 'de' ? 0 : 1];

export function Tabs({ store, views }: { store: Store; views: View[] }) {
  const lang = useStore(store, (s) => s.lang);
  const view = useStore(store, (s) => s.view);
  const table = useStore(store, (s) => s.table);
  const list = useRef<HTMLDivElement>(null);
  const now = Math.max(0, views.findIndex((v) => v.name === view));
  const go = (n: number) => {
    const to = views[(n + views.length) % views.length]!;
    store.set({ view: to.name, said: null });
    list.current?.querySelector<HTMLElement>(`#tab-${to.name}`)?.focus();
  };
  const key = (e: KeyboardEvent) => {
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: views.length - 1 }[e.key];
    if (to === undefined || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    go(to);
  };
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.clientWidth) / 2;
  }, [view]);
  return (
    <nav aria-label={say(lang, 'views')}><div class="tabs" role="tablist" aria-label={say(lang, 'views')} ref={list}
      onKeyDown={key}>
      {views.map((v, i) => (
        <button key={v.name} id={`tab-${v.name}`} type="button" role="tab" aria-selected={i === now}
          aria-controls={i === now ? `panel-${v.name}` : undefined} tabIndex={i === now ? 0 : -1}
          onClick={() => store.set({ view: v.name, said: null })}>{titleOf(v, lang, table?.facts)}</button>
      ))}
    </div></nav>
  );
}

// Panels shows the chosen view; one that keeps what was done in it stays behind the others.
export function Panels({ store, views }: { store: Store; views: View[] }) {
  const lang = useStore(store, (s) => s.lang);
  const view = useStore(store, (s) => s.view);
  const now = views.some((v) => v.name === view) ? view : views[0]!.name;
  const [seen, see] = useState<string[]>([]);
  useEffect(() => { see((s) => (s.includes(now) ? s : [...s, now])); }, [now]);
  return (
    <main id="content" tabIndex={-1}>
      {views.filter((v) => v.name === now || v.keeps && seen.includes(v.name)).map((v) => (
        <section key={v.name} id={`panel-${v.name}`} role="tabpanel" aria-labelledby={`tab-${v.name}`}
          class={`panel panel-${v.name}`} hidden={v.name !== now} tabIndex={0}>
          <Fence lang={lang}><v.Show store={store} /></Fence>
        </section>
      ))}
    </main>
  );
}

// Fence holds a fault of one view off the others.
class Fence extends Component<{ lang: Lang; children: ComponentChildren }, { fault: string | null }> {
  override state = { fault: null as string | null };
  override componentDidCatch(e: unknown) {
    console.error(e);
    this.setState({ fault: e instanceof Error ? e.message : String(e) });
  }
  override render() {
    const { lang, children } = this.props;
    if (this.state.fault === null) return children;
    return (
      <div role="alert">
        <p>{say(lang, 'broken', { what: this.state.fault })}</p>
        <button type="button" onClick={() => this.setState({ fault: null })}>{say(lang, 'again')}</button>
      </div>
    );
  }
}
