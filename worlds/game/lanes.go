package game

// Laned is a World whose turns are played in several lanes side by side where the rules allow it, so that several
// cores have work. The result of a turn is the same, byte for byte, with any number of lanes. With one lane nothing
// runs side by side.
type Laned interface {
	ResolveIn(lanes int, sheets []Sheet, seed Seed) Outcome
}
