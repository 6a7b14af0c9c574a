package belagerung

import (
	"weltentor/worlds/game"
)

// neutral tells whether a building stands that belongs to nobody: engines, which
// are led about, and what a realm owns are none (§10.1).
func (b *Building) neutral() bool {
	switch b.Kind {
	case Quarry, LumberCamp, Smithy, Fortress, Trebuchet:
		return b.Site == 0
	}
	return false
}

// engine tells whether it is led over the board by its crew (§13.5).
func (b *Building) engine() bool { return b.Kind == Catapult || b.Kind == Ballista }

// bars tells whether no route of attack leads over a place (§9.3).
func (s *State) bars(t *Tables, p game.Place) bool {
	if b := s.building(p); b != nil && b.neutral() {
		return true
	}
	return s.castleAt(p) != nil || s.wall(t, p) != nil
}

// route is the length of the shortest route of attack between two places, in
// fields, if it is no longer than most; −1 if there is none. It is as long from
// there to here.
func (s *State) route(t *Tables, from, to game.Place, most int64) int64 {
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
