package terramagica

import "weltentor/worlds/frame"

// Position is a state under its tables, with the words of its rulebook.
type Position struct {
	Rules  *frame.Book[*Tables]
	Tables *Tables
	State  *State
}

// With is the same position in another state.
func (p Position) With(s *State) Position {
	p.State = s
	return p
}
