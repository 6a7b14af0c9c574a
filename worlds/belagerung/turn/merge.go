package turn

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/game"
)

// Merge returns the sheet in force when a later letter has come. The later one replaces the earlier one, unless it
// commands nothing: then its settings and messages are added (§3.1). So a letter that only releases the turn releases
// what is in force. If it has mistakes, these may be commands that nobody could read, so it releases nothing.
func Merge(l *orders.Language, earlier, later game.Sheet) game.Sheet {
	old, fresh := earlier.Orders(l), later.Orders(l)
	if commands(fresh.Lines) {
		return later
	}
	var more orders.File
	for _, line := range fresh.Lines {
		frees := line.Order == order.SettingOrder{Word: order.ReleaseWord} ||
			line.Order == order.SettingOrder{Word: order.PassWord}
		known := slices.ContainsFunc(old.Lines, func(o orders.Line) bool { return o.Order == line.Order })
		if !known && !(frees && fresh.Errors() > 0) {
			more.Lines = append(more.Lines, line)
		}
	}
	with := func(lines []orders.Line) game.Sheet {
		out := earlier
		out.Text = beforeEnd(earlier.Text, old.Ends) + string(l.Print(nil, &orders.File{Lines: lines}))
		return out
	}
	switch {
	case len(more.Lines) == 0:
		return earlier
	case with(more.Lines).Orders(l).Errors() > old.Errors(): // more messages than a sheet may have
		return with(slices.DeleteFunc(more.Lines, func(line orders.Line) bool { return line.Section == 'N' }))
	}
	return with(more.Lines)
}

// beforeEnd is a text up to the line that ends its orders, so that more can follow.
func beforeEnd(text string, ends int) string {
	lines := orders.Split(text)
	if ends == 0 {
		ends = len(lines) + 1
		if at := slices.IndexFunc(lines, orders.Signs); at >= 0 {
			ends = at + 1
		}
	}
	if ends = min(ends, len(lines)+1); ends == 1 {
		return ""
	}
	return strings.Join(lines[:ends-1], "\n") + "\n"
}

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
	says := func(word string) bool {
		return slices.ContainsFunc(lines, func(l orders.Line) bool { return l.Order == order.SettingOrder{Word: word} })
	}
	switch {
	case !commands(lines) && !says(order.PassWord):
		return phrase.P("holds-empty")
	case mistakes > 0 && !says(order.ReleaseWord):
		return phrase.P("holds-wrong")
	}
	return phrase.Phrase{}
}
