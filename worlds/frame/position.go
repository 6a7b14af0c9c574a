package frame

// Position is a world between two turns, or one that a turn is changing: a state S under its tables T, with the language
// and the words of the rules. A rulebook's rooms take one, where they ask a world and do not play it.
type Position[T, S any] struct {
	Rules  *Book[T]
	Tables T
	State  S
}

// With is the same position with another state.
func (p Position[T, S]) With(state S) Position[T, S] {
	p.State = state
	return p
}
