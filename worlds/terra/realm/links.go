package realm

import (
	"weltentor/worlds/game"
	"weltentor/worlds/terra/tables"
)

// Links are the groups of a realm's connected fields. A group is a chain of own fields without enemy armies. Its
// fields are linked to a city if the group has one.
type Links struct {
	Group []int   // by place: number of the group from 1; 0: none
	city  []bool  // by group
	Rest  []int64 // by group without a city: what is left over of this round's income
}

// Links groups a realm's uncontested fields.
func (s *State) Links(realm int) *Links {
	l := &Links{Group: make([]int, len(s.Fields)), city: []bool{false}, Rest: []int64{0}}
	open := func(p game.Place) bool { return s.Fields[p].Owner == realm && l.Group[p] == 0 && !s.Contested(p) }
	g := s.Grid()
	for first := range s.Fields {
		if !open(game.Place(first)) {
			continue
		}
		number := len(l.city)
		l.city, l.Rest = append(l.city, false), append(l.Rest, 0)
		l.Group[first] = number
		for queue := []game.Place{game.Place(first)}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if s.Fields[at].Terrain == tables.City {
				l.city[number] = true
			}
			for d := game.Direction(1); d <= 6; d++ {
				if q := g.Step(at, d); q != game.Nowhere && open(q) {
					l.Group[q] = number
					queue = append(queue, q)
				}
			}
		}
	}
	return l
}

// Linked reports whether a place is connected to a city.
func (l *Links) Linked(at game.Place) bool { return at != game.Nowhere && l.city[l.Group[at]] }
