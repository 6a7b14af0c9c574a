// Colours of the map. Realms differ in lightness, by a pattern, and by their number: never by colour alone.

export type RGB = readonly [number, number, number];

export function rgb(s: string): RGB {
  if (!/^#[0-9a-f]{6}$/i.test(s)) return [150, 150, 150];
  const n = parseInt(s.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

export const css = (c: RGB, alpha = 1) => (alpha === 1 ? `rgb(${c[0]},${c[1]},${c[2]})` :
  `rgba(${c[0]},${c[1]},${c[2]},${alpha})`);

// mix lays a colour over another, by a part of one.
export function mix(under: RGB, over: RGB, part: number): RGB {
  const one = (i: 0 | 1 | 2) => Math.trunc(under[i] * (1 - part) + over[i] * part);
  return [one(0), one(1), one(2)];
}

// own is the reader's colour; the others are distinguishable for most who see colours differently.
const own: RGB = [213, 0, 0];
const others: readonly RGB[] = [[0, 114, 178], [230, 159, 0], [204, 121, 167], [86, 180, 233], [0, 120, 90],
  [240, 228, 66], [110, 40, 140], [20, 20, 20], [140, 81, 10], [60, 60, 214], [120, 120, 120], [0, 90, 40]];

export function realmColour(number: number, reader: number | undefined): RGB {
  return number === reader ? own : others[(Math.max(1, number) - 1) % others.length]!;
}

// Pattern of a realm's land: the reader's is plain.
export const patterns = ['plain', 'rising', 'falling', 'level', 'upright', 'dots', 'crossed'] as const;
export type Pattern = (typeof patterns)[number];

export function realmPattern(number: number, reader: number | undefined): Pattern {
  return number === reader ? 'plain' : patterns[1 + ((Math.max(1, number) - 1) % (patterns.length - 1))]!;
}

// recent is how many turns back something counts as seen lately.
export const recent = 3;

// faded is how pale a field of an age is: 0 as it is, to 3 for one of which only the terrain is known.
export function faded(age: number | undefined): number {
  if (age === undefined || age === 0) return 0;
  return age < 0 ? 3 : age > recent ? 2 : 1;
}

// fade mixes a colour with the grey of the paper.
export function fade(c: RGB, steps: number, dark: boolean): RGB {
  return steps === 0 ? c : mix(dark ? [58, 60, 66] : [205, 205, 205], c, (20 - 4 * steps) / 20);
}

// against is black or white, whichever can be read on a colour.
export function against(c: RGB): string {
  return 299 * c[0] + 587 * c[1] + 114 * c[2] < 110 * 1000 ? '#fff' : '#000';
}

// markColours are those a player may mark a field with; each has a sign besides.
export const markColours: Record<string, { colour: string; sign: string }> = {
  red: { colour: '#d50000', sign: '●' }, orange: { colour: '#e69f00', sign: '▲' }, blue: { colour: '#0072b2', sign: '■' },
  green: { colour: '#00785a', sign: '◆' }, violet: { colour: '#6e288c', sign: '★' },
};
