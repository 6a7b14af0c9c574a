package terra

import "weltentor/worlds/game"

// seen lists by place what a realm sees: its fields, those of its armies, what
// touches them, and around a scout one ring more. Without fog everybody sees all.
func (w *World) seen(realm int) []bool {
	s := w.state
	out := make([]bool, len(s.Fields))
	if !w.tables.Rules.Fog {
		for i := range out {
			out[i] = true
		}
		return out
	}
	for p := range s.Fields {
		if s.Fields[p].Owner == realm {
			s.look(out, game.Place(p), 1)
		}
	}
	r := s.realm(realm)
	if r == nil {
		return out // the game master's sheet
	}
	for i := range r.Armies {
		a := &r.Armies[i]
		rings := 1
		if a.Command == Scout {
			rings = 2
		}
		if !a.off() {
			s.look(out, a.At, rings)
		}
	}
	return out
}

// look marks a field and so many rings around it.
func (s *State) look(seen []bool, at game.Place, rings int) {
	seen[at] = true
	if rings == 0 {
		return
	}
	g := s.grid()
	for d := game.Direction(1); d <= 6; d++ {
		if q := g.Step(at, d); q != game.Nowhere {
			s.look(seen, q, rings-1)
		}
	}
}
