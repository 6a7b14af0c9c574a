package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Battler is a Rulebook that can fight one battle told in a text, outside of any
// world, for players to try things. Not every rulebook is one. A World, and a Known,
// that is one fights by its own tables, the Rulebook by the standard ones.
type Battler interface {
	// ReadBattle reads the text (UTF-8). Every bad line is a problem, in position
	// order, whose sentences are among the rulebook's Words; while one of them is
	// an error the Battle is nil.
	ReadBattle(text string) (Battle, []orders.Problem)
}

// Battle is one battle, to be fought as often as one likes, by several
// goroutines at the same time.
type Battle interface {
	// Seed is the seed the text names, as written; "" if it names none.
	Seed() string
	// Fight fights it; the same seed gives the same.
	Fight(Seed) Fought
}

// Fought is how a battle went.
type Fought interface {
	// Winner is a sentence of the rulebook's that tells who has won, or that
	// nobody has: equal outcomes have equal codes and no arguments.
	Winner() phrase.Phrase
	// Left is what attackers and defenders have left of their strength, in
	// permille, rounded down.
	Left() [2]int64
	// Protocol tells the battle round by round, in UTF-8 with LF.
	Protocol(phrase.Lang) []byte
}
