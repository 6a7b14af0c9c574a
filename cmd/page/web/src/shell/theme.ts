// Light or dark: as the device has it, until the reader says otherwise.
import { remember, remembered } from './remember';

export type Theme = 'auto' | 'light' | 'dark';

// theme gives what is chosen, and puts it on the page.
export function theme(choose?: Theme): Theme {
  if (choose) remember('theme', choose);
  const chosen = choose ?? remembered('theme'), now: Theme = chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
  document.documentElement.style.colorScheme = now === 'auto' ? 'light dark' : now;
  document.documentElement.dataset.theme = now;
  return now;
}
