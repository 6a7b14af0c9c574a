package realm

import (
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Neutral reports whether a building stands that belongs to nobody: engines, which are led about, and what a realm
// owns are none (§10.1).
func (b *Building) Neutral() bool {
	switch b.Kind {
	case tables.Quarry, tables.LumberCamp, tables.Smithy, tables.Fortress, tables.Trebuchet:
		return b.Site == 0
	}
	return false
}

// Engine reports whether it is led over the board by its crew (§13.5).
func (b *Building) Engine() bool { return b.Kind == tables.Catapult || b.Kind == tables.Ballista }

// bars reports whether no route of attack leads over a place (§9.3).
func (s *State) bars(t *tables.Tables, p game.Place) bool {
	if b := s.Building(p); b != nil && b.Neutral() {
		return true
	}
	return s.CastleAt(p) != nil || s.Wall(t, p) != nil
}

// Route is the length of the shortest route of attack between two places, in fields, if it is no longer than most, or
// −1 if there is none. It is as long from there to here.
func (s *State) Route(t *tables.Tables, from, to game.Place, most int64) int64 {
	seen := make([]bool, s.Grid.Size())
	seen[from] = true
	now := []game.Place{from}
	for steps := int64(1); steps <= most && len(now) > 0; steps++ {
		var next []game.Place
		for _, p := range now {
			for d := game.Direction(1); d <= 6; d++ {
				q := s.Grid.Step(p, d)
				if q == to && q != from {
					return steps
				}
				if q == game.Nowhere || seen[q] || s.bars(t, q) {
					continue
				}
				seen[q] = true
				next = append(next, q)
			}
		}
		now = next
	}
	return -1
}
