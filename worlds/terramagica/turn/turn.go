// Package turn resolves a week: Plans are the phases that sheets decide, Week is what happens then, in phases.go.
// Resolve plays both lists. A receipt plays Plans over what its realm knows, and then what follows for sure (Check). So
// it cannot promise what the week refuses for known facts (law 8). Trial tries single orders by the same code.
package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// Turn is a week being resolved. Phases change its state in place, one after the other, and report what they did as
// events.
type Turn struct {
	rulekit.Turn
	realm.Position
	War *fight.War

	sheets  []rulekit.Sheet     // by realm; a realm without orders has no lines
	master  rulekit.Sheet       // of realm 0: the game master's
	Purses  []Purse             // by realm: what came in and went out this week
	points  []int64             // by province: production points left
	stays   map[*realm.Army]int // armies that stay because their march was refused, each with its line
	receipt *receipt
}

// Purse is a realm's week in gold.
type Purse struct{ Tax, Booty, Built, Recruited, Upkeep int64 }

// begin makes a turn that plays on the position itself, without sheets.
func begin(p realm.Position, seed game.Seed) *Turn {
	s := p.State
	t := &Turn{
		Turn: rulekit.Begin(seed, s.Turn, len(s.Realms)-1), Position: p,
		sheets: make([]rulekit.Sheet, len(s.Realms)), Purses: make([]Purse, len(s.Realms)),
		points: make([]int64, len(s.Provinces)), stays: map[*realm.Army]int{},
	}
	t.War = fight.NewWar(p, &t.Turn)
	return t
}

// New makes a turn on a copy of the position, with the sheets parsed.
func New(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	t := begin(p.With(p.State.Clone()), seed)
	for _, s := range in {
		switch r := t.State.Realm(s.Realm); {
		case r == nil || r.Fallen:
		case s.Realm == 0:
			t.master = rulekit.ReadSheet(p.Rules.Language(), s)
		default:
			t.sheets[s.Realm] = rulekit.ReadSheet(p.Rules.Language(), s)
		}
	}
	return t
}

// ordersOf calls do with each order of the type in the sheets, by realm and in
// the order of the file.
func ordersOf[T orders.Order](t *Turn, do func(whose int, at orders.Position, o T)) {
	for whose := range t.sheets {
		rulekit.Each(t.sheets[whose].Lines, func(at orders.Position, o T) { do(whose, at, o) })
	}
}

// own finds the army that an order names. If there is none, the order is refused with a suggestion. All who ask come
// before the production, so an army that begins there is none yet.
func (t *Turn) own(whose int, at orders.Position, name string) *realm.Army {
	a, begins := t.State.Army(whose, name), false
	if a == nil {
		rulekit.Each(t.sheets[whose].Lines, func(_ orders.Position, o order.RecruitOrder) {
			begins = begins || orders.Fold(o.Army) == orders.Fold(name)
		})
	}
	switch {
	case begins:
		t.Refuse(whose, at, phrase.P("army-begins", phrase.Str("army", orders.Clip(name))))
	case a == nil:
		t.noArmy(whose, at, "no-such-army", name)
	}
	return a
}

// noProvince refuses an order that names a province which does not exist.
func (t *Turn) noProvince(whose int, at orders.Position, args ...phrase.Arg) {
	t.Refuse(whose, at, phrase.P("no-such-province", append(args, phrase.Num("most", len(t.State.Provinces)))...))
}

func (t *Turn) noArmy(whose int, at orders.Position, code, name string) {
	names := rulekit.Map(t.State.Armies[whose], func(b *realm.Army) string { return b.Name })
	t.Refuse(whose, at, orders.Guessed(code, orders.Nearest(name, names), phrase.Str("army", orders.Clip(name))))
}

// did records that an order was carried out, for the realm's report and its receipt.
func (t *Turn) did(whose int, at orders.Position, what phrase.Phrase) {
	t.Tell(what, whose)
	t.Accept(at, what)
}

// tellParties tells an event from three sides: to the realm that acts (code.own), to the realm it hits (code.lost; 0:
// none), and to the others who learn of it.
func (t *Turn) tellParties(code string, by, of int, witnesses []int, args ...phrase.Arg) {
	others := slices.DeleteFunc(slices.Clone(witnesses), func(r int) bool { return r == by || r == of })
	t.Tell(phrase.P(code, args...), others...)
	t.Tell(phrase.P(code+".own", args...), by)
	if of > 0 {
		t.Tell(phrase.P(code+".lost", args...), of)
	}
}
