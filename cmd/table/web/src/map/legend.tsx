// What the map's colours, patterns and signs mean: of what occurs on it.
import { useEffect, useRef } from 'preact/hooks';
import type { Lang } from '../data';
import { faded, recent } from './colours';
import { Board as BoardOf, type Board, type Cell } from './geometry';
import { paint, type Look } from './paint';
import { t } from './words';

// Sample draws one field as the map does.
function Sample({ board, cell, look }: { board: Board; cell: Partial<Cell>; look: Look }) {
  const at = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const c = at.current!.getContext('2d')!, ratio = Math.min(3, devicePixelRatio || 1);
    at.current!.width = 36 * ratio;
    at.current!.height = 40 * ratio;
    c.setTransform(ratio, 0, 0, ratio, 18 * ratio, 20 * ratio);
    const one: Cell = { h: 0, y: 0, label: '', t: -1, ...cell };
    const alone = new BoardOf({ ...board.chart, cells: [one] });
    paint(c, alone, alone.cells, 0.95, look, {});
  });
  return <canvas ref={at} class="map-sample" aria-hidden="true" />;
}

const look: Look = { dark: false, land: false, labels: false, armies: true };

export function Legend({ board, lang }: { board: Board; lang: Lang }) {
  const { chart, cells } = board;
  const some = (is: (c: Cell) => unknown) => cells.some((c) => !!is(c));
  const plain = chart.terrains.findIndex((_, i) => cells.some((c) => c.t === i));
  const rows: [key: string, text: string, cell: Partial<Cell>, look?: Partial<Look>][] = [];
  chart.terrains.forEach((g, i) => rows.push(['t' + i, `${g.code} ${g.name}`, { t: i }]));
  for (const r of chart.realms ?? []) {
    rows.push(['r' + r.sign, `${r.sign} ${r.name}`, { t: plain, owner: Number(r.sign) }, { land: true }]);
  }
  for (const s of chart.signs ?? []) rows.push(['s' + s.sign, s.name, { t: plain, sign: s.sign }]);
  const add = (occurs: boolean, text: string, cell: Partial<Cell>) => {
    if (occurs) rows.push([text, text, { t: plain, ...cell }]);
  };
  add(some((c) => c.own), t(lang, 'legend-own'), { own: true });
  add(some((c) => c.others), t(lang, 'legend-others'), { others: true });
  for (const [kind, key] of [['rivers', 'river'], ['roads', 'road'], ['bridges', 'bridge'], ['walls', 'wall']] as const) {
    add(some((c) => c[kind]), t(lang, key), { [kind]: 0b010010 });
  }
  add(some((c) => faded(c.age) === 1), t(lang, 'recent', { n: recent }), { age: 1 });
  add(some((c) => faded(c.age) === 2), t(lang, 'long', { n: recent }), { age: recent + 1 });
  add(some((c) => faded(c.age) === 3), t(lang, 'only'), { age: -1 });
  add(some((c) => c.told), t(lang, 'hatched'), { told: '?' });
  return <details class="map-legend">
    <summary>{t(lang, 'legend')}</summary>
    <ul>{rows.map(([key, text, cell, looks]) => <li key={key}>
      <Sample board={board} cell={cell} look={{ ...look, ...looks }} /> {text}</li>)}
    </ul>
  </details>;
}

// Swatch is a piece of a colour with its meaning.
export function Swatch({ colour, text }: { colour: string; text: string }) {
  return <span class="map-swatch"><span style={{ background: colour }} aria-hidden="true" />{text}</span>;
}

