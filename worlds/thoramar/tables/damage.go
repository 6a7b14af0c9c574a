package tables

// Damage of a building.
type Damage uint8

// The states of a building (manual T06): each harm takes it one step further.
const (
	Intact Damage = iota
	Light
	Heavy
	Ruin
)

// The ways in which armies fight, a choice of the world (Tables.Battle).
const (
	ByStrength = "strength"
	InRows     = "terra-magica"
)
