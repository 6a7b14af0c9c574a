package realm

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/thoramar/tables"
)

// Position is a state under its tables, with the words of its rulebook.
type Position = frame.Position[*tables.Tables, *State]
