package tables

// Terrain is what a field is. It is the index of its row in the tables.
type Terrain uint8

// The terrains.
const (
	City Terrain = iota
	Village
	Farmland
	Pasture
	Forest
	Mountain
	Terrains
)

// Command is what an army does in a round. It is the index of its row in the tables.
type Command uint8

// The commands.
const (
	March Command = iota
	Scout
	Advance // the command of an army without an order
	Patrol
	Support
	Forage
	Hold
	Commands
)
