// What this browser remembers of how the page is to be. A page from a file may not be let.
export const remembered = (what: string): string | null => { try { return localStorage.getItem(`weltentor.${what}`); } catch { return null; } };
export const remember = (what: string, value: string) => { try { localStorage.setItem(`weltentor.${what}`, value); } catch { /* it is not remembered */ } };
