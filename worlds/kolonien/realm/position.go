package realm

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/tables"
)

// Position is a state under its tables, with the words of its rulebook.
type Position = frame.Position[*tables.Tables, *State]

// Income is what a realm earns in a year: an amount for its home, and one for each level of its colonies.
func Income(p Position, realm int) int64 {
	n := &p.Tables.Rules
	sum := int64(n.IncomeHome)
	for _, at := range p.State.Owned(realm) {
		sum += int64(n.IncomeLevel) * int64(p.State.Areas[at-1].Colony.Level)
	}
	return sum
}
