// Marks are what a painter says is to be drawn: as SVG, or later on canvas. Looks are classes of paint.css alone, and
// texts are text: nothing a player wrote becomes markup.

export type Mark =
  | { is: 'path'; look: string; d: string; at?: [number, number] }
  | { is: 'sign'; sign: string; x: number; y: number; size: number } // a sign of signs.ts, its foot at x, y
  | { is: 'text'; look: string; x: number; y: number; text: string }
  | { is: 'group'; look?: string; realm?: number; clip?: string; at?: [number, number]; size?: number; id?: string; of: Mark[] };

export const path = (look: string, d: string, at?: [number, number]): Mark => ({ is: 'path', look, d, at });
export const text = (look: string, x: number, y: number, t: string): Mark => ({ is: 'text', look, x, y, text: t });
export const group = (of: Mark[], rest: Omit<Extract<Mark, { is: 'group' }>, 'is' | 'of'> = {}): Mark => ({ is: 'group', of, ...rest });
export const sign = (name: string, x: number, y: number, size = 1): Mark => ({ is: 'sign', sign: name, x, y, size });
