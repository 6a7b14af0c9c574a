// One sighting in a line.
import type { FactArmy, FactSighting } from '../data';

export function Field({ sighting: s, name, by, unknown }: {
  sighting: FactSighting; name: (n: number | undefined) => string; by: string; unknown: string;
}) {
  const ground = [s.terrain, s.owner ? name(s.owner) : '', s.building, s.state, s.edges].filter(Boolean).join(' · ');
  return (
    <>
      <strong>{s.at}</strong>{ground && ` ${ground}`}{s.by && s.by.length > 0 && ` (${by} ${s.by.join(', ')})`}
      {(s.armies ?? []).length > 0 && <ul>{s.armies!.map((a, i) => <li key={i}>{armyLine(a, name, unknown)}</li>)}</ul>}
    </>
  );
}

function armyLine(a: FactArmy, name: (n: number | undefined) => string, unknown: string): string {
  const who = a.unknown ? unknown : name(a.realm);
  return [who, a.name || a.kind, a.men === undefined ? '' : String(a.men)].filter(Boolean).join(' · ');
}
