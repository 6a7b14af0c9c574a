package game

// Counter is a World that counts what a realm has, for a game master who holds two states
// against each other: what a turn would change.
type Counter interface {
	// Counts gives the numbers of a realm, always the same ones in the same order.
	Counts(realm int) []Count
	// Fights are the codes of events of which each tells one fight.
	Fights() []string
}

// Count is a number of what a realm has. The rulebook's sentence `tally.` and the name says what.
type Count struct {
	Name string `json:"name"` // e.g. fields
	N    int64  `json:"n"`
}
