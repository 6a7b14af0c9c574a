package game

// Pacer is a Rulebook that proposes how many days a turn lasts if the game master sets no deadline. For a rulebook
// that is no Pacer it is a week.
type Pacer interface {
	Days() int
}
