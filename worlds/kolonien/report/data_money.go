package report

import "weltentor/worlds/game"

// accounts are the lines of a realm's money, by the event that belongs to each; arg is the event's argument with the
// amount. No event says what a building cost.
var accounts = map[string]struct{ kind, code, arg string }{
	"income": {"income", "colonies", "ducats"}, "raised": {"outlay", "units", "cost"},
	"launched": {"outlay", "ships", "cost"}, "appointed": {"outlay", "leaders", "cost"},
	"engaged": {"outlay", "medics", "cost"}, "raided": {"outlay", "pirates", "ducats"},
	"hand.ducats": {"income", "hand", "more"}, "hand.treasury": {"income", "hand", "now"},
}

// paid puts the amount of an event into the facts, if it changed the reader's treasury.
func (d *data) paid(e *game.Event) {
	a, is := accounts[e.Code]
	if !is {
		return
	}
	values, _ := d.Figures(e.Phrase)
	amount := values[a.arg]
	switch {
	case e.Code == "hand.treasury":
		if amount -= values["was"]; amount < 0 {
			a.kind = "outlay"
		}
	case a.kind == "outlay":
		amount = -amount
	}
	d.Sum(a.kind, a.code, amount)
}
