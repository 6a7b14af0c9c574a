// Package planner says as values what the realm whose turn it is can order, for a page that counts no rules itself:
// prices, places, ways and reasons. Each reason is what the receipt says when the order is tried (turn.Trial), so no
// rule is written twice. Of other realms it says nothing. Begin with Planner.
package planner

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// The forms of the sections that a desk uses, and the parts of their lines behind the unit.
const (
	walks       = 0
	buildsWith  = 1
	recruits    = 0
	trains      = 1
	partWay     = 1
	partEngine  = 2
	partSymbol  = 1
	partBuilt   = 1
	partTargets = 2
)

// desk is a game.Desk in the making.
type desk struct {
	*turn.Trial
	book     *phrase.Book
	sections []orders.Section
}

// Planner answers for the realm that knows a position, as a game.Planner. Of other realms it says nothing, and what can
// be ordered only when it is its turn.
type Planner struct {
	realm.Position
	Realm int
}

// Plans reports whether a realm is the reader, and orders now.
func (p Planner) Plans(whose int) bool {
	return whose == p.Realm && whose == p.State.Next && !p.State.Over
}

// Desk is what the realm can order, as things are after its preparation.
func (p Planner) Desk(whose int, lang phrase.Lang) (out game.Desk) {
	if whose != p.Realm {
		return out
	}
	out.Kinds, out.Shows = kinds(p.Position, lang), "power"
	if !p.Plans(whose) {
		return out
	}
	d := begin(p.Position, "", order.Name{}, lang)
	out.Purse, out.Units, out.Works = d.dice(d.Me.Treasure), d.units(), d.works()
	out.Armies = rulekit.Map(d.State.Of(d.Me.Number), d.army)
	out.Actions = []game.Action{{Code: "pass", Name: d.book.T("desk.pass"),
		Draft: game.Draft{Letter: "S", Values: []string{order.PassWord.De}}}}
	return out
}

// begin lays out what the realm has when the line of a unit in a text comes.
func begin(p realm.Position, text string, unit order.Name, lang phrase.Lang) *desk {
	return &desk{turn.Try(p, text, unit), p.Rules.Words(lang), p.Rules.Language().Sections}
}

// Units are those of the desk that can still be raised under a sheet: walls and stock are used up by its recruits.
func (p Planner) Units(in game.Sheet, lang phrase.Lang) []game.Unit {
	if !p.Plans(in.Realm) {
		return nil
	}
	d := &desk{turn.TryBehind(p.Position, in.Text), p.Rules.Words(lang), p.Rules.Language().Sections}
	return d.units()
}

// Raised are the units that walk by a sheet, with what they can do where they come: attacks, training and building are
// behind all walks (§1.3). Their walks begin where they are. Recruits stand on the walls and wait.
func (p Planner) Raised(in game.Sheet, lang phrase.Lang) (out []game.DeskArmy) {
	if !p.Plans(in.Realm) {
		return nil
	}
	was, is := begin(p.Position, "", order.Name{}, lang), begin(p.Position, in.Text, turn.Behind, lang)
	for _, u := range was.State.Of(was.Me.Number) {
		there := find(is.State.Of(is.Me.Number), func(v *realm.Unit) bool { return v.Name() == u.Name() && v.At != u.At })
		if there == nil {
			continue
		}
		a, then := was.army(u), is.army(there[0])
		a.To = then.At
		for i := range a.Actions {
			if a.Actions[i].Draft.Letter != "A" { // those come first, and are the same in both
				a.Actions[i] = then.Actions[i]
			}
		}
		out = append(out, a)
	}
	for _, u := range turn.Recruits(p.Position, in.Text) {
		a := is.stands(u)
		a.Idle = is.book.T("desk.waits")
		out = append(out, a)
	}
	return out
}

// kinds are how units are called and drawn.
func kinds(p realm.Position, lang phrase.Lang) map[string]game.ArmyKind {
	d, out := &desk{book: p.Rules.Words(lang)}, map[string]game.ArmyKind{}
	for i := range p.Tables.Card {
		row := &p.Tables.Card[i]
		out[row.Card] = game.ArmyKind{Name: d.name(row.Key()), Look: looks[row.Card]}
	}
	return out
}

// looks are how units are drawn, by their card.
var looks = map[string]game.Look{string(tables.Sword): {Arm: game.Foot}, string(tables.Bow): {Arm: game.Bow},
	string(tables.Shoe): {Arm: game.Horse}, "settler": {Arm: game.Worker}}

// dice are treasure dice.
func (d *desk) dice(n int64) []game.Amount {
	name := "desk.treasure"
	if n == 1 {
		name = "desk.treasure-1"
	}
	return []game.Amount{{Code: turn.Treasure, Name: d.book.T(name), Amount: n}}
}

// name is what a code is called, as a heading.
func (d *desk) name(code string) string { return phrase.Capital(d.book.T(code)) }

// word is a choice of a part of a form.
func (d *desk) word(letter byte, form, part, choice int) string {
	i := slices.IndexFunc(d.sections, func(s orders.Section) bool { return s.Letter == letter })
	words := d.sections[i].Forms[form].Parts[part].Choices[choice]
	if d.book.Lang == phrase.En {
		return words.En
	}
	return words.De
}

// why is a reason for the reader; nil: there is none. That the treasury does not reach is none.
func (d *desk) why(what phrase.Phrase) *game.Said {
	if what.Code == "no-treasure" {
		return nil
	}
	return rulekit.Why(d.book, nil, what)
}

// label is a field as reports write it.
func (d *desk) label(p game.Place) string { return game.Counted(realm.Column(d.State.Grid, p)) }

// units are the cards in the stock. They come onto the walls of the castle.
func (d *desk) units() (out []game.Unit) {
	for i := range d.Tables.Card {
		row := &d.Tables.Card[i]
		symbol, choice := tables.Symbol(row.Card), slices.Index(tables.Symbols, tables.Symbol(row.Card))
		if choice < 0 {
			symbol, choice = "", len(tables.Symbols) // a settler
		}
		draft := game.Draft{Letter: "R", Form: recruits, Values: []string{d.word('R', recruits, 0, choice)}}
		site := game.Site{At: d.label(d.Me.Castle), Why: d.why(d.Order('R', order.RecruitOrder{Symbol: symbol}))}
		if site.Why == nil {
			site.Draft = &draft
		}
		out = append(out, game.Unit{Code: row.Card, Name: d.name(row.Key()), Look: looks[row.Card],
			Once: d.dice(row.Cost), Sites: []game.Site{site},
			Figures: []game.Amount{d.figure("speed", row.Speed), d.figure("range", row.Range),
				d.figure("power", row.Power)},
			Action: game.Action{Code: "recruit", Name: d.book.T("desk.recruit"), Draft: draft}})
	}
	return out
}

// figure is a number of a table.
func (d *desk) figure(code string, n int64) game.Amount {
	return game.Amount{Code: code, Name: d.book.T("desk.figure." + code), Amount: n}
}

// symbols are what is drawn for what is built.
var symbols = map[tables.Kind]string{tables.Quarry: "mine", tables.LumberCamp: "camp", tables.Smithy: "village",
	tables.Outpost: "castle", tables.Training: "market"}

// works are what settlers build where they stand.
func (d *desk) works() (out []game.Work) {
	for choice, kind := range order.Built {
		row := d.Tables.BuildingOf(kind)
		word := d.word('B', 0, partBuilt, choice)
		work := game.Work{Code: string(kind), Name: d.name(kind.Key()), Price: d.dice(row.Cost), Turns: 1,
			Gives: d.gives(row), Symbol: symbols[kind], Action: game.Action{Code: "build", Name: d.book.T("desk.build"),
				Draft: game.Draft{Letter: "B", Values: []string{"", word}}}}
		var whys rulekit.Reasons
		for _, u := range d.State.Of(d.Me.Number) {
			if !u.Settler {
				continue
			}
			why := d.Order('B', order.BuildOrder{Settler: turn.Own(u), Kind: kind})
			site := game.Site{At: d.label(u.At), Why: d.why(why)}
			if site.Why == nil {
				why = phrase.Phrase{}
				site.Draft = &game.Draft{Letter: "B", Values: []string{d.Called(u), word}}
			}
			whys.Add(why)
			work.Sites = append(work.Sites, site)
		}
		work.Sites, work.Action.Why = rulekit.Sites(work.Sites), d.why(whys.Commonest())
		if work.Sites == nil {
			work.Action.Why = d.why(phrase.P("desk.no-settler"))
		}
		out = append(out, work)
	}
	return out
}

// gives says what a building is good for.
func (d *desk) gives(row *tables.BuildingRow) string {
	n := &d.Tables.Rules
	args := []phrase.Arg{phrase.Num("counter", n.Counter), phrase.Num("income", n.OutpostIncome), phrase.Num("cost", n.TrainingCost),
		phrase.Num("range", n.WeaponRange), phrase.Num("power", n.ArmourPower), phrase.Num("speed", n.HoofSpeed)}
	return d.book.Say(phrase.P("desk.gives-"+string(row.Building), args...))
}
