package planner

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// done are refusals of a work that is not the next one there.
var done = []string{"has-port", "fort-steps", "level-most", atHome}

const atHome = "no-works-at-home"

// works lists what $B can build.
func (d *desk) works() (out []game.Work) {
	own := d.State.Owned(d.Realm)
	for w := order.Found; w <= order.Port; w++ {
		word := order.WorkWords[w].In(d.book.Lang)
		work := game.Work{Code: w.Code(), Name: word, Gives: d.gives(w), Price: d.ducats(int64(d.Tables.Rules.StepCost)),
			Action: game.Action{Code: "build", Name: d.book.T("desk.build"),
				Draft: game.Draft{Letter: "B", Values: []string{"", word}}}}
		sites, never := own, phrase.P("desk.no-colony")
		switch w {
		case order.Found:
			work.Symbol, sites, never = "town", d.landings(), phrase.P("desk.no-landing")
		case order.Extend:
			work.Symbol = "city"
		case order.Port:
			work.Symbol = "harbour"
		default:
			work.Symbol = report.FortBuilding(int(w-order.Palisade) + 1)
		}
		var whys rulekit.Reasons
		for _, at := range sites {
			why := d.Order(order.BuildOrder{Area: at, Work: w}).Why
			if why.Code != atHome {
				whys.Add(why)
			}
			if slices.Contains(done, why.Code) {
				continue
			}
			work.Sites = append(work.Sites, game.Site{At: label(at), Why: d.why(why),
				Draft: &game.Draft{Letter: "B", Values: []string{label(at), word}}})
		}
		work.Sites, work.Action.Why = rulekit.Sites(work.Sites), d.why(whys.Commonest())
		if work.Sites == nil && work.Action.Why == nil {
			work.Action.Why = d.why(never)
		}
		out = append(out, work)
	}
	return out
}

// gives says what a work is good for.
func (d *desk) gives(w order.Work) string {
	n := &d.Tables.Rules
	income, glory := phrase.Num("income", n.IncomeLevel), phrase.Num("glory", n.GloryFounded)
	switch w {
	case order.Found:
		return d.book.Say(phrase.P("desk.gives-colony", income, glory))
	case order.Extend:
		return d.book.Say(phrase.P("desk.gives-extend", income))
	case order.Port:
		return d.book.Say(phrase.P("desk.gives-port", phrase.Num("percent", n.GunsAtPort), phrase.Num("guns", n.Guns)))
	}
	return d.book.Say(phrase.P("desk.gives-fort", phrase.Num("bonus", d.Tables.Fortification[w-order.Palisade].Bonus)))
}

// landings lists the areas in which leaders of the realm are ashore and that nobody owns.
func (d *desk) landings() []int {
	return d.State.Where(func(area int) bool { return d.r.Lands(area) && d.State.Owner(area) == 0 })
}

// Survey is what a colony in a free area would add to the income of a year, what it costs to found it, and who lives
// there.
func (p Planner) Survey(whose int, at string, lang phrase.Lang) []game.Amount {
	if !p.Plans(whose) {
		return nil
	}
	d := &desk{Trial: &turn.Trial{Position: p.Position}, book: p.Rules.Words(lang)}
	area := d.area(at)
	if area == 0 || d.State.Areas[area-1].Ground != realm.Land || d.State.Owner(area) > 0 {
		return nil
	}
	with := d.State.Clone()
	with.Areas[area-1].Colony = &realm.Colony{Owner: whose, Level: 1}
	more := realm.Income(p.With(with), whose) - realm.Income(d.Position, whose)
	return []game.Amount{rulekit.Sum(d.book, "income", "desk.colony-income", more),
		rulekit.Sum(d.book, "found", "desk.colony-price", int64(d.Tables.Rules.StepCost)), d.people(whose, area)}
}

// people are those who live in an area, as far as the realm knows.
func (d *desk) people(whose, area int) game.Amount {
	text, name := "desk.people-none", "desk.people-unseen"
	switch a := &d.State.Areas[area-1]; {
	case a.Natives != nil:
		text, name = d.Tables.LocationKey(a.Natives.Location), "desk.natives"
	case a.Haven != nil:
		text, name = "party.pirates-us", "desk.haven"
	case sight.Sees(d.State, whose, area):
		name = "desk.people-seen"
	}
	return game.Amount{Code: "people", Text: d.book.T(text), Name: d.book.T(name)}
}
