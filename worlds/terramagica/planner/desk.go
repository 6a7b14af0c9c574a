// Package planner says as values what a realm can order, for a page that counts no rules itself: prices, limits, places
// and reasons. It answers from what the realm knows (law 6). Each reason is what the turn's own code says when it tries
// the order (turn.Trial), so no rule is written twice. Begin with Planner.
package planner

import (
	"reflect"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/report"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// desk is a game.Desk in the making.
type desk struct {
	*turn.Trial
	book *phrase.Book
}

// begin lays out what a realm has under the orders of a sheet. p is the world as the realm knows it.
func begin(p realm.Position, in game.Sheet, lang phrase.Lang) *desk {
	return &desk{turn.Try(p, in), p.Rules.Words(lang)}
}

// Planner answers for the realm that knows a position, as a game.Planner. Of other realms it says nothing.
type Planner struct {
	realm.Position
	Realm int
}

// Plans reports whether a realm is the reader, and still in the game.
func (p Planner) Plans(whose int) bool {
	return whose == p.Realm && !p.State.Realms[whose].Fallen && !p.State.Over
}

// Desk is what the realm can order.
func (p Planner) Desk(whose int, lang phrase.Lang) game.Desk {
	switch {
	case whose != p.Realm:
		return game.Desk{}
	case !p.Plans(whose):
		return game.Desk{Kinds: kinds(p.Position, lang)}
	}
	d := begin(p.Position, game.Sheet{Realm: whose}, lang)
	own := d.State.Own(whose)
	return game.Desk{Purse: []game.Amount{d.amount(turn.Gold, d.Gold), d.amount(turn.Mana, d.State.Realms[whose].Mana)},
		Units: d.units(own), Works: d.works(own), Armies: d.armies(), Kinds: kinds(p.Position, lang),
		Actions: d.homes(own)}
}

// Raised are the armies that a sheet splits off or merges, and those who can do something else because of it.
func (p Planner) Raised(in game.Sheet, lang phrase.Lang) []game.DeskArmy {
	if !p.Plans(in.Realm) {
		return nil
	}
	was, is := begin(p.Position, game.Sheet{Realm: in.Realm}, lang), begin(p.Position, in, lang)
	if reflect.DeepEqual(was.State.Armies[in.Realm], is.State.Armies[in.Realm]) {
		return nil
	}
	return rulekit.Changed(was.armies(), is.armies())
}

// Units is nil: what orders raise takes no room from what else can be raised.
func (p Planner) Units(game.Sheet, phrase.Lang) []game.Unit { return nil }

// amount is so much gold or mana.
func (d *desk) amount(code string, n int64) game.Amount {
	return game.Amount{Code: code, Name: d.book.T("money." + code), Amount: n}
}

// gold is a price.
func (d *desk) gold(n int64) []game.Amount { return []game.Amount{d.amount(turn.Gold, n)} }

// name is what a code is called, as a heading.
func (d *desk) name(code string) string { return phrase.Capital(d.book.T(code)) }

// why is a reason for the reader; nil: there is none.
func (d *desk) why(what phrase.Phrase) *game.Said { return rulekit.Why(d.book, nil, what) }

// label is a province as reports write it.
func label(province int) string { return strconv.Itoa(province) }

// looks are how units are drawn.
var looks = map[string]game.Look{
	"Miliz": {Arm: game.Foot, Weight: 1}, "Soldat": {Arm: game.Foot, Weight: 2}, "Speertraeger": {Arm: game.Foot, Weight: 3},
	"Bogenschuetze": {Arm: game.Bow, Weight: 1}, "Armbrustschuetze": {Arm: game.Bow, Weight: 2},
	"Reiter": {Arm: game.Horse, Weight: 1}, "Ritter": {Arm: game.Horse, Weight: 3}, "Katapult": {Arm: game.Gun, Weight: 3},
	"Balliste": {Arm: game.Gun, Weight: 2}, "Rammbock": {Arm: game.Gun, Weight: 1}, "Elefant": {Arm: game.Monster},
	"Drache": {Arm: game.Flyer}, "Boot": {Arm: game.Ship}, realm.Host: {Arm: game.Mixed},
}

// kinds are how armies are called and drawn: those of one unit by it.
func kinds(p realm.Position, lang phrase.Lang) map[string]game.ArmyKind {
	d := &desk{Trial: &turn.Trial{Position: p}, book: p.Rules.Words(lang)}
	out := map[string]game.ArmyKind{realm.Host: {Name: d.kind(realm.Host), Look: looks[realm.Host]}}
	for i := range d.Tables.Unit {
		code := d.Tables.Unit[i].Unit
		out[code] = game.ArmyKind{Name: d.kind(code), Look: looks[code]}
	}
	return out
}

// kind is what a kind of army is called.
func (d *desk) kind(code string) string {
	if code == realm.Host {
		return d.name("desk.army")
	}
	return d.name("unit." + code)
}

// units are the units, with the provinces in which they can be produced. Those of one line go to an army that is there
// then, or else to a new one.
func (d *desk) units(own []int) (out []game.Unit) {
	armies := d.stands()
	for i := range d.Tables.Unit {
		u := &d.Tables.Unit[i]
		word := order.NameIn(d.book.Lang, u.Unit)
		unit := game.Unit{Code: word, Name: d.name(u.Key()), Look: looks[u.Unit], Price: d.gold(u.Cost),
			Figures: d.figures(u), Action: game.Action{Code: "recruit", Name: d.book.T("desk.recruit"),
				Draft:  game.Draft{Letter: "R", Values: []string{word, "", "", ""}},
				Fields: []game.Field{{Part: 1, Least: 1, Most: d.Tables.Rules.Men, Unit: d.book.T("desk.men")}}}}
		for _, at := range own {
			unit.Sites = append(unit.Sites, d.recruits(u, at, armies[at]))
		}
		unit.Sites = rulekit.Sites(unit.Sites)
		out = append(out, unit)
	}
	return out
}

// figures are what the tables say of a unit, and what a hundred of its men cost a week.
func (d *desk) figures(u *tables.UnitRow) []game.Amount {
	figure := func(code string, n int64) game.Amount {
		return game.Amount{Code: code, Name: d.book.T("desk.figure." + code), Amount: n}
	}
	hundred := realm.Army{Stacks: []realm.Stack{{Unit: u.Unit, Number: 100}}}
	return []game.Amount{figure("A", u.A), figure("V", u.V), figure("damage", u.Damage), figure("HP", u.HP),
		figure("speed", u.Speed), figure("range", u.Range), figure("weight", u.Weight), figure("carries", u.Carries),
		figure("upkeep", hundred.Upkeep(d.Tables))}
}

// stands are the armies of the realm by the provinces in which they recruit, the largest of each.
func (d *desk) stands() map[int]*realm.Army {
	out := map[int]*realm.Army{}
	for _, a := range d.State.Armies[d.Realm] {
		if at := d.Stands(a.Name); at > 0 && (out[at] == nil || a.Men() > out[at].Men()) {
			out[at] = a
		}
	}
	return out
}

// recruits is a site for a unit.
func (d *desk) recruits(u *tables.UnitRow, at int, a *realm.Army) game.Site {
	o := order.RecruitOrder{Unit: u.Unit, Number: d.Tables.Rules.Men, Province: at}
	watch := d.free(d.book.T("desk.watch") + label(at))
	if a == nil {
		o.Army = watch
	} else if o.Army = a.Name; a.Stack(u.Unit) != nil {
		o.Number = max(1, o.Number-a.Stack(u.Unit).Number)
	}
	most, why := d.Recruit(o)
	site := game.Site{At: label(at), Most: most, Why: d.why(why)}
	if site.Why == nil {
		site.Draft = &game.Draft{Letter: "R",
			Values: []string{order.NameIn(d.book.Lang, u.Unit), "", o.Army, label(at)}}
		if a != nil {
			site.New = watch
		}
	}
	return site
}

// free is a name that no army of the realm has.
func (d *desk) free(name string) string {
	out := name
	for n := 2; d.State.Army(d.Realm, out) != nil; n++ {
		out = name + "_" + strconv.Itoa(n)
	}
	return out
}

// works are the fortifications, with the provinces that do not have them.
func (d *desk) works(own []int) (out []game.Work) {
	for i := range d.Tables.Wall {
		w := &d.Tables.Wall[i]
		word := order.NameIn(d.book.Lang, w.Wall)
		sites, why := d.builds(w.Wall, word, own)
		out = append(out, game.Work{Code: word, Name: d.name(w.Key()), Price: d.gold(w.Cost),
			Symbol: report.WallBuilding(i), Gives: d.book.Say(phrase.P("desk.wall-gives", phrase.Num("hp", w.HP),
				phrase.Num("reach", d.Tables.Battle.WallReach))),
			Action: game.Action{Code: "build", Name: d.book.T("desk.build"), Why: why,
				Draft: game.Draft{Letter: "B", Values: []string{"", word}}}, Sites: sites})
	}
	return out
}

// builds are the sites of a fortification, and why it is possible nowhere.
func (d *desk) builds(wall, word string, own []int) (out []game.Site, no *game.Said) {
	var whys rulekit.Reasons
	for _, at := range own {
		why := d.Build(order.BuildOrder{Province: at, Wall: wall})
		if whys.Add(why); why.Code != "build-there" {
			draft := &game.Draft{Letter: "B", Values: []string{label(at), word}}
			out = append(out, game.Site{At: label(at), Why: d.why(why), Draft: draft})
		}
	}
	return rulekit.Sites(out), d.why(whys.Commonest())
}

// homes is the choice of a new home, for mana.
func (d *desk) homes(own []int) []game.Action {
	out := game.Action{Code: "home", Name: d.book.T("desk.home"),
		Draft: game.Draft{Letter: "H", Form: formHome, Values: []string{order.HomeWord.In(d.book.Lang), ""}}}
	var choices []game.Option
	for _, at := range own {
		why := d.Order(order.HomeOrder{Province: at})
		if why.Code == "home-stands" { // the same in all provinces
			out.Why, out.Draft.Values[1] = d.why(why), label(at)
			return []game.Action{out}
		}
		choices = append(choices, game.Option{Value: label(at), Name: label(at), Why: d.why(why),
			Price: []game.Amount{d.amount(turn.Mana, d.Tables.Rules.HomeMana)}})
	}
	if choices == nil {
		return nil
	}
	out.Fields = []game.Field{{Part: 1, Choices: choices}}
	return []game.Action{out}
}
