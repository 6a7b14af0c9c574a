package terra

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Adjustments are what a player can change about the report: whether it has the map.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	isMap := func(o frame.SettingOrder) bool { return o.Setting == frame.MapRow.Name }
	return frame.MapOrNot(r != nil, r != nil && !r.NoMap, isMap)
}
