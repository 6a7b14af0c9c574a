package sight

import (
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Seen lists which places a realm sees, by place: its fields, those of its armies, and their neighbours. A scout sees
// one ring more. Without fog everybody sees everything.
func Seen(p realm.Position, realm int) []bool {
	s := p.State
	out := make([]bool, len(s.Fields))
	if !p.Tables.Rules.Fog {
		for i := range out {
			out[i] = true
		}
		return out
	}
	for p := range s.Fields {
		if s.Fields[p].Owner == realm {
			look(s, out, game.Place(p), 1)
		}
	}
	r := s.Realm(realm)
	if r == nil {
		return out // the game master's sheet
	}
	for _, a := range r.Armies {
		rings := 1
		if a.Command == tables.Scout {
			rings = 2
		}
		if !a.Off() {
			look(s, out, a.At, rings)
		}
	}
	return out
}

// look marks a field and the given number of rings around it.
func look(s *realm.State, seen []bool, at game.Place, rings int) {
	seen[at] = true
	if rings == 0 {
		return
	}
	g := s.Grid()
	for d := game.Direction(1); d <= 6; d++ {
		if q := g.Step(at, d); q != game.Nowhere {
			look(s, seen, q, rings-1)
		}
	}
}

// Known is a position as a nation knows it. All that the nation is told before a turn, such as a receipt, is worked
// out from it. The game master knows everything.
func Known(p realm.Position, nation int) realm.Position {
	if p.State.Realm(nation) == nil {
		return p
	}
	return p.With(New(p, nation).State())
}
