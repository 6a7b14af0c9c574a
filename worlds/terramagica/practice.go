package terramagica

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// A practice world is small, its guards are few but ride, and some land has none. Armies begin small enough to lose men to
// them.
var practice = rulekit.Practice{Width: 6, Height: 6, Realms: 3,
	Numbers: "[rules]\nhomes = 3\nhome_distance = 2\nguard = \"Reiter\"\nguard_min = 0\nguard_max = 8\n" +
		"first_men = 80\nsecond_men = 40\n"}

const practiceWay = 4 // steps over land to the nearest neighbour's home, at most

// Trains reports whether another realm's home is near, and a realm's first letter takes one province at once, so that it
// fights for another next week.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	s := w.at.State
	steps := stepsFrom(s, s.Realms[number].Home, func(n int) bool { return s.Province(n).Terrain != tables.Sea })
	if !slices.ContainsFunc(s.Realms[1:], func(other realm.Realm) bool {
		return other.Number != number && steps[other.Home-1] <= practiceWay
	}) {
		return false
	}
	sheet := game.Sheet{Realm: number, Turn: s.Turn, Text: w.FirstLetter(number)}
	after := w.Resolve([]game.Sheet{sheet}, game.Seed{}, 1, nil).Next().(*World)
	return after.at.State.Owned(number) == 2
}
