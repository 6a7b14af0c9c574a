package world

import (
	"weltentor/worlds/game"
)

// goesByDeadline tells whether the turn that awaits orders is resolved at its
// deadline, and not by the game master's hand.
func (k *Setup) GoesByDeadline(world game.World) bool {
	return !world.Asked().Over && world.Due(nil) != game.ByHand
}
