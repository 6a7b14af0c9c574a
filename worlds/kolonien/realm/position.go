package realm

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/tables"
)

// Position is a world between two turns, or one that a turn is changing: a state under its tables, with the language
// and the words of the rules. What asks a world and does not play it takes one.
type Position struct {
	Rules  *frame.Book[*tables.Tables]
	Tables *tables.Tables
	State  *State
}

// Income is what a realm gets a year: the home's, and a part for each level.
func (p Position) Income(realm int) int64 {
	n := &p.Tables.Rules
	sum := int64(n.IncomeHome)
	for i := range p.State.Areas {
		if c := p.State.Areas[i].Colony; c != nil && c.Owner == realm {
			sum += int64(n.IncomeLevel) * int64(c.Level)
		}
	}
	return sum
}
