package realm

import "slices"

// ByLand is how many areas a march takes from one area to another, whoever is on the way. It is 0 if the two are the
// same, or if no way on land leads there.
func (s *State) ByLand(from, to int) int {
	if s.Area(to) == nil || s.Areas[to-1].Ground == Sea {
		return 0
	}
	far := map[int]int{from: 0}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, b := range s.Areas[queue[0]-1].Beside {
			if _, seen := far[b]; !seen && s.Areas[b-1].Ground != Sea {
				far[b] = far[queue[0]] + 1
				queue = append(queue, b)
			}
		}
	}
	return far[to]
}

// Harbours reports whether a realm's fleet may be in an area: at sea, on free coasts, and where it or an ally owns the
// land, but not off an enemy's colony.
func (s *State) Harbours(whose, area int) bool {
	a := &s.Areas[area-1]
	switch {
	case a.Ground == Sea:
		return true
	case !s.Coastal(area):
		return false
	case a.Colony == nil:
		return true
	case a.Ground == Home:
		return s.Relation(whose, a.Colony.Owner) == Allied
	}
	return s.Relation(whose, a.Colony.Owner) != Peace
}

// Course is the shortest way for a fleet, without the area where it begins, or nil if there is none. From coast to
// coast it leads over the sea.
func (s *State) Course(whose, from, to int) []int {
	before := map[int]int{from: 0}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == to {
			var way []int
			for ; at != from; at = before[at] {
				way = append(way, at)
			}
			slices.Reverse(way)
			return way
		}
		for _, b := range s.Areas[at-1].Beside {
			if _, seen := before[b]; seen || s.Areas[at-1].Ground != Sea &&
				s.Areas[b-1].Ground != Sea || !s.Harbours(whose, b) {
				continue
			}
			before[b] = at
			queue = append(queue, b)
		}
	}
	return nil
}

// Within reports whether a fleet would reach an area from another in this many steps if all coasts were open.
func (s *State) Within(from, to, steps int) bool {
	far := map[int]int{from: 0}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == to {
			return true
		}
		for _, b := range s.Areas[at-1].Beside {
			_, seen := far[b]
			if seen || far[at] == steps || s.Areas[at-1].Ground != Sea &&
				s.Areas[b-1].Ground != Sea {
				continue
			}
			far[b] = far[at] + 1
			queue = append(queue, b)
		}
	}
	return false
}

// Hostile reports whether an area has a colony of a realm's enemy.
func (s *State) Hostile(whose, area int) bool {
	c := s.Areas[area-1].Colony
	return c != nil && c.Owner != whose && s.Relation(whose, c.Owner) == War
}

// Strangers reports whether a leader of another realm is on land in the area.
func (s *State) Strangers(whose, area int) bool {
	for i := range s.Realms {
		for k := range s.Realms[i].Leaders {
			if i+1 != whose && s.Realms[i].Leaders[k].Ashore(area) {
				return true
			}
		}
	}
	return false
}

// Present reports whether the realm owns the area or has a leader or fleet there.
func (s *State) Present(whose, area int) bool {
	if s.Owner(area) == whose {
		return true
	}
	r := &s.Realms[whose-1]
	for i := range r.Leaders {
		if r.Leaders[i].At == area {
			return true
		}
	}
	for i := range r.Fleets {
		if r.Fleets[i].At == area {
			return true
		}
	}
	return false
}
