// Package turn plays a year: Planned are the phases that orders decide, Driven those that the rules drive, in
// phases.go. Resolve plays both lists. A receipt plays Planned over what its realm knows (Check), so it cannot promise
// what the year refuses for known facts (law 8). Trial and Draft try single orders by the same code, for the page and
// the bot.
package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/rulekit"
)

// Turn is a year being resolved. Phases change its state in place. Played with a receipt it checks one realm's sheet
// over what that realm knows.
type Turn struct {
	rulekit.Turn
	realm.Position
	began    *realm.State    // as the year began; never changed
	sheets   []rulekit.Sheet // by realm − 1
	war      war             // who has moved and fought
	worked   map[site]bool   // works begun this year; one of each sort in an area
	stranded map[mover]int   // the refused line of $A that left it where it was
	receipt  *receipt        // nil when the year is resolved
}

// war is who has moved, fought and given way this year.
type war struct {
	moved   map[mover]bool
	tired   map[mover]bool     // it has not moved itself, but leads units that have
	yielded map[mover]bool     // had to give way in a combat
	fights  map[fightKey]int64 // so far; dice are keyed by who fights where, and by nothing that others do
	keyed   []int64            // the key of the dice of the present combat
}

// mover is a realm's leader, fleet or garrison.
type mover struct {
	realm int
	concern
}

// concern is a leader, a fleet or a garrison that a line of $A is about.
type concern struct {
	leader          string // folded
	fleet, garrison int    // number; area
}

func about(name string) concern { return concern{leader: orders.Fold(name)} }

// fightKey is who attacks whom in an area: realms by their number, natives and pirates by their home area.
type fightKey struct{ area, us, them int }

// encounter is the next combat of two sides in an area, with its dice. Its sentences are told to the listeners; in a
// receipt nobody listens.
func (t *Turn) encounter(key fightKey, listeners []int) fight.Encounter {
	t.war.fights[key]++
	t.war.keyed = []int64{int64(key.us), int64(key.them), t.war.fights[key], int64(key.area)}
	e := fight.Encounter{Tables: t.Tables, Period: t.Tables.Rules.Period(t.State.Turn), Dice: t.Dice(t.war.keyed...)}
	if t.receipt == nil {
		e.Tell = func(p phrase.Phrase) { t.Tell(p, listeners...) }
	}
	return e
}

// site is an area and a sort of works there.
type site struct {
	area int
	sort string
}

// Begin makes a turn that works on state, with its sheets parsed. from is the position as the year began.
func Begin(from realm.Position, state *realm.State, sheets []game.Sheet, seed game.Seed) *Turn {
	t := &Turn{Turn: rulekit.Begin(seed, state.Turn, len(state.Realms)), Position: from.With(state), began: from.State,
		sheets: make([]rulekit.Sheet, len(state.Realms)), worked: map[site]bool{}, stranded: map[mover]int{},
		war: war{moved: map[mover]bool{}, tired: map[mover]bool{}, yielded: map[mover]bool{},
			fights: map[fightKey]int64{}}}
	for _, s := range sheets {
		if state.Realm(s.Realm) != nil {
			t.sheets[s.Realm-1] = rulekit.ReadSheet(from.Rules.Language(), s)
		}
	}
	return t
}

// each is a phase that carries out the orders of one type, realm by realm, in the order of the sheet.
func each[O orders.Order](do func(t *Turn, r *realm.Realm, at orders.Position, o O)) func(*Turn) {
	return func(t *Turn) {
		for i := range t.sheets {
			rulekit.Each(t.sheets[i].Lines, func(at orders.Position, o O) { do(t, &t.State.Realms[i], at, o) })
		}
	}
}

// exists reports whether the map has an area, or refuses the order that names it.
func (t *Turn) exists(realm int, at orders.Position, area int) bool {
	if t.State.Area(area) == nil {
		t.Refuse(realm, at, t.noArea(area))
		return false
	}
	return true
}

// noArea says that there is no such area.
func (t *Turn) noArea(area int) phrase.Phrase {
	return phrase.P("no-area", phrase.Num("area", area), phrase.Num("most", len(t.State.Areas)))
}

// all are the numbers of all realms.
func (t *Turn) all() []int { return rulekit.All(len(t.State.Realms)) }

// watchers lists the realms that see an area now, and those named.
func (t *Turn) watchers(area int, also ...int) []int {
	if t.receipt != nil {
		return nil
	}
	out := slices.DeleteFunc(slices.Clone(also), func(r int) bool { return r == 0 })
	for i := range t.State.Realms {
		if sight.Sees(t.State, i+1, area) {
			out = append(out, i+1)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// realmArgs name a realm in a sentence.
func (t *Turn) realmArgs(realm int) []phrase.Arg {
	return []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", t.State.Realms[realm-1].Name)}
}

// pay takes ducats from the treasury, or refuses the order.
func (t *Turn) pay(r *realm.Realm, at orders.Position, cost int) bool {
	if int64(cost) > r.Ducats {
		t.Refuse(r.Number, at, phrase.P("too-dear", phrase.Num("cost", cost), phrase.Num("have", r.Ducats)))
		return false
	}
	r.Ducats -= int64(cost)
	if t.receipt != nil { // nobody comes between a realm and what it pays, so the price is sure
		t.receipt.bills = append(t.receipt.bills, entry("order", at.Line, -int64(cost)))
	}
	return true
}

// did tells the realm what its order did, in the report and in the receipt alike.
func (t *Turn) did(realm int, at orders.Position, what phrase.Phrase) {
	t.Accept(at, phrase.P("will-"+what.Code, what.Args...))
	t.Tell(what, realm)
}

// was reports whether the realm had a fleet of this number when the year began.
func (t *Turn) was(realm, number int) bool {
	return t.began.Realms[realm-1].Fleet(number) != nil
}

// glory gives a realm glory for a combat in an area, or takes it.
func (t *Turn) glory(realm, change int, code string, area int) {
	if change == 0 { // a world may give or take no glory for it
		return
	}
	t.State.Realms[realm-1].Glory += change
	t.Tell(phrase.P(code, phrase.Num("area", area), phrase.Num("glory", max(change, -change))), realm)
}

// giveWay notes a leader or a fleet that had to give way, and so does not move any more this year (rules §6.9).
func (t *Turn) giveWay(who mover) { t.war.moved[who], t.war.yielded[who] = true, true }

// fullCode is the code for too little room. No room at all has a sentence of its own.
func fullCode(code string, room int) string {
	if room == 0 {
		return code + "-left"
	}
	return code
}
