package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Beginner is a World that shows newcomers how to begin. Both texts are in the language of the realm's player, and say
// no more than the realm knows (law 6).
type Beginner interface {
	// FirstLetter is a sensible first turn for a realm, in its own numbers: an order file without an `$I` line, with
	// comments that say why. The receipt accepts each line without a remark, and the turn does each of them for facts
	// that the realm knows. In a new world of the size that the rulebook proposes (Sizer), the letters of all realms do
	// not get in each other's way. If it is not the realm's turn, it is what the realm could send if it were. Later in
	// the game it is an example of what a beginner could send. It is "" if there is nothing to send, as when the realm
	// has fallen.
	FirstLetter(realm int) string
	// Aims says what a newcomer should know before that, a paragraph each: how the game is won, as a Contest says it, and
	// what it takes to conquer. It is empty if the realm does not exist.
	Aims(realm int) []string
}

// Contest is a World, and a Known, that says how it is won.
type Contest interface {
	Goal(lang phrase.Lang) string
}

// Successive is a World in which one realm after the other plays. A realm that waits is shown what a receipt would say of
// its first letter.
type Successive interface {
	// AsTurnOf is the world as if it were a realm's turn, for looking only. It holds nothing that the realm may not know.
	AsTurnOf(realm int) World
}

// Legender is a World that explains the abbreviations of its reports, and what its realms can build and raise at which
// price. The machine puts it into the answer to `HELP`.
type Legender interface {
	// Legend is that text for a realm, from the tables that hold for it, in its player's language, in lines of at most
	// 78 characters. It says nothing about others.
	Legend(realm int) []byte
}

// Adjuster is a World in which lines of `$S` change what a report contains. At the end of every second report the
// machine shows the lines that a realm's orders have never used.
type Adjuster interface {
	// Adjustments returns such lines for a realm, each the opposite of what is set now.
	Adjustments(realm int) []Adjustment
}

// Adjustment is a line of `$S` that changes what a report contains.
type Adjustment struct {
	Setting string                  // its name, which is stored and never changes
	Line    phrase.Phrase           // the line, and what it does
	Uses    func(orders.Order) bool // reports whether an order belongs to this setting, whatever its value
}
