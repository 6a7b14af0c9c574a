package game

// Sizer is a Rulebook that knows which map suits a number of realms. The maps of a rulebook that is no Sizer have the
// size of its numbers, however many realms there are.
type Sizer interface {
	// SizeFor returns the sides of a map for so many realms, at least 1. They are 0 if no map suits so many.
	SizeFor(realms int) (width, height int)
}
