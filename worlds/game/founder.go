package game

// Founder is a Rulebook with numbers that shape a world as it is founded. A running
// world has its shape in its state: such a number changed later would do nothing, or
// for who joins only, and say what is false of the rest.
type Founder interface {
	// Settled holds the effective tables against those of the founding. An error names
	// the key of a number that must stay as it was, and what that is.
	Settled(founding, now []byte) error
}
