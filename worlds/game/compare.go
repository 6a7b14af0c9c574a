package game

import "weltentor/orders/phrase"

// Comparer is a World in which players report what others did, such as the result of a battle at the table. Not every
// world is one.
type Comparer interface {
	// Compare looks at all sheets in force, the game master's included. It says how far each thing that must be
	// reported has been reported, to the realms concerned. The game master gets all of them, in the order of About. A
	// realm gets a thing at most once. The order of the sheets never matters. A sheet changes nothing in a thing that
	// its realm gets nothing about.
	Compare([]Sheet) []Crossing
}

// Crossing is where sheets meet: what they report about one thing, as one of the realms is told, or the game master,
// who is realm 0.
type Crossing struct {
	Realm  int
	About  int // the number of the thing
	Accord Accord
	Owes   bool // another has reported it, and silence would count as an answer at the deadline
	What   phrase.Phrase
}

// Accord is how far sheets agree about a thing.
type Accord uint8

// How far sheets agree.
const (
	Contradicted Accord = iota // reported differently: those concerned are told at once, and again when it is mended
	Untold                     // not reported by all who must
	Settled                    // nobody's report is missing
)

// AccordNames are the words in lists for machines.
var AccordNames = [...]string{Contradicted: "contradicted", Untold: "untold", Settled: "settled"}
