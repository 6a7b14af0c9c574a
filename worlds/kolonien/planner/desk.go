// Package planner says as values what a realm can order, for a page that counts no rules itself: prices, limits, places
// and reasons. It answers from what the realm knows (law 6). Each reason is what the turn's own code says when it tries
// the order (turn.Trial), so no rule is written twice. Begin with Planner.
package planner

import (
	"reflect"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// desk is a game.Desk in the making.
type desk struct {
	*turn.Trial
	r    *realm.Realm
	book *phrase.Book
}

// begin lays out what a realm has under the orders of a sheet. p is the world as the realm knows it.
func begin(p realm.Position, in game.Sheet, lang phrase.Lang) *desk {
	y := turn.Try(p, in)
	return &desk{y, &y.State.Realms[in.Realm-1], p.Rules.Words(lang)}
}

// Planner answers for the realm that knows a position, as a game.Planner. Of other realms it says nothing.
type Planner struct {
	realm.Position
	Realm int
}

// Plans reports whether a realm is the reader, and orders of it are awaited.
func (p Planner) Plans(whose int) bool { return whose == p.Realm && !p.State.Over }

// Desk is what the realm can order.
func (p Planner) Desk(whose int, lang phrase.Lang) game.Desk {
	switch {
	case whose != p.Realm:
		return game.Desk{}
	case !p.Plans(whose):
		return game.Desk{Kinds: kinds(p.Position, lang)}
	}
	d := begin(p.Position, game.Sheet{Realm: whose}, lang)
	purse := d.ducats(0)
	purse[0].Amount = d.Purse
	return game.Desk{Purse: purse, Units: d.units(), Works: d.works(), Armies: d.armies(), Pacts: d.pacts(),
		Kinds: kinds(p.Position, lang)}
}

// Raised are the leaders and fleets that a sheet makes, and those who can do something else because of it.
func (p Planner) Raised(in game.Sheet, lang phrase.Lang) []game.DeskArmy {
	if !p.Plans(in.Realm) {
		return nil
	}
	was, is := begin(p.Position, game.Sheet{Realm: in.Realm}, lang), begin(p.Position, in, lang)
	if reflect.DeepEqual(was.State, is.State) {
		return rulekit.Changed(was.leaders(), is.leaders()) // trying all that fleets can do takes long
	}
	return rulekit.Changed(was.armies(), is.armies())
}

// Units are what can still be raised under the orders of a sheet.
func (p Planner) Units(in game.Sheet, lang phrase.Lang) []game.Unit {
	if !p.Plans(in.Realm) {
		return nil
	}
	return begin(p.Position, in, lang).units()
}

// ducats is a price.
func (d *desk) ducats(n int64) []game.Amount {
	return []game.Amount{{Code: turn.Ducats, Name: d.book.T("desk.ducats"), Amount: n}}
}

// name is what a code is called, as a heading.
func (d *desk) name(code string) string { return phrase.Capital(d.book.T(code)) }

// why is a reason for the reader; nil: there is none.
func (d *desk) why(what phrase.Phrase) *game.Said { return rulekit.Why(d.book, nil, what) }

// fleet is a fleet as orders call it.
func (d *desk) fleet(number int) string {
	return order.FleetWord.In(d.book.Lang) + "_" + strconv.Itoa(number)
}

// label is an area as reports write it.
func label(area int) string { return strconv.Itoa(area) }

// looks are how armies and units are drawn.
var (
	kindLooks = [tables.Raised]game.Look{
		tables.MIL: {Arm: game.Foot, Weight: 1}, tables.INF: {Arm: game.Foot, Weight: 2},
		tables.LIN: {Arm: game.Foot, Weight: 3}, tables.CAV: {Arm: game.Horse}, tables.ART: {Arm: game.Gun},
	}
	shipLook   = game.Look{Arm: game.Ship}
	leaderLook = game.Look{Arm: game.Leader}
)

// kinds are how the armies of reports are called and drawn.
func kinds(p realm.Position, lang phrase.Lang) map[string]game.ArmyKind {
	d := &desk{book: p.Rules.Words(lang)}
	out := map[string]game.ArmyKind{}
	for code, look := range map[string]game.Look{"leader": {Arm: game.Mixed}, "fleet": shipLook,
		"garrison": {Arm: game.Foot}, "regiment": {Arm: game.Foot}, "natives": {Arm: game.Foot},
		"haven": {Arm: game.Foot}, "pirates": shipLook} {
		out[code] = game.ArmyKind{Name: d.name("desk.kind." + code), Look: look}
	}
	return out
}

// pacts lists what the realm is to each other, with the letters that change what it wishes.
func (d *desk) pacts() (out []game.DeskPact) {
	for other := 1; other <= len(d.State.Realms); other++ {
		if other == d.Realm {
			continue
		}
		now, own := d.State.Relation(d.Realm, other), d.r.Stances[other-1]
		theirs := d.State.Realms[other-1].Stances[d.Realm-1]
		pact := game.DeskPact{Realm: other, Now: now.Code(), Name: d.name(now.Key())}
		if own != now {
			pact.Offers = own.Code()
		}
		if theirs != now { // every report says so
			pact.Wants = theirs.Code()
		}
		for _, s := range []realm.Stance{realm.War, realm.Peace, realm.Allied} {
			if s != own {
				pact.Actions = append(pact.Actions, game.Action{Code: s.Code(), Name: d.name(s.Key()),
					Draft: game.Draft{Letter: "V", Values: []string{label(other), order.StanceLetters[s : s+1]}}})
			}
		}
		out = append(out, pact)
	}
	return out
}
