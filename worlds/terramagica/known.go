package terramagica

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/sight"
	"weltentor/worlds/terramagica/tables"
)

// Known is what a realm knows (§2.1, §5): the map with its terrains, all fortifications, and what it sees.
func (w *World) Known(whose int) []byte {
	if whose < 1 || whose >= len(w.at.State.Realms) {
		return nil
	}
	return frame.Known(sight.Schema, whose, sight.Known(w.at, whose).State)
}

// OpenKnown opens what Known returned.
func (r *Rulebook) OpenKnown(known, numbers []byte) (game.Known, error) {
	return frame.OpenKnown(r.Book, known, numbers, sight.Schema, realm.Decode,
		func(t *tables.Tables, s *realm.State) frame.Masked { return r.world(t, s).(*World) })
}
