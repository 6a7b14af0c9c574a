package terra

import "weltentor/worlds/game"

// links are the groups of a realm's fields that hang together: chains of own
// fields without an enemy army. A group with a city is linked to it.
type links struct {
	group []int   // by place: number of the group from 1; 0 none
	city  []bool  // by group
	rest  []int64 // by group: what this round's income left over where there is no city
}

// links groups a realm's uncontested fields.
func (s *State) links(realm int) *links {
	l := &links{group: make([]int, len(s.Fields)), city: []bool{false}, rest: []int64{0}}
	open := func(p game.Place) bool { return s.Fields[p].Owner == realm && l.group[p] == 0 && !s.contested(p) }
	g := s.grid()
	for first := range s.Fields {
		if !open(game.Place(first)) {
			continue
		}
		number := len(l.city)
		l.city, l.rest = append(l.city, false), append(l.rest, 0)
		l.group[first] = number
		for queue := []game.Place{game.Place(first)}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if s.Fields[at].Terrain == City {
				l.city[number] = true
			}
			for d := game.Direction(1); d <= 6; d++ {
				if q := g.Step(at, d); q != game.Nowhere && open(q) {
					l.group[q] = number
					queue = append(queue, q)
				}
			}
		}
	}
	return l
}

// linked tells whether a place hangs together with a city.
func (l *links) linked(at game.Place) bool { return at != game.Nowhere && l.city[l.group[at]] }
