package game

// Pacer is a Rulebook that proposes how many days a turn lasts where the game master
// sets no deadline. Of one that is none a turn is a week.
type Pacer interface {
	Days() int
}
