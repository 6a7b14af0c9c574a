package realm

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/thoramar/tables"
)

// Position is a world between two turns: a state under its tables, with the language and the words of the rules. What
// asks a world and does not play it takes one.
type Position struct {
	Rules  *frame.Book[*tables.Tables]
	Tables *tables.Tables
	State  *State
}
