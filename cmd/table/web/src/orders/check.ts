// Asking the engine what the receipt will say: some time after the last change, one question at a time, and only
// the newest answer counts.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Checked, Section } from '../data';
import type { Engine } from '../engine';
import { useStore } from '../state';
import type { Store } from '../state';

export interface Answer { of: string; checked: Checked | null; fault: unknown; busy: boolean }

// useChecked judges a text; null: none is asked about.
export function useChecked(store: Store, text: string | null, wait = 150): Answer {
  const opened = useStore(store, (s) => s.opened);
  const [answer, set] = useState<Answer>({ of: '', checked: null, fault: null, busy: false });
  const wanted = useRef<string | null>(null);
  const asking = useRef(false);
  const alive = useRef(true);
  useEffect(() => () => { alive.current = false; }, []);
  useEffect(() => {
    wanted.current = text;
    if (text === null || !opened) return;
    set((a) => ({ ...a, busy: true }));
    const ask = async () => {
      if (asking.current || wanted.current === null) return;
      asking.current = true;
      const of: string = wanted.current;
      let now: Answer;
      try {
        now = { of, checked: await store.engine.check(of), fault: null, busy: false };
      } catch (fault) {
        now = { of, checked: null, fault, busy: false };
      }
      asking.current = false;
      if (!alive.current) return;
      if (wanted.current === of) set(now); else void ask();
    };
    const timer = setTimeout(() => void ask(), wait);
    return () => clearTimeout(timer);
  }, [store, text, opened]);
  return answer;
}

const asked = new WeakMap<Engine, Map<string, Promise<Section[]>>>();
const none: Section[] = [];

// useOther gives the sections in the other language: lines may be in it, too.
export function useOther(store: Store): Section[] {
  const lang = useStore(store, (s) => (s.lang === 'de' ? 'en' : 'de'));
  const [sections, set] = useState(none);
  useEffect(() => {
    let alive = true;
    const of = asked.get(store.engine) ?? new Map<string, Promise<Section[]>>();
    asked.set(store.engine, of);
    const answer = of.get(lang) ?? store.engine.sections(lang);
    of.set(lang, answer);
    answer.then((s) => { if (alive) set(s); }, () => { of.delete(lang); });
    return () => { alive = false; };
  }, [store, lang]);
  return sections;
}
