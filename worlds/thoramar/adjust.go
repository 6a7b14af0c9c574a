package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/order"
)

// Adjustments are what a player can change about the report: the map and the length.
func (w *World) Adjustments(realm int) []game.Adjustment {
	r := w.at.State.Realm(realm)
	if realm == 0 || r == nil {
		return nil
	}
	report, chart := "adjust.short", "adjust.map"
	if r.Settings.Short {
		report = "adjust.full"
	}
	if r.Settings.Map {
		chart = "adjust.no-map"
	}
	return []game.Adjustment{
		{Setting: "report", Line: phrase.P(report), Uses: sets('B')},
		{Setting: "map", Line: phrase.P(chart), Uses: sets('K')},
	}
}

// sets returns a function that reports whether an order is about a setting.
func sets(setting byte) func(orders.Order) bool {
	return func(o orders.Order) bool {
		s, is := o.(order.SettingOrder)
		return is && s.Setting == setting
	}
}
