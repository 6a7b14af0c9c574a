package duel

import (
	"fmt"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// knownSchema is the version of the format of Known.
const knownSchema = 1

// Known: all names, the fencer's own guard and lists, and their own bouts. Of others' bouts, only how many there are
// and whether they are over, which the phase shows anyway.
func (w *World) Known(realm int) []byte {
	if w.fencer(realm) == nil {
		return nil
	}
	s := w.clone().s
	for i := range s.Fencers {
		if f := &s.Fencers[i]; f.Number != realm {
			*f = Fencer{Person: f.Person.Known(realm)}
		}
	}
	for i := range s.Bouts {
		if b := &s.Bouts[i]; b.A != realm && b.B != realm {
			*b = Bout{Done: b.Done}
		}
	}
	return frame.Known(knownSchema, realm, &s)
}

// OpenKnown reads the bytes of Known.
func (rb *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(rb.Book, known, tables, knownSchema, decodeKnown,
		func(n *Numbers, s *State) frame.Masked { return &World{rb: rb, n: n, s: *s} })
}

// decodeKnown reads a masked tournament. Fencers must be sorted by number, and guards must exist.
func decodeKnown(raw []byte, n *Numbers) (*State, error) {
	return frame.Sound(raw, schema, func(s *State) []string {
		var out []string
		if s.Phase != inOrders && s.Phase != inResults {
			out = append(out, fmt.Sprintf("there is no phase %q", s.Phase))
		}
		for i, f := range s.Fencers {
			if f.Number != i+1 || f.Stance < Low || f.Stance > High {
				out = append(out, fmt.Sprintf("fencer %d stands in guard %d in place %d", f.Number, f.Stance, i+1))
			}
		}
		for i, b := range s.Bouts {
			if b.A < 0 || b.B < 0 || b.A > len(s.Fencers) || b.B > len(s.Fencers) {
				out = append(out, fmt.Sprintf("bout %d pairs %d and %d", i+1, b.A, b.B))
			}
		}
		return out
	})
}
