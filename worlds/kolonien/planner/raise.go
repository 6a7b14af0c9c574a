package planner

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// The forms of $R that a desk begins or knows.
const (
	musterUnits  = 0
	musterTo     = 1 // a leader
	musterInto   = 2 // the garrison or a regiment
	musterShips  = 3
	musterLeader = 4
	musterMedic  = 5

	partCount = 2
)

// units are the kinds of units and ships, then leaders and medics.
func (d *desk) units() (out []game.Unit) {
	own := d.State.Owned(d.Realm)
	figure := func(code string, n int) game.Amount {
		return game.Amount{Code: code, Name: d.book.T("legend.head." + code), Amount: int64(n)}
	}
	add := func(name string, look game.Look, cost, form int, raised order.Raised, figures []game.Amount,
		values ...string) {
		counted := []game.Field{{Part: partCount, Least: 1, Most: order.MostUnits}}
		unit := game.Unit{Code: values[0], Name: d.name(name + values[0]), Look: look, Price: d.ducats(int64(cost)),
			Action: d.raises(form, counted, append([]string{""}, values...)...), Figures: figures}
		for _, at := range own {
			unit.Sites = append(unit.Sites, d.musters(at, form, raised, values...))
		}
		unit.Sites = rulekit.Sites(unit.Sites)
		out = append(out, unit)
	}
	for k := range tables.Raised {
		row := &d.Tables.Unit[k]
		add("legend.unit.", kindLooks[k], row.Cost, musterUnits, order.Raised{Kind: k, Count: order.MostUnits},
			[]game.Amount{figure("attack", row.Attack), figure("defence", row.Defence), figure("hits", row.Hits)}, row.Code, "")
		for _, form := range []int{musterTo, musterInto} {
			out[k].Also = append(out[k].Also, game.Draft{Letter: "R", Form: form, Values: []string{"", row.Code, "", ""}})
		}
	}
	for c := range tables.Launched {
		row := &d.Tables.Ship[c]
		add("legend.ship.", shipLook, row.Cost, musterShips,
			order.Raised{What: order.MusterShips, Class: c, Count: order.MostUnits},
			[]game.Amount{figure("attack", row.Attack), figure("defence", row.Defence), figure("hits", row.Hits),
				figure("hold", row.Hold)}, row.Code, "", "")
	}
	return append(out, d.commanders(own), d.medics())
}

// raises is an action of a line of $R.
func (d *desk) raises(form int, fields []game.Field, values ...string) game.Action {
	return game.Action{Code: "recruit", Name: d.book.T("desk.recruit"), Fields: fields,
		Draft: game.Draft{Letter: "R", Form: form, Values: values}}
}

// musters is a site for units or ships. It asks for as many as a line can have, so that a refusal says how many find
// room.
func (d *desk) musters(at, form int, raised order.Raised, values ...string) game.Site {
	site := game.Site{At: label(at)}
	why := d.Order(order.RaiseOrder{Area: at, Raised: raised}).Why
	if room := why.Arg("room").N; room > 0 {
		site.Most, why = room, phrase.Phrase{}
	}
	if site.Why = d.why(why); site.Why == nil {
		site.Draft = &game.Draft{Letter: "R", Form: form, Values: append([]string{label(at)}, values...)}
	}
	return site
}

// commanders are leaders, who are raised in any area of the realm.
func (d *desk) commanders(own []int) game.Unit {
	word := order.LeaderWord.In(d.book.Lang)
	unit := game.Unit{Code: word, Name: d.name("desk.leader"), Look: leaderLook,
		Once: d.ducats(int64(d.Tables.Rules.LeaderCost)), Action: d.raises(musterLeader, nil, "", word, "")}
	for _, at := range own {
		why := d.Order(order.RaiseOrder{Area: at, Raised: order.Raised{What: order.MusterLeader}}).Why
		site := game.Site{At: label(at), Why: d.why(why)}
		if site.Why == nil {
			site.Draft = &game.Draft{Letter: "R", Form: musterLeader, Values: []string{label(at), word, ""}}
		}
		unit.Sites = append(unit.Sites, site)
	}
	return unit
}

// medics have a site for each leader ashore in an area of the realm.
func (d *desk) medics() game.Unit {
	word := order.MedicWord.In(d.book.Lang)
	unit := game.Unit{Code: word, Name: d.name("desk.medic"), Look: leaderLook,
		Once: d.ducats(int64(d.Tables.Rules.MedicCost)), Action: d.raises(musterMedic, nil, "", word, "")}
	for _, l := range d.r.Leaders {
		if l.Aboard > 0 || d.State.Owner(l.At) != d.Realm {
			continue
		}
		why := d.Order(order.RaiseOrder{Area: l.At, Raised: order.Raised{What: order.MusterMedic,
			Post: order.PostLeader, Name: l.Name}}).Why
		unit.Sites = append(unit.Sites, game.Site{At: label(l.At), Why: d.why(why), Draft: &game.Draft{Letter: "R",
			Form: musterMedic, Values: []string{label(l.At), word, l.Name}}})
	}
	unit.Sites = rulekit.Sites(unit.Sites)
	return unit
}
