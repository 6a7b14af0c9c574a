package game

import "weltentor/orders/phrase"

// Editor is a World that its game master may change by hand while a turn awaits orders: after a fault of the rules, or
// a player's mistake that the others forgive. Its Outcome is Prefaced.
type Editor interface {
	// Verbs lists the possible changes.
	Verbs() []Verb
	// Edit returns the world after a change, and the events about it. They have the phase EditPhase and no week, and
	// go to those who would notice and to nobody else. Nothing is drawn, and the turn that awaits orders stays the
	// same. The new world is not Broken. A change that is impossible, or that would change nothing, is an error for
	// the game master (phrase.Fault).
	Edit(verb string, args []string) (World, []Event, error)
}

// Verb is a change that a game master may make, in one of its forms.
type Verb struct {
	Name string        // the first word, such as set
	Form string        // what follows: words to be written as they are, and in capitals what they are about
	What phrase.Phrase // what it changes
}

// Prefaced is an Outcome that can follow what the game master changed by hand before the turn.
type Prefaced interface {
	// Preface is the same outcome with those events before its own. Reports and summaries tell them to the realms of
	// each event, and to nobody else.
	Preface([]Event) Outcome
}

// EditPhase is the phase of what the game master changed by hand.
const EditPhase = "edit"

// WhyEdited is the code of the event that says why the game master changed something, if it is to be said. Its
// argument is why.
const WhyEdited = "hand.why"

// Counter is a World that counts what a realm has, so that a game master can compare two states: what a turn would
// change.
type Counter interface {
	// Counts returns the numbers of a realm, always the same ones in the same order.
	Counts(realm int) []Count
	// Fights returns the codes of events each of which stands for one fight.
	Fights() []string
}

// Count is a number of something a realm has. The rulebook's sentence `tally.` with the name says what it is.
type Count struct {
	Name string `json:"name"` // such as fields
	N    int64  `json:"n"`
}
