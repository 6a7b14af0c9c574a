// MapCanvas: a map that is looked at, and on which fields are chosen, by mouse, finger or keys.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Chart, Lang } from '../data';
import { Board, type Cell } from './geometry';
import type { Arrow, Look, Overlay } from './paint';
import { withTold, type Told } from './recall';
import { Sheet, type Shown } from './sheet';
import { t } from './words';

export type { Arrow, Mark, Overlay, Stand } from './paint';
export type { Told } from './recall';

export interface MapProps {
  chart: Chart;
  lang: Lang;
  name?: string; // what a screen reader calls the map
  selected?: string | null; // a field's label
  onSelect?: (label: string) => void; // clicked, tapped, or reached by an arrow key
  onOpen?: (label: string) => void; // double-clicked, or Enter
  // a way that is being composed: labels in order, the first is where it begins. Fields that are clicked are added, with
  // the straight way to them; the last one, clicked again, is taken away.
  path?: string[];
  onPath?: (path: string[]) => void;
  describe?: (label: string) => string; // what is said of a field that is selected
  overlay?: Overlay;
  arrows?: Arrow[];
  rings?: string[]; // fields with a ring
  told?: readonly Told[]; // what allies tell, hatched
  land?: boolean; // tint land by owner
  labels?: boolean;
  armies?: boolean;
  home?: string | null; // where the key Home leads; else to the first field with an own army, or own land
  // a field to bring into the middle or, gently, only into sight; another n: again
  show?: { label: string; n: number; gently?: boolean };
}

// lookDark tells whether the canvas lies on dark paper.
function lookDark(canvas: HTMLElement): boolean {
  const [r = 255, g = 255, b = 255] = (getComputedStyle(canvas).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
  return 299 * r + 587 * g + 114 * b < 128000;
}

// homeOf is a field from which the reader counts himself at home.
function homeOf(board: Board): Cell | undefined {
  const first = (is: (c: Cell) => boolean) => board.cells.find(is), me = board.chart.realm;
  const origin = board.by('0/0'); // who counts fields counts them from his capital
  if (origin && origin.owner === me) return origin;
  return first((c) => c.owner === me && !!c.sign) ?? first((c) => c.owner === me && !!c.own) ??
    first((c) => c.owner === me) ?? first((c) => !!c.own) ?? board.cells[0];
}

// added is the way after a field was clicked.
export function added(board: Board, path: string[], to: Cell): string[] {
  const last = board.by(path[path.length - 1]);
  if (!last) return [...path, to.label];
  if (last === to) return path.slice(0, -1);
  const way = board.way(last, to);
  return way ? [...path, ...way.map((c) => c.label)] : [...path, to.label];
}

export function MapCanvas(props: MapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sheet = useRef<Sheet | null>(null);
  const [dark, setDark] = useState(false);
  const [said, say] = useState('');
  const column = useRef<{ cell: Cell; h: number } | null>(null);
  const { lang } = props;
  const board = useMemo(() => new Board(props.told?.length ? withTold(props.chart, props.told) : props.chart),
    [props.chart, props.told]);
  const selected = board.by(props.selected) ?? (props.path ? board.by(props.path[props.path.length - 1]) : undefined);
  const shown: Shown = useMemo(() => ({
    board, selected, overlay: props.overlay ?? {},
    look: { dark, land: props.land ?? false, labels: props.labels ?? true, armies: props.armies ?? true } satisfies Look,
    arrows: props.path && props.path.length > 0 ? [...(props.arrows ?? []), { path: props.path }] : props.arrows ?? [],
    rings: (props.rings ?? []).map((l) => board.by(l)).filter((c): c is Cell => !!c),
  }), [board, selected, props.overlay, props.arrows, props.path, props.rings, dark, props.land, props.labels,
    props.armies]);

  useEffect(() => {
    const el = canvas.current!, s = new Sheet(el, shown);
    sheet.current = s;
    const resize = () => { s.size(el.clientWidth, el.clientHeight, Math.min(3, window.devicePixelRatio || 1)); };
    const looks = () => setDark(lookDark(el));
    const watch = new ResizeObserver(resize), theme = new MutationObserver(looks);
    const system = matchMedia('(prefers-color-scheme: dark)');
    watch.observe(el);
    theme.observe(document.documentElement, { attributes: true });
    system.addEventListener('change', looks);
    looks();
    resize();
    return () => { watch.disconnect(); theme.disconnect(); system.removeEventListener('change', looks); s.close(); };
  }, []);
  useEffect(() => { sheet.current?.show(shown); }, [shown]);
  useEffect(() => { if (selected) sheet.current?.reveal(selected); }, [selected]);
  useEffect(() => {
    const c = board.by(props.show?.label);
    if (c) sheet.current?.reveal(c, !props.show?.gently);
  }, [props.show?.n, props.show?.label]);

  const choose = (c: Cell) => {
    say((props.describe?.(c.label) ?? `${c.label} ${board.chart.terrains[c.t]?.name ?? ''}`));
    props.onSelect?.(c.label);
  };
  const take = (c: Cell) => {
    const way = added(board, props.path ?? [], c);
    say(t(lang, 'way', { way: way.join(' ') }));
    props.onPath?.(way);
  };
  const go = (to: 'west' | 'east' | 'north' | 'south') => {
    const from = selected ?? homeOf(board);
    if (!from) return;
    const h = column.current?.cell === from ? column.current.h : from.h;
    const next = selected ? board.next(from, to, h) : from;
    if (!next) { say(t(lang, 'no-field')); return; }
    column.current = { cell: next, h: to === 'north' || to === 'south' ? h : next.h };
    choose(next);
  };
  const goHome = () => {
    const c = board.by(props.home) ?? homeOf(board);
    if (c) { choose(c); sheet.current?.reveal(c, true); }
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go('west'), ArrowRight: () => go('east'), ArrowUp: () => go('north'), ArrowDown: () => go('south'),
    '+': () => sheet.current?.by(1.4), '=': () => sheet.current?.by(1.4), '-': () => sheet.current?.by(1 / 1.4),
    '0': () => sheet.current?.fit(), Home: goHome,
    Enter: () => { if (selected) { if (props.onPath) take(selected); else props.onOpen?.(selected.label); } },
  };
  if (props.onPath) keys['Backspace'] = () => props.onPath!((props.path ?? []).slice(0, -1));
  const onKeyDown = (e: KeyboardEvent) => {
    const does = keys[e.key];
    if (!does || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    does();
  };
  const at = (e: MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return sheet.current?.field(e.clientX - box.left, e.clientY - box.top);
  };
  const onClick = (e: MouseEvent) => {
    const c = at(e);
    if (!c) return;
    if (props.onPath) take(c);
    choose(c);
  };
  const name = (props.name ?? t(lang, 'map')) + '. ' + t(lang, props.onPath ? 'map-keys-path' : 'map-keys');
  const button = (key: 'zoom-in' | 'zoom-out' | 'zoom-fit' | 'home', sign: string, does: () => void) =>
    <button type="button" aria-label={t(lang, key)} title={t(lang, key)} onClick={does}>{sign}</button>;
  return <div class="map-sheet">
    <canvas ref={canvas} class="map-canvas" tabIndex={0} role="application" aria-label={name} onKeyDown={onKeyDown}
      onClick={onClick} onDblClick={(e) => { const c = at(e); if (c && !props.onPath) props.onOpen?.(c.label); }} />
    <div class="map-buttons">
      {button('zoom-in', '+', () => sheet.current?.by(1.4))}
      {button('zoom-out', '−', () => sheet.current?.by(1 / 1.4))}
      {button('zoom-fit', '⤢', () => sheet.current?.fit())}
      {button('home', '⌂', goHome)}
    </div>
    <p class="map-said" role="status" aria-live="polite">{said}</p>
  </div>;
}
