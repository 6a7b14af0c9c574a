// Package conformance holds every rulebook to the contract of worlds/game: the
// same laws for a game in which all move at once, one with two mail phases a
// round, and one in which players move one after the other.
//
// A rulebook's own test calls Run once with an Example; what is special to its
// rules it tests beside it.
package conformance

import (
	"fmt"
	"os"
	"testing"

	"weltentor/worlds/game"
)

// Example tells the suite how to play a rulebook.
type Example struct {
	Founding game.Founding  // Tables are the world's own numbers, as in world.toml
	Joinings []game.Joining // at least two realms
	Turns    int            // random turns to play; 0: 12

	// Sheet writes orders that make sense for a realm in a world. Nil, or "",
	// leaves the suite with the examples of the language, which a rulebook must
	// survive but mostly refuses.
	Sheet func(w game.World, realm int, d *game.Dice) string

	// Unforeseen lists the codes of refusals that rest on what a realm cannot
	// know when its orders come. All others must stand in the receipt already.
	Unforeseen []string

	// Recovered lists the codes of errors in a receipt that a turn may do all the
	// same. There should be none: what hangs on something not yet decided is a
	// remark, and an error what the rules refuse whatever happens.
	Recovered []string

	// Hidden replaces what the viewer may not know, in the world and in others'
	// sheets, by something as lawful. Nil where everything is public.
	Hidden func(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet)

	// Unseen changes something in a world that a realm does not know, and nothing else: another
	// lawful world, in which the realm's template and receipts are as they were. Each kind of thing
	// that the realm may not know should be drawn at some time. It gives nil where there is nothing
	// to change. Nil where everything is public.
	Unseen func(w game.World, realm int, d *game.Dice) game.World

	// Reckoned are columns of the public standings, and names of numbers in facts, that a reader
	// reckons from several numbers of a report; all others must be in it.
	Reckoned []string

	// Lines are codes of events that the body of a report's mail always has a line for: how a fight ended, what
	// changed hands. It may count others by their kind.
	Lines []string

	// Loss tells that an event says what an own army lost in a fight: it has a line, too. Nil where Lines name all.
	Loss func(e game.FactEvent, reader int) bool

	// Course tells of a code that it is of the course of a fight, which the line of its end stands for in the body.
	Course func(code string) bool

	// Gathered tells that the body says an event in another sentence, which stands for several. Nil where it has
	// no such.
	Gathered func(body string, e game.FactEvent) bool

	// Apart tells what realms that never met get of each other. Nil where everybody sees
	// what all do.
	Apart *Apart

	// Edits are changes by hand that make sense in a world, most of which can be made; each verb
	// is among them at some time. Nil where worlds are no game.Editor.
	Edits func(w game.World, d *game.Dice) []string

	// SomeEdits tells that not every verb can be used in the worlds of this example; another
	// one of the rulebook shows those that are left.
	SomeEdits bool

	// Ends tells that a game of Turns turns comes to its end.
	Ends bool
}

// fail tells of a broken promise, as testing.T.Errorf does.
type fail func(format string, args ...any)

// Whole tells that LAWS=full is in the environment, as for a release: laws that try much of a kind
// then try all of it. Otherwise they leave some of each kind out, and no kind; with -short, for a
// second kind of machine, more.
func Whole() bool { return os.Getenv("LAWS") == "full" }

// often is how much is tried, whole or not.
func often(some, all int) int {
	switch {
	case Whole():
		return all
	case testing.Short():
		return max(1, some/4)
	}
	return some
}

// table is where a rulebook is played: the example, its numbers and its seed.
type table struct {
	rb     game.Rulebook
	ex     Example
	seed   game.Seed
	tables []byte       // effective
	played []game.World // the example after so many turns, as far as a law has asked
}

func newTable(rb game.Rulebook, ex Example) *table {
	if ex.Turns == 0 {
		ex.Turns = 12
	}
	return &table{rb: rb, ex: ex, seed: ex.Founding.Seed.Sub("conformance")}
}

// found makes a fresh world. A rulebook that cannot found the example is no
// broken law but a broken test: it panics.
func (tb *table) found() game.World {
	effective, err := tb.rb.Tables(tb.ex.Founding.Tables)
	if err != nil {
		panic(fmt.Sprintf("the example's tables: %v", err))
	}
	tb.tables = effective
	f := tb.ex.Founding
	f.Tables = effective
	w, err := tb.rb.Found(f)
	if err != nil {
		panic(fmt.Sprintf("the example is not founded: %v", err))
	}
	return w
}

// start is the fresh world with the example's realms.
func (tb *table) start() game.World {
	if len(tb.ex.Joinings) < 2 {
		panic("an example needs two realms")
	}
	w := tb.found()
	for i, j := range tb.ex.Joinings {
		next, _, err := w.Join(j, tb.seed.Sub(fmt.Sprint("join ", i)))
		if err != nil {
			panic(fmt.Sprintf("realm %q does not join: %v", j.Name, err))
		}
		w = next
	}
	return w
}

// after plays the example with sensible orders for so many turns, or until it
// is over.
func (tb *table) after(turns int) game.World {
	if len(tb.played) == 0 {
		tb.played = []game.World{tb.start()}
	}
	for len(tb.played) <= turns {
		w := tb.played[len(tb.played)-1]
		if w.Asked().Over {
			return w
		}
		tb.played = append(tb.played, w.Resolve(tb.sheets(w), tb.turnSeed(w)).Next())
	}
	return tb.played[turns]
}

// inPlay is the example after so many turns or, of a game that is over sooner, before
// its last one.
func (tb *table) inPlay(turns int) game.World {
	for ; turns > 0; turns-- {
		if w := tb.after(turns); !w.Asked().Over {
			return w
		}
	}
	return tb.start()
}

func (tb *table) turnSeed(w game.World) game.Seed {
	return tb.seed.Sub(fmt.Sprint("turn ", w.Asked().Turn))
}

// dice are keyed by the turn that awaits orders, what they are for, and for whom.
func (tb *table) dice(w game.World, what string, subject ...int64) *game.Dice {
	return tb.seed.Throw(w.Asked().Turn, 0, what, subject...)
}

// sheets are one of each asked realm, sensible ones.
func (tb *table) sheets(w game.World) []game.Sheet {
	asked := w.Asked()
	var out []game.Sheet
	for _, r := range asked.Realms {
		text := tb.sensible(w, r)
		out = append(out, game.Sheet{Realm: r, Turn: asked.Turn, Text: text})
	}
	return out
}

func (tb *table) sensible(w game.World, realm int) string {
	d := tb.dice(w, "sheet", int64(realm))
	if tb.ex.Sheet != nil {
		if text := tb.ex.Sheet(w, realm, d); text != "" {
			return text
		}
	}
	return someExamples(tb.rb.Language(), d)
}
