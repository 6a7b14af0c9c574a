package frame

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// MapOrNot is the Adjustment of a realm's report that shows a map or leaves it out: the line of $S for the opposite of
// what is set. It is empty for a number that is no realm's. Its sentences are adjust.map and adjust.no-map. is reports
// whether an order of settings, of type S, is about the map.
func MapOrNot[S orders.Order](realm, shown bool, is func(S) bool) []game.Adjustment {
	if !realm {
		return nil
	}
	line := "adjust.map"
	if shown {
		line = "adjust.no-map"
	}
	return []game.Adjustment{{Setting: "map", Line: phrase.P(line), Uses: func(o orders.Order) bool {
		s, setting := o.(S)
		return setting && is(s)
	}}}
}
