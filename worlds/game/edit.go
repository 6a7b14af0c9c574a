package game

import "weltentor/orders/phrase"

// Verb is a change that a game master may make, in one of its forms.
type Verb struct {
	Name string        // the first word, such as set
	Form string        // what follows: words to be written as they are, and in capitals what they are about
	What phrase.Phrase // what it changes
}

// EditPhase is the phase of what the game master changed by hand.
const EditPhase = "edit"

// WhyEdited is the code of the event that says why the game master changed something, if it is to be said. Its
// argument is why.
const WhyEdited = "hand.why"

// FileEdited is the code of the event of a change whose words have a whole file: its name and, as n, its size.
const FileEdited = "edit.file"

// Count is a number of something a realm has. The rulebook's sentence `tally.` with the name says what it is.
type Count struct {
	Name string `json:"name"` // such as fields
	N    int64  `json:"n"`
}
