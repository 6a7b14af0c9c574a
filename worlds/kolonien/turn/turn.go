// Package turn plays a year: a position, sheets and a seed go in, and the turn that changed them comes out, with what
// happened and what was refused; the root calls Resolve. Check plays the same phases for the receipt of one sheet, over
// what its realm knows.
package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
)

// Turn is a year being resolved. Phases change its state in place. Played with a
// receipt it is the check of one realm's sheet over what that realm knows.
type Turn struct {
	frame.Turn
	realm.Position
	began    *realm.State     // as the year began; nobody changes it
	sheets   []frame.Sheet    // by realm − 1
	war      war              // who has moved and fought
	worked   map[site]bool    // works begun this year, one of each sort in an area
	stranded map[stranded]int // the line of $A that was refused
	receipt  *receipt         // nil when the year is resolved
}

// war is who has moved, fought and given way this year.
type war struct {
	moved   map[mover]bool
	tired   map[mover]bool     // leads units that have moved, itself it has not
	yielded map[mover]bool     // had to give way in a combat
	fights  map[fightKey]int64 // so far, to key their dice by who fights where, and by nothing others do
	keyed   []int64            // what the dice of the combat at hand are thrown for
}

// mover is a leader, a fleet or the garrison of an area.
type mover struct {
	realm, fleet, garrison int
	leader                 string
}

// fightKey is who attacks whom in an area: realms by their number, natives and pirates by
// where they are at home.
type fightKey struct{ area, us, them int }

// throws gives the dice of the next combat of two sides in an area.
func (t *Turn) throws(key fightKey) *game.Dice {
	t.war.fights[key]++
	t.war.keyed = []int64{int64(key.us), int64(key.them), t.war.fights[key], int64(key.area)}
	return t.Dice(t.war.keyed...)
}

// site is an area and a sort of works there.
type site struct {
	area int
	sort string
}

// Begin makes the turn of a state that has come of a position, with its sheets parsed.
func Begin(from realm.Position, state *realm.State, sheets []game.Sheet, seed game.Seed) *Turn {
	t := &Turn{Turn: frame.Begin(seed, state.Turn, len(state.Realms)), Position: from.With(state), began: from.State,
		sheets: make([]frame.Sheet, len(state.Realms)), worked: map[site]bool{}, stranded: map[stranded]int{},
		war: war{moved: map[mover]bool{}, tired: map[mover]bool{}, yielded: map[mover]bool{},
			fights: map[fightKey]int64{}}}
	for _, s := range sheets {
		if state.Realm(s.Realm) != nil {
			t.sheets[s.Realm-1] = frame.ReadSheet(from.Rules.Language(), s)
		}
	}
	return t
}

// each calls do for a realm's orders of one type, in the order of the sheet.
func each[O orders.Order](t *Turn, realm int, do func(at orders.Position, o O)) {
	frame.Each(t.sheets[realm-1].Lines, do)
}

// telling tells a combat's sentences; nobody listens to those fought for a receipt.
func (t *Turn) telling(listeners []int) func(phrase.Phrase) {
	if t.receipt != nil {
		return nil
	}
	return func(p phrase.Phrase) { t.Tell(p, listeners...) }
}

// all are the numbers of all realms.
func (t *Turn) all() []int { return frame.All(len(t.State.Realms)) }

// watchers are the realms that see an area now, and those named.
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
	return true
}

// did tells the realm what its order did, in the report and in the receipt alike.
func (t *Turn) did(realm int, at orders.Position, what phrase.Phrase) {
	t.Accept(at, phrase.P("will-"+what.Code, what.Args...))
	t.Tell(what, realm)
}

// was reports whether the realm had a fleet of this number as the year began.
func (t *Turn) was(realm, number int) bool {
	return t.began.Realms[realm-1].Fleet(number) != nil
}

// glory gives a realm glory for a combat in an area, or takes it.
func (t *Turn) glory(realm, change int, code string, area int) {
	if change == 0 { // a world may give no glory for it, or take none
		return
	}
	t.State.Realms[realm-1].Glory += change
	t.Tell(phrase.P(code, phrase.Num("area", area), phrase.Num("glory", max(change, -change))), realm)
}

// giveWay: who had to give way does not move any more this year (rules §6.9).
func (t *Turn) giveWay(who mover) { t.war.moved[who], t.war.yielded[who] = true, true }

// fullCode is the code of what has too little room: none at all has a sentence of its own.
func fullCode(code string, room int) string {
	if room == 0 {
		return code + "-left"
	}
	return code
}

// stranded is whom or what a refused line of $A left where it was.
type stranded struct {
	realm int
	of    concern
}
