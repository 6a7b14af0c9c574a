package conformance

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// smallExample is a game of that many turns with one order per turn.
func smallExample(turns int, order string) Example {
	return Example{
		Founding: game.Founding{Seed: game.Seed{3}},
		Joinings: []game.Joining{
			{Name: "A", Player: "a", Lang: phrase.De, Computer: game.UTF8},
			{Name: "B", Player: "b", Lang: phrase.En, Computer: game.PC},
		},
		Turns: turns,
		Sheet: func(game.World, int, *game.Dice) string { return order },
	}
}

// numbersLeft is a game whose effective tables are only this text.
func numbersLeft(text string) faultyRules {
	rb := duel.Rules()
	return faultyRules{rb, faults{tables: func(_, _ []byte) []byte { return []byte(text) }}}
}

// A game may have no numbers that a game master could change.
func TestNoNumbers(t *testing.T) {
	numbers := lawNamed(t, "numbers may change in a running game")
	for _, text := range []string{"", "# as in 1974\n", "release = \"manual\" # 1 of 2\n"} {
		if said := verdict(numbers, numbersLeft(text), smallExample(6, "$A\nhoch 4\n")); said != "" {
			t.Errorf("the tables %q have no number, and the game is blamed: %s", text, said)
		}
	}
	for _, text := range []string{"rounds=3\n", "most  =5\n"} {
		said := verdict(numbers, numbersLeft(text), smallExample(6, "$A\nhoch 4\n"))
		if !strings.Contains(said, "no number was changed") {
			t.Errorf("the tables %q have a number that was not changed, and that was not found: %q", text, said)
		}
	}
}

// A game may have one order per turn, and be over after any turn. If most sheets have nothing in force, nothing was
// tried.
func TestFewOrders(t *testing.T) {
	receipts := lawNamed(t, "receipts promise what turns keep")
	for turns := 1; turns <= 9; turns++ {
		for seed := range byte(20) {
			ex := smallExample(turns, "$A\nhoch 4\n")
			ex.Founding.Seed = game.Seed{9, seed}
			// Every other turn of the duel is for results, where no orders are sent.
			ex.Founding.Tables = []byte("release = \"manual\"\n")
			ex.Sheet = func(w game.World, _ int, _ *game.Dice) string {
				if w.Asked().Phase == "results" {
					return "$S\nFreigabe\n"
				}
				return "$A\nhoch 4\n"
			}
			if said := verdict(receipts, duel.Rules(), ex); said != "" {
				t.Errorf("%d turns with one order each, seed %d: %s", turns, seed, said)
			}
		}
	}
	if said := verdict(receipts, duel.Rules(), smallExample(6, "$A\nquer 99\n")); !strings.Contains(said,
		"hardly tried") {
		t.Errorf("sheets without an order in force were not found: %q", said)
	}
}

// A game that is over after its first or second turn is played again up to the turn before.
func TestShortGames(t *testing.T) {
	for name, over := range map[string]int{"after one turn": 2, "after two turns": 3} {
		short := faultyRules{duel.Rules(), faults{asked: func(a game.Asked) game.Asked {
			a.Over = a.Turn >= over
			return a
		}}}
		tb := newTable(short, smallExample(6, "$A\nhoch 4\n"))
		for turns := range 4 {
			w := tb.inPlay(turns)
			if want := min(turns, over-2) + 1; w.Asked().Over || w.Asked().Turn != want {
				t.Errorf("over %s: in play after %d turns is turn %d (over: %t), want %d", name, turns, w.Asked().Turn,
					w.Asked().Over, want)
			}
		}
		if worlds := tb.running(); len(worlds) != over-1 {
			t.Errorf("over %s: numbers are changed in %d worlds, want %d", name, len(worlds), over-1)
		}
		if said := verdict(lawNamed(t, "the same turn gives the same bytes"), short, tb.ex); said != "" {
			t.Errorf("over %s: %s", name, said)
		}
	}
}

// A kind of order that no sheet of the example has is found.
func TestEachKindOfOrderIsWritten(t *testing.T) {
	ordered := lawNamed(t, "the example's sheets have each kind of order")
	said := verdict(ordered, duel.Rules(), smallExample(6, "$A\nhoch 4\n"))
	if strings.Contains(said, "$A") || !strings.Contains(said, "$T") || strings.Contains(said, "$S") {
		t.Errorf("of $A and $T only $A is written, and the law says %q", said)
	}
	if said := verdict(ordered, duel.Rules(), smallExample(6, "$A\nhoch 4\n$T\nG1 1 0\n")); said != "" {
		t.Errorf("both are written, and the law says %q", said)
	}
}
