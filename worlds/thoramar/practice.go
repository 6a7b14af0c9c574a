package thoramar

import (
	"fmt"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// A practice world is small, and its capitals are near each other.
const (
	practiceWidth, practiceHeight = 30, 22
	practiceRealms                = 3
	practiceApart                 = 5 // fields between capitals
	practiceWay                   = 6 // steps over land to the nearest neighbour, at most
)

// Practice is a world in which a beginner meets neighbours within four turns.
func (r *Rulebook) Practice(own []byte) (f game.Founding, realms int) {
	f = game.Founding{Tables: own, Width: practiceWidth, Height: practiceHeight}
	if len(own) == 0 {
		f.Tables = fmt.Appendf(nil, "[rules]\nstart_distance = %d\n", practiceApart)
	} else if text, err := r.Tables(own); err == nil {
		if played, err := r.Effective(text); err == nil {
			near := *played
			near.Rules.StartDistance = practiceApart
			f.Tables = near.Text()
		}
	}
	return f, practiceRealms
}

// Trains reports whether a realm has a neighbour whom its riders reach over land in few steps.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	s, t := w.at.State, w.at.Tables
	from, ring := s.Realms[number].Origin, []game.Place(nil)
	seen := make(realm.Places, (len(s.Fields)+63)/64)
	seen.Add(from)
	ring = append(ring, from)
	goals := []game.Place{}
	for i := range s.Realms {
		if i > 0 && i != number {
			goals = append(goals, s.Realms[i].Origin)
		}
	}
	for range practiceWay {
		var next []game.Place
		for _, p := range ring {
			here := &t.Terrain[s.Fields[p].Terrain]
			for d := game.Direction(1); d <= 6; d++ {
				q := s.Grid.Step(p, d)
				if q == game.Nowhere || seen.Has(q) {
					continue
				}
				there := &t.Terrain[s.Fields[q].Terrain]
				if there.Height <= 0 || there.Code == "ubk" || there.Height-here.Height > 1 || here.Height-there.Height > 1 {
					continue
				}
				seen.Add(q)
				next = append(next, q)
			}
		}
		ring = next
		if slices.ContainsFunc(goals, seen.Has) {
			return true
		}
	}
	return false
}
