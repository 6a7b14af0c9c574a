package terramagica

import (
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/tables"
)

// A practice world is small, its guards are weak, and some land has none.
const (
	practiceWidth, practiceHeight = 6, 6
	practiceRealms                = 3
	practiceNumbers               = "[rules]\nhomes = 3\nhome_distance = 2\nguard_min = 0\nguard_max = 8\n"
	practiceWay                   = 5 // provinces to the nearest neighbour's home, at most
)

// Practice is a world in which a beginner takes land in the first week, and meets neighbours within four.
func (r *Rulebook) Practice(own []byte) (f game.Founding, realms int) {
	return game.Founding{Tables: r.Practised(own, practiceNumbers), Width: practiceWidth, Height: practiceHeight},
		practiceRealms
}

// Trains reports whether a realm's first letter takes one province at once, so that it fights for another next week, and another realm's home is near.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	s := w.at.State
	home := s.Realms[number].Home
	near := false
	for _, other := range s.Realms[1:] {
		near = near || other.Number != number && r.way(w, home, other.Home) <= practiceWay
	}
	if !near {
		return false
	}
	sheet := game.Sheet{Realm: number, Turn: s.Turn, Text: w.FirstLetter(number)}
	after := w.Resolve([]game.Sheet{sheet}, game.Seed{}, 1, nil).Next().(*World)
	return after.at.State.Owned(number) == 2
}

// way is how many provinces of land lie between two.
func (r *Rulebook) way(w *World, from, to int) int {
	seen, ring := map[int]bool{from: true}, []int{from}
	for far := 0; len(ring) > 0; far++ {
		var next []int
		for _, n := range ring {
			if n == to {
				return far
			}
			for _, m := range w.at.State.Province(n).Ways {
				if !seen[m] && w.at.State.Province(m).Terrain != tables.Sea {
					seen[m] = true
					next = append(next, m)
				}
			}
		}
		ring = next
	}
	return 1 << 30
}
