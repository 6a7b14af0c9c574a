package conformance

import (
	"reflect"
	"slices"

	"weltentor/worlds/game"
)

// comparing: in a world that compares sheets, the contradictions found do not depend on the order of sheets. They are
// told to realms of the game, in words of the book, and only to those whose sheets cause them. The example must have
// some.
func comparing(tb *table, bad fail) {
	compares, found := false, 0
	for _, w := range tb.worlds(tb.ex.Turns) {
		if c, is := w.(game.Comparer); is {
			compares = true
			found += tb.compared(w, c, tb.sheets(w), bad)
		}
	}
	if compares && found == 0 && tb.ex.Sheet != nil {
		bad("no sheets contradicted each other: the law was not tried")
	}
}

// compared checks one turn's sheets, and counts the contradictions.
func (tb *table) compared(w game.World, c game.Comparer, sheets []game.Sheet, bad fail) (found int) {
	state, told := string(w.State()), c.Compare(sheets)
	back := slices.Clone(sheets)
	slices.Reverse(back)
	if !reflect.DeepEqual(told, c.Compare(back)) {
		bad("what sheets contradict each other in depends on their order")
	}
	if string(w.State()) != state {
		bad("Compare changed the world")
	}
	for _, s := range sheets {
		for _, alone := range c.Compare([]game.Sheet{s}) {
			if alone.Accord == game.Contradicted {
				bad("the sheet of realm %d alone is said to contradict one: %q", s.Realm, alone.What.Code)
			}
		}
	}
	things := map[int][]int{} // realms that are told that a thing is contradicted
	for i, x := range told {
		tb.worded(x.What, bad)
		if x.Realm != 0 && !slices.ContainsFunc(w.Realms(), func(r game.Realm) bool { return r.Number == x.Realm }) {
			bad("a contradiction is told to realm %d, which is not there", x.Realm)
		}
		if slices.ContainsFunc(told[:i], func(y game.Crossing) bool {
			return y.Realm == x.Realm && y.About == x.About
		}) {
			bad("realm %d is told of thing %d twice", x.Realm, x.About)
		}
		if x.Accord == game.Contradicted {
			things[x.About] = append(things[x.About], x.Realm)
		}
	}
	for about, realms := range things {
		toJustThem(c, sheets, about, realms, bad)
	}
	return len(things)
}

// toJustThem: a contradiction disappears without the sheet of any realm that is told it, and stays without any other
// sheet. So at least two realms are told.
func toJustThem(c game.Comparer, sheets []game.Sheet, about int, realms []int, bad fail) {
	for _, s := range sheets {
		without := slices.DeleteFunc(slices.Clone(sheets), func(o game.Sheet) bool { return o.Realm == s.Realm })
		stays := slices.ContainsFunc(c.Compare(without), func(x game.Crossing) bool {
			return x.About == about && x.Accord == game.Contradicted
		})
		told := slices.Contains(realms, s.Realm)
		if s.Realm != 0 && told == stays {
			bad("contradiction %d stays without the sheet of realm %d: %t; that realm is told it: %t", about,
				s.Realm, stays, told)
		}
	}
}
