package report

import "weltentor/worlds/game"

// accounts are which line of a realm's money an event belongs to that tells of it, by its argument. What a work costs
// none tells.
var accounts = map[string]struct{ kind, code, arg string }{
	"income": {"income", "colonies", "ducats"}, "raised": {"outlay", "units", "cost"},
	"launched": {"outlay", "ships", "cost"}, "appointed": {"outlay", "leaders", "cost"},
	"engaged": {"outlay", "medics", "cost"}, "raided": {"outlay", "pirates", "ducats"},
	"hand.ducats": {"income", "hand", "more"}, "hand.treasury": {"income", "hand", "now"},
}

// paid puts what an event tells of the reader's treasury into the facts.
func (p *page) paid(e *game.Event) {
	a, is := accounts[e.Code]
	if !is || p.Facts == nil {
		return
	}
	values, _ := p.Figures(e.Phrase)
	amount := values[a.arg]
	switch {
	case e.Code == "hand.treasury":
		if amount -= values["was"]; amount < 0 {
			a.kind = "outlay"
		}
	case a.kind == "outlay":
		amount = -amount
	}
	p.FactSum(a.kind, a.code, amount)
}
