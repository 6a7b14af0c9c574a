package realm

import (
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Neutral reports whether a building belongs to nobody. Engines, which a crew moves, and buildings of a realm are not
// neutral (§10.1).
func (b *Building) Neutral() bool {
	switch b.Kind {
	case tables.Quarry, tables.LumberCamp, tables.Smithy, tables.Fortress, tables.Trebuchet:
		return b.Site == 0
	}
	return false
}

// Engine reports whether a building is one that its crew moves over the board (§13.5).
func (b *Building) Engine() bool { return b.Kind == tables.Catapult || b.Kind == tables.Ballista }

// bars reports whether a place blocks routes of attack (§9.3).
func (s *State) bars(t *tables.Tables, p game.Place) bool {
	if b := s.Building(p); b != nil && b.Neutral() {
		return true
	}
	return s.CastleAt(p) != nil || s.Wall(t, p) != nil
}

// Route is the length in fields of the shortest route of attack between two places, or −1 if none has most fields or
// fewer. It is the same in both directions.
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
