package conformance

import (
	"reflect"
	"slices"

	"weltentor/worlds/game"
)

// comparing: of a world that compares sheets, what it tells does not depend on
// their order, is told to realms of the game in words of the book, and no sheet
// contradicts itself.
func comparing(tb *table, bad fail) {
	w := tb.start()
	for range tb.ex.Turns {
		if w.Asked().Over {
			return
		}
		sheets := tb.sheets(w)
		if c, is := w.(game.Comparer); is {
			tb.compared(w, c, sheets, bad)
		}
		w = w.Resolve(sheets, tb.turnSeed(w)).Next()
	}
}

func (tb *table) compared(w game.World, c game.Comparer, sheets []game.Sheet, bad fail) {
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
		if alone := c.Compare([]game.Sheet{s}); len(alone) > 0 {
			bad("the sheet of realm %d alone is said to contradict one: %q", s.Realm, alone[0].What.Code)
		}
	}
	for _, x := range told {
		tb.worded(x.What, bad)
		if x.Realm != 0 && !slices.ContainsFunc(w.Realms(), func(r game.Realm) bool { return r.Number == x.Realm }) {
			bad("a contradiction is told to realm %d, which is not there", x.Realm)
		}
	}
}
