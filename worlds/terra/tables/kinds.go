package tables

// Terrain is what a field is; its row of the tables.
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

// Command is what an army does in a round; its row of the tables.
type Command uint8

// The commands.
const (
	March Command = iota
	Scout
	Advance // who says nothing
	Patrol
	Support
	Forage
	Hold
	Commands
)
