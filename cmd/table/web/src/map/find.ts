// Finding fields by what is on them.
import type { Facts } from '../data';
import type { Note } from '../state';
import type { Board } from './geometry';

export interface Found { label: string; text: string }

const plain = (s: string) => s.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();

// find lists fields that a text names: by label, realm, army, what is built there, or a note of one's own. Labels come
// first; each field is listed once with what was found first.
export function find(text: string, board: Board, facts: readonly Facts[], notes: readonly Note[], most = 60): Found[] {
  const want = plain(text), out = new Map<string, Found>();
  if (want === '') return [];
  const add = (label: string | undefined, said: string) => {
    if (label && board.by(label) && !out.has(label)) out.set(label, { label, text: said });
  };
  const has = (s: string | undefined) => !!s && plain(s).includes(want);
  const compact = want.replace(/\s*[/,;]\s*|\s+/g, '/');
  for (const c of board.cells) if (c.label === compact || c.label === want) add(c.label, terrain(board, c.label));
  for (const f of facts) {
    for (const a of f.armies) {
      if (has(a.name) || has(a.kind)) add(a.at, [a.name || a.kind, a.men].filter(Boolean).join(' · '));
    }
    for (const x of f.fields) if (has(x.name)) add(x.at, x.name!);
    for (const w of f.weeks) for (const s of w.sightings ?? []) {
      for (const a of s.armies ?? []) if (has(a.name)) add(s.at, a.name);
    }
  }
  for (const n of notes) if (has(n.text)) add(n.at, n.text);
  const realms = new Map((board.chart.realms ?? []).map((r) => [Number(r.sign), r.name]));
  const signs = new Map((board.chart.signs ?? []).map((s) => [s.sign, s.name]));
  for (const c of board.cells) {
    if (c.sign && (has(c.sign) || has(signs.get(c.sign)))) add(c.label, `${signs.get(c.sign) ?? c.sign}`);
  }
  for (const c of board.cells) if (c.owner && has(realms.get(c.owner))) add(c.label, `${c.owner} ${realms.get(c.owner)}`);
  for (const c of board.cells) if (has(board.chart.terrains[c.t]?.name)) add(c.label, terrain(board, c.label));
  for (const c of board.cells) if (c.label.startsWith(compact)) add(c.label, terrain(board, c.label));
  return [...out.values()].slice(0, most);
}

function terrain(board: Board, label: string): string {
  return board.chart.terrains[board.by(label)!.t]?.name ?? '';
}
