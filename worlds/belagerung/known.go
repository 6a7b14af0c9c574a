package belagerung

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// knownSchema is the version of what Known gives.
const knownSchema = 1

// Known is the whole board, for all of it is visible. Who plays the other realms, how they
// read their letters, and how many turns they have missed stays with the machine.
func (w *World) Known(realm int) []byte {
	if w.state.realm(realm) == nil {
		return nil
	}
	s := w.state.clone()
	for i := range s.Realms {
		if r := &s.Realms[i]; r.Number != realm {
			r.Person, r.Missed = r.Person.Known(realm), 0
		}
	}
	return frame.Known(knownSchema, realm, s)
}

// OpenKnown opens what Known gave.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, tables, knownSchema, decode,
		func(t *Tables, s *State) frame.Masked { return r.opened(t, s) })
}
