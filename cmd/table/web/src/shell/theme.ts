// Light or dark: as the device has it, until the reader says otherwise.
export type Theme = 'auto' | 'light' | 'dark';

const flag = 'weltentor.theme';

// theme gives what is chosen, and puts it on the page.
export function theme(choose?: Theme): Theme {
  let chosen: string | null = choose ?? null;
  try {
    if (choose) localStorage.setItem(flag, choose);
    chosen ??= localStorage.getItem(flag);
  } catch { /* nothing is remembered here */ }
  const now: Theme = chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
  document.documentElement.style.colorScheme = now === 'auto' ? 'light dark' : now;
  document.documentElement.dataset.theme = now;
  return now;
}
