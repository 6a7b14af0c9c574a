package belagerung

import "weltentor/worlds/game"

// A practice has three castles, so that foes come one by one, and dice enough for a training site in the third turn.
const (
	practiceWidth, practiceHeight = 15, 11
	practiceRealms                = 3
	practiceNumbers               = "[rules]\nstart_treasure = 6\n"
)

// Practice is a board on which a beginner builds before foes come.
func (r *Rulebook) Practice(own []byte) (f game.Founding, realms int) {
	return game.Founding{Tables: r.Practised(own, practiceNumbers), Width: practiceWidth, Height: practiceHeight},
		practiceRealms
}

// Trains is true: any board does.
func (r *Rulebook) Trains(game.World, int) bool { return true }
