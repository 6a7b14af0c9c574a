package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Battler is a Rulebook that can fight one battle described in a text, outside of any world, so that players can try
// things. Not every rulebook can. A World, or a Known, that is a Battler fights by its own tables. A Rulebook fights
// by the standard ones.
type Battler interface {
	// ReadBattle reads the text (UTF-8). Every bad line is a problem, sorted by position, with a sentence among the
	// rulebook's Words. If one of them is an error, the Battle is nil.
	ReadBattle(text string) (Battle, []orders.Problem)
}

// Battle is one battle. It can be fought any number of times, by several goroutines at the same time.
type Battle interface {
	// Seed is the seed that the text names, as written, and "" if it names none.
	Seed() string
	// Fight fights it. The same seed gives the same result.
	Fight(Seed) Fought
}

// Fought is how a battle went.
type Fought interface {
	// Winner is a sentence of the rulebook's that says who has won, or that nobody has. Equal outcomes have equal
	// codes and no arguments.
	Winner() phrase.Phrase
	// Left is how much of their strength attackers and defenders have left, in permille, rounded down.
	Left() [2]int64
	// Protocol describes the battle round by round, in UTF-8 with LF.
	Protocol(phrase.Lang) []byte
}
