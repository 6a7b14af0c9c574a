package tables

// Damage is the state of a building.
type Damage uint8

// The states of a building (manual T06). Each blow makes it one step worse.
const (
	Intact Damage = iota
	Light
	Heavy
	Ruin
)

// The ways in which armies fight. A world chooses one (Tables.Battle).
const (
	ByStrength = "strength"
	InRows     = "terra-magica"
)
