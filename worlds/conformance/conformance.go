// Package conformance is the whole contract of worlds/game as tests: a rulebook that passes Run fits the machine. Only
// tests import it.
//
// The laws are the same for all games: those in which all move at once, those with two mail phases per round, and those
// in which players move one after the other. A rulebook's own test calls Run once with an Example, and tests the
// special parts of its rules itself. For each law that could fail silently a test breaks it on purpose (names that end
// in Catch or Catches).
package conformance

import (
	"fmt"
	"iter"
	"os"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Example tells the suite how to play a rulebook.
type Example struct {
	Founding game.Founding  // Tables are the world's own numbers, as in world.toml
	Joinings []game.Joining // of at least two realms
	Turns    int            // number of random turns to play; 0: 12

	// Sheet writes sensible orders for a realm in a world that is not over. If it is nil, or returns "", the suite uses
	// the examples of the language. A rulebook must survive them, but mostly refuses them.
	Sheet func(w game.World, realm int, d *game.Dice) string

	// Unforeseen lists the codes of refusals that depend on what a realm cannot know when its orders come. All others
	// must be in the receipt.
	Unforeseen []string

	// Hidden replaces what the viewer may not know, in the world and in others' sheets, by something else that is
	// lawful. It is nil if everything is public.
	Hidden func(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet)

	// Unseen changes something in a world that a realm does not know, and nothing else. The result is lawful, and the
	// realm's template and receipts stay as they are. Over time it should change each kind of thing that the realm may
	// not know. It returns nil if there is nothing to change. It is nil if everything is public.
	Unseen func(w game.World, realm int, d *game.Dice) game.World

	// Reckoned are columns of the public standings, and names of numbers in facts, that a reader computes from several
	// numbers of a report. All others must be in the report.
	Reckoned []string

	// Stays are the codes of sentences in facts that stay in their language, such as lines of orders.
	Stays []string

	// Daily are the codes of events that are daily business, each with its forms: they mean nothing to their readers. All
	// others that the example's games have need a meaning, see rulekit.Meanings.
	Daily []string

	// Fights are the codes of events that tell of a battle first. Facts have each as an object.
	Fights []string

	// Marches are the events that tell of a march that came to its end.
	Marches []string

	// Apart says what realms that never met can notice of each other. It is nil if everybody sees what all do.
	Apart *Apart

	// Edits are sensible changes by hand in a world, most of which can be made. Over time each verb is among them. It
	// is nil if worlds have no Verbs.
	Edits func(w game.World, d *game.Dice) []string

	// SomeEdits says that some verbs cannot be used in the worlds of this example. Another example of the rulebook
	// covers them.
	SomeEdits bool

	// Bots is how a realm that the machine plays is tried. It is nil if the rulebook has no Bot.
	Bots *Bots

	// Lacks names what the game has none of, such as "map", in the words of the law about it. The laws about these things
	// are not tried. It is nil if the game has all.
	Lacks []string

	// Ends says that a game of Turns turns comes to its end.
	Ends bool
}

// fail reports a broken promise, as testing.T.Errorf does.
type fail func(format string, args ...any)

// panicked is to be deferred. It reports a panic of what the words before it name.
func panicked(bad fail, format string, args ...any) {
	if r := recover(); r != nil {
		bad(format+" panics: %v", append(args, r)...)
	}
}

// Whole reports whether LAWS=full is in the environment, as for a release. Laws that could try very much then try all
// of it. Otherwise they try some of each kind, and less with -short, which is for a second kind of machine.
func Whole() bool { return os.Getenv("LAWS") == "full" }

// Often is how much is tried: all if Whole, otherwise some. Games' own tests that draw cases ask it, too.
func Often(some, all int) int {
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
	tables []byte // effective
	ids    map[phrase.Lang]map[string]string
	played []game.World // the example after that many turns, as far as laws have asked; worlds never change
}

func newTable(rb game.Rulebook, ex Example) *table {
	if ex.Turns == 0 {
		ex.Turns = 12
	}
	return &table{rb: rb, ex: ex, seed: ex.Founding.Seed.Sub("conformance")}
}

// found makes a fresh world. It panics if the rulebook cannot found the example: then not a law is broken, but the
// test.
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

// start returns the fresh world with the example's realms.
func (tb *table) start() game.World { return tb.after(0) }

// begun makes the world that start returns.
func (tb *table) begun() game.World {
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

// after plays the example with sensible orders for that many turns, or until it is over.
func (tb *table) after(turns int) game.World {
	if len(tb.played) == 0 {
		tb.played = []game.World{tb.begun()}
	}
	for len(tb.played) <= turns {
		w := tb.played[len(tb.played)-1]
		if w.Asked().Over {
			return w
		}
		tb.played = append(tb.played, tb.resolved(w).Next())
	}
	return tb.played[turns]
}

// turns yields the example's worlds in play, by the turns before them, at most this many.
func (tb *table) turns(most int) iter.Seq2[int, game.World] {
	return func(yield func(int, game.World) bool) {
		for n := range min(most, tb.ex.Turns) {
			if w := tb.after(n); w.Asked().Over || !yield(n, w) {
				return
			}
		}
	}
}

// resolved is a turn with sensible orders.
func (tb *table) resolved(w game.World) game.Outcome {
	return w.Resolve(tb.sheets(w), tb.turnSeed(w), 1, nil)
}

// inPlay returns the example after that many turns. If the game is over by then, it returns the world before the last
// turn.
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

// dice returns dice that are keyed by the turn that awaits orders, what they are for, and for whom.
func (tb *table) dice(w game.World, what string, subject ...int64) *game.Dice {
	return tb.seed.Throw(w.Asked().Turn, 0, what, subject...)
}

// sheets returns a sensible sheet of each realm that is asked.
func (tb *table) sheets(w game.World) []game.Sheet {
	asked := w.Asked()
	var out []game.Sheet
	for _, r := range asked.Realms {
		text := tb.sensible(w, r)
		out = append(out, game.Sheet{Realm: r, Turn: asked.Turn, Text: text})
	}
	return out
}

// sensible returns what the example writes for a realm, or else examples of the language.
func (tb *table) sensible(w game.World, realm int) string {
	d := tb.dice(w, "sheet", int64(realm))
	if tb.ex.Sheet != nil && !w.Asked().Over {
		if text := tb.ex.Sheet(w, realm, d); text != "" {
			return text
		}
	}
	return someExamples(tb.rb.Language(), d)
}
