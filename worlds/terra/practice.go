package terra

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// A practice world is small, and its garrisons are weak.
var practice = rulekit.Practice{Width: 10, Height: 8, Realms: 3,
	Numbers: "[rules]\ncapital_distance = 5\nwild_garrison = 300\nluck = 30\nscout_avoids = 950\n"}

// Trains reports whether a nation's first letter moves an army.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	sheet := game.Sheet{Realm: number, Turn: w.at.State.Turn, Text: w.FirstLetter(number)}
	after := w.Resolve([]game.Sheet{sheet}, game.Seed{}, 1, nil).Next().(*World).at.State
	for i, a := range after.Realms[number-1].Armies {
		if a.At != w.at.State.Realms[number-1].Armies[i].At {
			return true
		}
	}
	return false
}
