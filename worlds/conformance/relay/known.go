package relay

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// knownSchema is the version of the format of Known.
const knownSchema = 1

// Known: where all runners are, and the runner's own breath and answer.
func (w *World) Known(realm int) []byte {
	if w.runner(realm) == nil {
		return nil
	}
	s := w.clone().s
	for i := range s.Runners {
		r := &s.Runners[i]
		if r.Number != realm {
			r.Person, r.Breath, r.Answer = r.Person.Known(realm), 0, 0
		}
	}
	return frame.Known(knownSchema, realm, &s)
}

// OpenKnown reads the bytes of Known.
func (rb *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(rb.Book, known, tables, knownSchema, decodeKnown,
		func(n *Numbers, s *State) frame.Masked { return &World{rb: rb, n: n, s: *s} })
}

// decodeKnown reads a masked race. Runners must be sorted by number.
func decodeKnown(raw []byte, n *Numbers) (*State, error) {
	return frame.Sound(raw, schema, func(s *State) []string { return (&World{n: n, s: *s}).Broken() })
}
