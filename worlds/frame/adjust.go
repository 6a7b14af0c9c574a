package frame

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Adjustments are the lines of $S for the opposite of what is set: of a realm's report that is full or short, and shows a
// map or leaves it out. Its sentences are adjust.full, adjust.short, adjust.map and adjust.no-map.
func Adjustments(full, chart bool) []game.Adjustment {
	length, line := "adjust.full", "adjust.map"
	if full {
		length = "adjust.short"
	}
	if chart {
		line = "adjust.no-map"
	}
	return []game.Adjustment{{Setting: "report", Line: phrase.P(length), Uses: sets(ReportRow)},
		{Setting: "map", Line: phrase.P(line), Uses: sets(MapRow)}}
}

// sets returns a function that reports whether an order is about a setting.
func sets(row SettingRow) func(orders.Order) bool {
	return func(o orders.Order) bool {
		s, is := o.(SettingOrder)
		return is && s.Setting == row.Name
	}
}
