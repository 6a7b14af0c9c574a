// Icons, counters and crests as parts of panels.
import type { ComponentChildren, CSSProperties } from 'preact';
import type { Crest } from './data';
import { counterOf, crestOf } from './paint/counter';
import type { Counter } from './paint/counter';
import { look, of } from './paint/marks';
import type { Mark } from './paint/marks';
import { colourOf, inkOf } from './paint/svg';
import type { Crests } from './paint/svg';

const icons: Record<string, string> = {
  map: 'M3 6 9 4l6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14', army: 'M5 4h14v7c0 5-4 8-7 9-3-1-7-4-7-9zM12 8v7M9 11h6',
  recruit: 'M5.600 8a3.400 3.400 0 1 0 6.800 0a3.400 3.400 0 1 0-6.800 0M3 20c0-4 2.600-6.400 6-6.400S15 16 15 20M18 8v6M15 11h6',
  build: 'M4 20V9l4-3 4 3v11M12 20v-8h8v8M7 20v-4h2v4M15 15h2', realms: 'M4 12 8 7l4 2 4-2 4 5-6 6-3-2M12 9l-3 4 2 1 3-2 4 3',
  replay: 'M4 12a8 8 0 1 0 2.600-5.900M4 4v4h4M12 8v4l3 2', report: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  more: 'M4 7h16M4 12h16M4 17h16', coin: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M14.600 9.600C13.600 8 9.600 8.200 9.600 10.200s5 1.600 5 3.600-4 2.400-5.200.8M12 7v10',
  clock: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.500V12l3 2', warn: 'M12 4 21 19H3zM12 10v4M12 16.600v.2', fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  find: 'M4 10.500a6.500 6.500 0 1 0 13 0a6.500 6.500 0 1 0-13 0M15.500 15.500 21 21', letter: 'M3 6h18v12H3zM3 7l9 7 9-7',
  defend: 'M12 3 5 5.500v6c0 4.600 3.400 7.600 7 9 3.600-1.400 7-4.400 7-9v-6z', attack: 'M19 4 9 14M19 4v5M19 4h-5M7 12l5 5M8.500 15.500 4 20',
  plunder: 'M9 4h6l-1.500 3.500C19 10 19 20 12 20S5 10 10.500 7.500z', conquer: 'M6 21V4M6 4h12l-3 4 3 4H6',
  destroy: 'M12 3c1 4 5 5.500 5 10.500A5 5 0 0 1 7 13.500C7 11 8.500 10 9 8c1 1 1.500 2 1.500 3C12 9 12.500 6 12 3z',
  march: 'M4 19C6 12 10 9 18 8M14 4l4 4-4 4', split: 'M12 21v-7L5 5M12 14l7-9M5 5v5M5 5h5M19 5v5M19 5h-5', join: 'M5 4l7 9 7-9M12 13v8M9 18l3 3 3-3',
  shoot: 'M4 20 20 4M20 4h-6M20 4v6M4 15v5h5', heal: 'M12 5v14M5 12h14', dot: 'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0', undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12',
  wall: 'M3 20V8h4v4h3V8h4v4h3V8h4v12zM3 16h18', road: 'M8 21 11 3M16 21 13 3M12 6v2M12 11v2M12 16v3', ship: 'M3 15h18l-3 5H6zM11 3v10H5c.5-5 3-8 6-10zM13 5c3 2 5 4 5.500 8H13',
};
const alias: Record<string, string> = { bridge: 'road', 'build-with': 'build', hold: 'defend', stay: 'defend', move: 'march', fire: 'shoot', bombard: 'shoot', embark: 'ship', sail: 'ship', merge: 'join', formation: 'join', demolish: 'destroy', advance: 'attack', hurry: 'march', scout: 'find', patrol: 'replay', forage: 'plunder', support: 'join', train: 'heal', relief: 'coin' };

export function Icon({ of: name }: { of: string }) {
  const d = of(icons, name) ?? of(icons, of(alias, name) ?? 'dot') ?? icons['dot']!;
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={d} /></svg>;
}
export const hasIcon = (name: string) => of(icons, name) !== undefined || of(alias, name) !== undefined;

// Arrow points in a direction.
export const Arrow = ({ d }: { d: number }) => (
  <svg viewBox="0 0 12 12" aria-hidden="true"><path transform={`rotate(${30 + 60 * (d - 1)} 6 6)`} d="M6 1 10 6H7.300V11H4.700V6H2Z" /></svg>
);

// marks as nodes of a panel; they use no name of the map.
function nodes(marks: readonly Mark[], crests: Crests): ComponentChildren {
  return marks.map((m, i) => {
    switch (m.is) {
      case 'path': return <path key={i} d={m.d} {...inkOf(m)} />;
      case 'text': return <text key={i} class={m.look} x={m.x} y={m.y}>{m.text}</text>;
      case 'symbol': return nodes(look[m.from][m.name]!.map((s) => ({ is: 'path', ...s })), crests);
      case 'group': return (
        <g key={i} class={m.look} opacity={m.opacity ? m.opacity / 100 : undefined}
          style={m.realm !== undefined ? ({ '--c': colourOf(crests, m.realm) } as CSSProperties) : undefined}
          transform={m.at || m.size ? `translate(${m.at?.[0] ?? 0} ${m.at?.[1] ?? 0}) scale(${m.size ?? 1})` : undefined}>{nodes(m.of, crests)}</g>
      );
    }
  });
}

const strokes = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

export const CounterSign = ({ counter, crests }: { counter: Counter; crests: Crests }) => (
  <svg viewBox="-17 -18 34 38" aria-hidden="true" {...strokes}>{nodes([counterOf(counter)], crests)}</svg>
);

export const CrestSign = ({ realm, crests, big }: { realm: number; crests: Crests; big?: boolean }) => {
  const crest: Crest | undefined = crests?.[realm];
  return <svg class={big ? undefined : 'sh'} viewBox="-15 -17 30 37" aria-hidden="true" {...strokes}
    style={{ '--c': colourOf(crests, realm) } as CSSProperties}>{nodes(crestOf(crest?.charge), crests)}</svg>;
};

export const BuildingSign = ({ name, realm, crests }: { name: string; realm: number; crests: Crests }) => (
  <svg viewBox="-21 -22 42 40" aria-hidden="true" {...strokes} style={{ '--c': colourOf(crests, realm) } as CSSProperties}>
    {nodes([{ is: 'symbol', from: 'buildings', name, x: 0, y: 0, size: 1 }], crests)}</svg>
);
export const hasBuilding = (name: string | undefined): name is string => of(look.buildings, name) !== undefined;
