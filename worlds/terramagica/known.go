package terramagica

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Known is what a realm knows (§2.1, §5): the map with its terrains, all fortifications, and what it sees.
func (w *World) Known(whose int) []byte {
	if whose < 1 || whose >= len(w.at.State.Realms) {
		return nil
	}
	return frame.Known(knownSchema, whose, known(w.at, whose).State)
}

// OpenKnown opens what Known gave.
func (r *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, tables, knownSchema, decode,
		func(t *Tables, s *State) frame.Masked { return r.world(t, s).(*World) })
}
