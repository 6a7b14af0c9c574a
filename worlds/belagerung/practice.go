package belagerung

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// A practice has three castles, so that foes come one by one, and dice enough for a training site in the third turn.
var practice = rulekit.Practice{Width: 15, Height: 11, Realms: 3,
	Numbers: "[rules]\nstart_treasure = 6\n"}

// Trains is true: any board does.
func (r *Rulebook) Trains(game.World, int) bool { return true }
