package belagerung

import (
	"weltentor/orders"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Adjustments are what a player can change about the report: its length.
func (w *World) Adjustments(whose int) []game.Adjustment {
	r := w.at.State.Realm(whose)
	if r == nil {
		return nil
	}
	return frame.BareAdjustments(&r.Person, func(o orders.Order) string {
		s, _ := o.(order.SettingOrder)
		return s.Word
	})
}
