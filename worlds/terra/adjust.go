package terra

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Adjustments is the map, which is in the report or not.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	isMap := func(o frame.SettingOrder) bool { return o.Setting == frame.MapRow.Name }
	return frame.MapOrNot(r != nil, r != nil && !r.NoMap, isMap)
}
