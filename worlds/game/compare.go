package game

import "weltentor/orders/phrase"

// Comparer is a World in which players tell each other's doings, such as the
// result of a battle at the table. Not every world is one.
type Comparer interface {
	// Compare looks at all sheets in force, the game master's too, and tells how far
	// each thing that is to be told has been: to the realms concerned, and to the game
	// master, who is told of all of them, in the order of About. A realm is told of a
	// thing at most once. The order of the sheets never matters, and those of realms
	// that are told nothing of a thing change nothing in it.
	Compare([]Sheet) []Crossing
}

// Crossing is where sheets meet: what they tell of one thing, as one of the realms is
// told it, or the game master, who is realm 0.
type Crossing struct {
	Realm  int
	About  int // the number of the thing
	Accord Accord
	Owes   bool // only another has told it, and its silence would be an answer at the deadline: it owes one
	What   phrase.Phrase
}

// Accord is how far sheets agree about a thing.
type Accord uint8

// How far sheets agree.
const (
	Contradicted Accord = iota // told, but not alike: whom it concerns is told at once, and again when it is mended
	Untold                     // not told by all who are to tell it
	Settled                    // nobody's word is missing
)

// AccordNames are the words of lists for machines.
var AccordNames = [...]string{Contradicted: "contradicted", Untold: "untold", Settled: "settled"}
