// The bar that plays moments one after the other: weeks of a turn, or turns of a game.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Lang } from '../data';
import { say } from '../words';

// usePlay goes from one moment to the next while it plays, and ends at the last, if what comes then does not go on. ready: the
// present one can be seen.
export function usePlay(at: number, last: number, go: (n: number) => void, ms: number, ready: boolean, then: () => boolean = () => false) {
  const [plays, play] = useState(false);
  useEffect(() => {
    if (!plays || !ready) return;
    const t = setTimeout(() => { if (at < last) go(at + 1); else if (!then()) play(false); }, ms);
    return () => clearTimeout(t);
  }, [plays, at, last, ready]);
  return { plays, play, toggle: () => { if (!plays && at >= last) go(0); play(!plays); } };
}

export const PlayBar = ({ lang, label, plays, toggle, children }: { lang: Lang; label: string; plays: boolean; toggle: () => void; children: ComponentChildren }) => (
  <div class="tl" role="group" aria-label={label}>
    <button type="button" class="play" aria-label={say(lang, plays ? 'pause' : 'play')} onClick={toggle}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d={plays ? 'M6 4h4v16H6zM14 4h4v16h-4z' : 'M7 4 20 12 7 20z'} /></svg></button>
    {children}
  </div>
);
