package game

// Founder is a Rulebook with numbers that shape a world when it is founded. A running world has its shape in its
// state. If such a number were changed later, it would do nothing, or matter only to newcomers, and be wrong about
// everybody else.
type Founder interface {
	// Settled compares the effective tables with those of the founding. An error names the key of a number that must
	// stay as it was, and its value.
	Settled(founding, now []byte) error
}
