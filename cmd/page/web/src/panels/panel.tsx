// A panel over the map; on a phone it is a sheet at the bottom that peeks, or is half, until it is full.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Lang, Said } from '../data';
import { useNarrow } from '../shell/media';
import { say } from '../words';

export function Panel({ lang, label, title, sub, sign, close, wide, flush, tools, foot, children, class: more = '', peeks, halves }: {
  lang: Lang; label?: string; title: string; sub?: ComponentChildren; sign?: ComponentChildren; close?: () => void; wide?: boolean; flush?: boolean;
  tools?: ComponentChildren; foot?: ComponentChildren; children: ComponentChildren; class?: string; peeks?: boolean; halves?: boolean;
}) {
  const [full, set] = useState(false), from = useRef<number | null>(null), dragged = useRef(false);
  // more lies below what is seen of the body: its end fades
  const body = useRef<HTMLDivElement>(null), [below, tell] = useState(false);
  const see = () => { const b = body.current; if (b) tell(b.scrollTop + b.clientHeight < b.scrollHeight - 8); };
  useEffect(() => {
    const size = new ResizeObserver(see), inside = new MutationObserver(see);
    size.observe(body.current!);
    inside.observe(body.current!, { childList: true, subtree: true, characterData: true, attributeFilter: ['open'] });
    return () => { size.disconnect(); inside.disconnect(); };
  }, []);
  useEffect(() => { body.current!.scrollTop = 0; }, [title]); // what is shown next is shown from its beginning
  // a finger that moves this far drags the sheet, once
  const drag = (e: PointerEvent) => {
    const d = from.current === null ? 0 : e.clientY - from.current;
    if (Math.abs(d) < 24) return;
    from.current = null;
    dragged.current = true;
    if (d > 0 && !full && close) close(); else set(d < 0);
  };
  const end = () => { from.current = null; };
  const held = !useNarrow() ? {} : { onPointerDown: (e: PointerEvent) => { from.current = e.clientY; dragged.current = false; }, onPointerMove: drag, onPointerUp: end, onPointerCancel: end };
  return (
    <aside class={`panel${wide ? ' wide' : ''} ${full ? 'full' : peeks ? 'peek' : halves ? 'half' : ''} ${more}`} aria-label={label ?? title}>
      <button type="button" class="grip" aria-label={say(lang, full ? 'less' : 'full')} onClick={(e) => { if (!dragged.current || e.detail === 0) set(!full); }} {...held} />
      <header {...held}>{sign}<h2>{title}{sub && <small>{sub}</small>}</h2>{tools}
        {close && <button type="button" class="x" aria-label={say(lang, 'close')} onClick={close}>×</button>}</header>
      <div ref={body} class={`body${flush ? ' flush' : ''}${below ? ' below' : ''}`} tabIndex={-1} onScroll={see}>{children}</div>
      {foot}
    </aside>
  );
}

// NotHere is what cannot be done, folded: how many, the commonest reason, and then each with its own.
export function NotHere({ lang, of }: { lang: Lang; of: { name: string; why: Said }[] }) {
  const by = new Map<string, typeof of>();
  for (const x of of) by.set(x.why.code, [...(by.get(x.why.code) ?? []), x]);
  const [first, ...more] = [...by.values()].sort((a, b) => b.length - a.length);
  if (!first) return null;
  return <details class="no"><summary>{say(lang, more.length > 0 ? 'not-here-more' : 'not-here', { n: of.length, why: first[0]!.why.text, more: more.length })}</summary>
    {[first, ...more].flat().map((x) => <p key={x.name}><b>{x.name}</b> {x.why.text}</p>)}</details>;
}
