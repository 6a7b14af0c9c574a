package terramagica

import (
	"weltentor/orders"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/order"
)

// Adjustments are what a player can change about the report: its length.
func (w *World) Adjustments(whose int) []game.Adjustment {
	r := w.at.State.Realm(whose)
	if whose < 1 || r == nil {
		return nil
	}
	return frame.BareAdjustments(&r.Person, func(o orders.Order) string {
		s, _ := o.(order.SettingOrder)
		return s.Word
	})
}
