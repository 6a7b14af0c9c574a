package desk

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/tables"
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
	own := d.own()
	figure := func(code string, n int) game.Amount {
		return game.Amount{Code: code, Name: d.book.T("legend.head." + code), Amount: int64(n)}
	}
	counted := []game.Field{{Part: partCount, Least: 1, Most: order.MostUnits}}
	for k := range tables.Raised {
		row := &d.Tables.Unit[k]
		unit := game.Unit{Code: row.Code, Name: d.name("legend.unit." + row.Code), Look: kindLooks[k],
			Price: d.ducats(int64(row.Cost)), Action: d.raises(musterUnits, counted, "", row.Code, ""),
			Figures: []game.Amount{figure("attack", row.Attack), figure("defence", row.Defence), figure("hits", row.Hits)}}
		for _, form := range []int{musterTo, musterInto} {
			unit.Also = append(unit.Also, game.Draft{Letter: "R", Form: form, Values: []string{"", row.Code, "", ""}})
		}
		for _, at := range own {
			unit.Sites = append(unit.Sites, d.musters(at, musterUnits, order.Raised{Kind: k, Count: order.MostUnits},
				row.Code, ""))
		}
		unit.Sites = frame.Sites(unit.Sites)
		out = append(out, unit)
	}
	for c := range tables.Launched {
		row := &d.Tables.Ship[c]
		unit := game.Unit{Code: row.Code, Name: d.name("legend.ship." + row.Code), Look: shipLook,
			Price: d.ducats(int64(row.Cost)), Action: d.raises(musterShips, counted, "", row.Code, "", ""),
			Figures: []game.Amount{figure("attack", row.Attack), figure("defence", row.Defence), figure("hits", row.Hits),
				figure("hold", row.Hold)}}
		for _, at := range own {
			unit.Sites = append(unit.Sites, d.musters(at, musterShips, order.Raised{What: order.MusterShips, Class: c,
				Count: order.MostUnits}, row.Code, "", ""))
		}
		unit.Sites = frame.Sites(unit.Sites)
		out = append(out, unit)
	}
	return append(out, d.commanders(own), d.medics())
}

// own lists the areas of the realm.
func (d *desk) own() (out []int) {
	for i := range d.State.Areas {
		if d.State.Owner(i+1) == d.Realm {
			out = append(out, i+1)
		}
	}
	return out
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
	if room := number(why, "room"); room > 0 {
		site.Most, why = room, phrase.Phrase{}
	}
	if site.Why = d.why(why); site.Why == nil {
		site.Draft = &game.Draft{Letter: "R", Form: form, Values: append([]string{label(at)}, values...)}
	}
	return site
}

// number is a number in a sentence; 0: it has none of this name.
func number(what phrase.Phrase, name string) int64 {
	for _, a := range what.Args {
		if a.Name == name {
			return a.N
		}
	}
	return 0
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
	for i := range d.r.Leaders {
		l := &d.r.Leaders[i]
		if l.Aboard > 0 || d.State.Owner(l.At) != d.Realm {
			continue
		}
		why := d.Order(order.RaiseOrder{Area: l.At, Raised: order.Raised{What: order.MusterMedic,
			Post: order.PostLeader, Name: l.Name}}).Why
		unit.Sites = append(unit.Sites, game.Site{At: label(l.At), Why: d.why(why), Draft: &game.Draft{Letter: "R",
			Form: musterMedic, Values: []string{label(l.At), word, l.Name}}})
	}
	unit.Sites = frame.Sites(unit.Sites)
	return unit
}
