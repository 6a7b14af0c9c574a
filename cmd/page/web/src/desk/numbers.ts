// Numbers and times as the page writes them, and what is left in the purse by the engine's ledger.
import type { Amount, Checked, Lang } from '../data';
import type { State } from '../state';
import { say } from '../words';

const locale = (lang: Lang) => (lang === 'de' ? 'de-DE' : 'en-GB');

export const number = (lang: Lang, n: number) => n.toLocaleString(locale(lang));

// amounts are prices in words.
export const amounts = (lang: Lang, list: readonly Amount[] | undefined, named = true) =>
  (list ?? []).map((a) => (named && (list!.length > 1 || a.code !== 'gold') ? `${number(lang, a.amount)} ${a.name}` : number(lang, a.amount))).join(' + ');

export interface Purse { code: string; name: string; all: number; left: number; spent: { line: number; amount: number }[]; other: { kind: string; amount: number; text: string }[] }

// purse is what can be spent of each thing, with what comes in before, and what the orders leave of it.
export function purse({ opened, checked }: Pick<State, 'opened' | 'checked'>): Purse[] {
  return (opened?.desk?.purse ?? []).map((p) => {
    const own = (checked?.ledger ?? []).filter((e) => e.code === p.code);
    const spent = own.filter((e) => e.kind === 'order' && e.amount < 0).map((e) => ({ line: e.line ?? 0, amount: -e.amount }));
    const last = own.filter((e) => e.kind === 'left').at(-1);
    return {
      code: p.code, name: p.name, all: p.amount,
      left: last?.amount ?? p.amount - spent.reduce((n, e) => n + e.amount, 0), spent,
      other: own.filter((e) => e.kind === 'upkeep' || e.kind === 'income').map((e) => ({ kind: e.kind, amount: e.amount, text: e.text ?? '' })),
    };
  });
}

// flaws are how many lines are wrong, how many warnings there are, and the first line of those, or else of these; 0: none.
export function flaws(checked: Checked | null): { bad: number; notes: number; line: number } {
  const list = checked?.problems ?? [], notes = list.filter((p) => p.severity === 'warning'), lines = list.filter((p) => p.line > 0);
  return { bad: checked?.bad ?? 0, notes: notes.length, line: (lines.find((p) => p.severity === 'error') ?? lines[0])?.line ?? 0 };
}

// flawed says how many lines there are, and what is wrong with them.
export function flawed(lang: Lang, n: number, checked: Checked | null): string {
  const { bad, notes } = flaws(checked);
  return [say(lang, 'n-lines', { n }), bad > 0 ? say(lang, 'n-wrong', { n: bad }) : '', notes > 0 ? say(lang, 'n-notes', { n: notes }) : '',
    bad + notes === 0 ? say(lang, 'all-good') : ''].filter(Boolean).join(' · ');
}

// left is the time until a deadline: two units at most.
export function left(lang: Lang, deadline: string): string {
  let m = Math.floor((Date.parse(deadline) - Date.now()) / 60_000);
  if (!(m > 0)) return lang === 'de' ? 'vorbei' : 'over';
  const d = Math.floor(m / 1440), h = Math.floor((m % 1440) / 60);
  m %= 60;
  const day = lang === 'de' ? 'T' : 'd', hour = 'h';
  return d > 0 ? `${d} ${day} ${h} ${hour}` : h > 0 ? `${h} ${hour} ${m} min` : `${m} min`;
}

// spell is a deadline in short.
export const spell = (lang: Lang, deadline: string) => new Intl.DateTimeFormat(locale(lang), { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }).format(new Date(deadline));
