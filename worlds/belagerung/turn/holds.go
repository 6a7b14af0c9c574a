package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/frame"
)

// commands reports whether any of the lines moves, recruits, trains, builds or attacks.
func commands(lines []orders.Line) bool {
	return slices.ContainsFunc(lines, func(l orders.Line) bool {
		switch l.Order.(type) {
		case order.MoveOrder, order.RecruitOrder, order.TrainOrder, order.BuildOrder, order.AttackOrder:
			return true
		}
		return false
	})
}

// holds says why a sheet does not let its turn happen early, and what would. Either it commands nothing and its player
// has not passed, or it has mistakes and the player has not released it (§1.4).
func holds(lines []orders.Line, mistakes int) phrase.Phrase {
	says := func(word frame.Word) bool {
		return slices.ContainsFunc(lines, func(l orders.Line) bool { return l.Order == frame.BareOrder{Word: word} })
	}
	switch {
	case !commands(lines) && !says(order.PassWord):
		return phrase.P("holds-empty")
	case mistakes > 0 && !says(order.ReleaseWord):
		return phrase.P("holds-wrong")
	}
	return phrase.Phrase{}
}
