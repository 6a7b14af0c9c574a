package terra

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Adjustments are what a player can change about the report: its length, and whether it has the map.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	if r == nil {
		return nil
	}
	return frame.Adjustments(r.Full, !r.NoMap)
}
