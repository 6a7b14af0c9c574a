package game

// Laned is a World whose turns are played in several lanes side by side, where the rules allow it, so that as
// many cores have work. What comes of a turn is the same, byte for byte, with any number of them; with one
// there is nothing side by side.
type Laned interface {
	ResolveIn(lanes int, sheets []Sheet, seed Seed) Outcome
}
