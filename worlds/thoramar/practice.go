package thoramar

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

const practiceWay = 5 // steps over land to the nearest neighbour, at most

// Trains reports whether riders from a realm's capital reach that of a neighbour in few steps.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	s := w.at.State
	t := &realm.Turn{Tables: w.at.Tables, Grid: s.Grid, State: s}
	riders := tables.Unit{Type: 'R', Class: 'L'}
	ring := []game.Place{s.Realms[number].Origin}
	seen := make(realm.Places, (len(s.Fields)+63)/64)
	seen.Add(ring[0])
	for range practiceWay {
		var next []game.Place
		for _, from := range ring {
			for d := game.Direction(1); d <= 6; d++ {
				if to, _, why := t.Step(number, riders, from, d); why == "" && !seen.Has(to) {
					seen.Add(to)
					next = append(next, to)
				}
			}
		}
		ring = next
	}
	return slices.ContainsFunc(s.Realms[1:], func(other realm.Realm) bool {
		return other.Number != number && seen.Has(other.Origin)
	})
}
