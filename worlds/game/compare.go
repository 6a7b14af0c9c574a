package game

import "weltentor/orders/phrase"

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
