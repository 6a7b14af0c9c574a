package belagerung

import (
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/sight"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Known is what a realm knows: the whole board.
func (w *World) Known(whose int) []byte {
	if w.at.State.Realm(whose) == nil {
		return nil
	}
	return frame.Known(sight.Schema, whose, sight.Known(w.at, whose).State)
}

// OpenKnown opens what Known returned.
func (r *Rulebook) OpenKnown(known, rules []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, rules, sight.Schema, realm.Decode,
		func(t *tables.Tables, s *realm.State) frame.Masked { return r.opened(t, s) })
}
