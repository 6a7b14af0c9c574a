package game

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
