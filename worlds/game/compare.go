package game

import "weltentor/orders/phrase"

// Comparer is a World in which players tell each other's doings, such as the
// result of a battle at the table. Not every world is one.
type Comparer interface {
	// Compare looks at all sheets in force, the game master's too, and tells what
	// in them contradicts each other: to each realm what it should know of that now
	// rather than with the turn's report. The order of the sheets never matters.
	Compare([]Sheet) []Crossing
}

// Crossing is a contradiction between sheets, as one of the realms is told it, or
// the game master, who is realm 0.
type Crossing struct {
	Realm int
	What  phrase.Phrase
}
