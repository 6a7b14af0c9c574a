// What kind of window the page is in, as its styles ask (phone.css).
import { useEffect, useState } from 'preact/hooks';

export const narrow = '(max-width: 760px)', low = `${narrow} and (max-height: 600px) and (min-width: 560px)`;
export const useNarrow = () => useMedia(narrow);

export function useMedia(query: string) {
  const [is, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const m = matchMedia(query), see = () => set(m.matches);
    m.addEventListener('change', see);
    return () => m.removeEventListener('change', see);
  }, []);
  return is;
}
