package frame

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Adjustments are the lines of $S for the opposite of what is set, of a realm's report that is full or short, and shows a
// map or leaves it out. There are none for a number that is no realm's. Their sentences are adjust.full, adjust.short,
// adjust.map and adjust.no-map.
func Adjustments(realm, full, chart bool) []game.Adjustment {
	if !realm {
		return nil
	}
	line := "adjust.map"
	if chart {
		line = "adjust.no-map"
	}
	return []game.Adjustment{length(full, sets(ReportRow)), {Setting: "map", Line: phrase.P(line), Uses: sets(MapRow)}}
}

// BareAdjustments is the line for the report's length in a game that sets it by a bare word. word returns that of an
// order of $S, and "" for other orders.
func BareAdjustments(p *Person, word func(orders.Order) string) []game.Adjustment {
	group := BareGroup(ReportRow.Values[0].De, phrase.De)
	return []game.Adjustment{length(p.Full, func(o orders.Order) bool { return BareGroup(word(o), phrase.De) == group })}
}

// length is the line of $S for a report that is short instead of full, or the other way round.
func length(full bool, uses func(orders.Order) bool) game.Adjustment {
	line := "adjust.full"
	if full {
		line = "adjust.short"
	}
	return game.Adjustment{Setting: "report", Line: phrase.P(line), Uses: uses}
}

// sets returns a function that reports whether an order is about a setting.
func sets(row SettingRow) func(orders.Order) bool {
	return func(o orders.Order) bool {
		s, is := o.(SettingOrder)
		return is && s.Setting == row.Name
	}
}
