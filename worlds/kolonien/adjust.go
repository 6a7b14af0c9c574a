package kolonien

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
)

var _ game.Adjuster = (*World)(nil)

// Adjustments is the map, which is in the report or not.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.state.Realm(realm)
	if r == nil {
		return nil
	}
	isMap := func(o order.SettingOrder) bool { return o.Setting == order.SetMap }
	return []game.Adjustment{frame.MapOrNot(!r.NoMap, isMap)}
}
