package belagerung

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// A practice has three castles, so that foes come one by one, and dice enough for a training site in the third turn.
var practice = frame.Practice{Width: 15, Height: 11, Realms: 3,
	Numbers: "[rules]\nstart_treasure = 6\n"}

// Practice is a board on which a beginner builds before foes come.
func (r *Rulebook) Practice(own []byte) (f game.Founding, realms int) {
	return frame.Practised(r.Book, own, practice)
}

// Trains is true: any board does.
func (r *Rulebook) Trains(game.World, int) bool { return true }
