// Marks are what a painter says is to be drawn: as SVG, or on canvas. Colours are names of the palette in
// symbols.json, or "owner", the realm's of the group; nothing a player wrote becomes markup.
import file from '../../../../../resolve/picture/symbols.json';

// Ink is how a path is drawn: opacity in percent, and how much of the line lies before it, for its dashes.
export interface Ink { fill?: string; stroke?: string; width?: number; dash?: number[]; from?: number; opacity?: number }
export interface Shape extends Ink { d: string }
interface Scatter { symbol: string; n: number; size: number; from: number }
interface Look {
  palette: { light: Record<string, string>; dark: Record<string, string> };
  symbols: Record<string, Shape[]>; grounds: Record<string, Scatter[]>; heights: Scatter[][];
  buildings: Record<string, Shape[]>; states: Record<string, Shape[]>; arms: Record<string, Shape[]>;
  counters: Record<string, string>; shapes: Record<string, string>; charges: Record<string, Shape[]>;
  patterns: Record<string, number[]>; edges: Record<string, Ink[]>;
}

// look is how everything on maps looks, alike for the page and the pictures that are mailed.
export const look = file as unknown as Look;

// of is an entry of it by a name that data say; undefined: it has none of that name.
export const of = <T>(list: Record<string, T>, name: string | undefined): T | undefined =>
  (name !== undefined && Object.hasOwn(list, name) ? list[name] : undefined);

// fogs are veils over what was seen in earlier turns, the older the denser: how strong the veil is, and how strong the
// lines on it.
export const fogs: Record<string, { veil: number; lines: number }> = {
  fog1: { veil: 0.2, lines: 0.14 }, fog2: { veil: 0.32, lines: 0.2 }, fog3: { veil: 0.42, lines: 0.26 },
};
export const between = 9; // lines of a fog

// pale is how much white is mixed into a realm's colour for its border in the dark, in percent.
export const pale = 52;

export type Mark =
  | ({ is: 'path' } & Shape)
  | { is: 'symbol'; from: 'symbols' | 'buildings' | 'states'; name: string; x: number; y: number; size: number }
  | { is: 'text'; look: string; x: number; y: number; text: string }
  | { is: 'group'; look?: string; realm?: number; clip?: string; at?: readonly [number, number]; size?: number; opacity?: number; id?: string; of: Mark[] };

export const path = (d: string, ink: Ink): Mark => ({ is: 'path', d, ...ink });
export const text = (style: string, x: number, y: number, t: string): Mark => ({ is: 'text', look: style, x, y, text: t });
export const group = (marks: Mark[], rest: Omit<Extract<Mark, { is: 'group' }>, 'is' | 'of'> = {}): Mark => ({ is: 'group', of: marks, ...rest });
export const symbol = (name: string, x: number, y: number, size = 1): Mark => ({ is: 'symbol', from: 'symbols', name, x, y, size });
export const shapes = (list: readonly Shape[]): Mark[] => list.map((s) => ({ is: 'path', ...s }));
