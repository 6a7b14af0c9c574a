package thoramar

import (
	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
)

// Adjustments are what a player can change about the report: the map and the length.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	if realm == 0 || r == nil {
		return nil
	}
	out := rulekit.Adjustments(true, !r.Settings.Short, r.Settings.Map)
	out[0].Uses, out[1].Uses = sets('B'), sets('K')
	return out
}

// sets returns a function that reports whether an order is about a setting.
func sets(setting byte) func(orders.Order) bool {
	return func(o orders.Order) bool {
		s, is := o.(order.SettingOrder)
		return is && s.Setting == setting
	}
}
