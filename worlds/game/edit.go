package game

import "weltentor/orders/phrase"

// Editor is a World that its game master may change by hand while a turn awaits orders:
// after a fault of the rules, or a mistake of a player's that the table forgives. Its
// Outcome is Prefaced.
type Editor interface {
	// Verbs lists the changes there are.
	Verbs() []Verb
	// Edit gives the world after a change, and what is told of it: events of EditPhase without
	// a week, for those who would notice and for nobody else. Nothing is drawn, and the turn that
	// awaits orders stays the same. The new world is not Broken. What cannot be done is
	// an error for the game master (phrase.Fault), and so is what would change nothing.
	Edit(verb string, args []string) (World, []Event, error)
}

// Verb is a change that a game master may make, in one of its forms.
type Verb struct {
	Name string        // the first word, such as set
	Form string        // what follows: words to be written so, and in capitals what they are about
	What phrase.Phrase // what it changes
}

// Prefaced is an Outcome that can be told behind what the game master changed by hand
// before the turn.
type Prefaced interface {
	// Preface is the same outcome with those events before its own. Reports and summaries tell
	// them to the realms of each event, and to nobody else.
	Preface([]Event) Outcome
}

// EditPhase is the phase of what the game master changed by hand.
const EditPhase = "edit"

// WhyEdited is the code of the event that tells why the game master changed something, if
// he wants it told. Its argument is why.
const WhyEdited = "hand.why"
