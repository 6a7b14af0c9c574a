package kolonien

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
)

var _ game.Adjuster = (*World)(nil)

// Adjustments is the map, which is in the report or not.
func (w *World) Adjustments(realm int) []game.Adjustment {
	if realm < 1 || realm > len(w.state.Realms) {
		return nil
	}
	line := "adjust.no-map"
	if w.state.Realms[realm-1].NoMap {
		line = "adjust.map"
	}
	return []game.Adjustment{{Setting: "map", Line: phrase.P(line), Uses: func(o orders.Order) bool {
		s, is := o.(order.SettingOrder)
		return is && s.Setting == order.SetMap
	}}}
}
