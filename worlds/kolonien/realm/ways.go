package realm

import (
	"slices"

	"weltentor/worlds/game"
)

// Touching lists the neighbours of each area by its place on the map, which is width by height, with area 1 in the
// north-west. Areas after those, the homes, have none.
func Touching(width, height, areas int) [][]int {
	g, out := game.Grid{Width: width, Height: height}, make([][]int, areas)
	for i := range min(areas, width*height) {
		for d := game.Direction(1); d <= 6; d++ {
			if b := Toward(g, i+1, d); b > 0 {
				out[i] = append(out[i], b)
			}
		}
		slices.Sort(out[i])
	}
	return out
}

// Toward is the area of the map that lies in a direction; 0: there is none. The grid counts its rows to the north,
// areas are counted to the south.
func Toward(g game.Grid, area int, d game.Direction) int {
	q := int(g.Step(game.Place((g.Height-1-(area-1)/g.Width)*g.Width+(area-1)%g.Width), d))
	if q < 0 {
		return 0
	}
	return (g.Height-1-q/g.Width)*g.Width + q%g.Width + 1
}

// Ways are the shortest ways from one area to others.
type Ways struct {
	Areas       []int // those that can be reached, the nearest first, without the one where the ways begin
	before, far []int // by area: the one before it, 0 if no way leads there, and the steps to it
}

// Search finds ways from an area, as far as next lets them go on from one area into another. It stops when it has found
// the way to an area; 0: it finds all.
func (s *State) Search(from, to int, next func(at, b int) bool) *Ways {
	w := &Ways{before: make([]int, len(s.Areas)+1), far: make([]int, len(s.Areas)+1)}
	w.before[from] = from
	queue := []int{from}
	for i := 0; i < len(queue) && queue[i] != to; i++ {
		at := queue[i]
		for _, b := range s.Areas[at-1].Beside {
			if w.before[b] == 0 && next(at, b) {
				w.before[b], w.far[b] = at, w.far[at]+1
				queue = append(queue, b)
			}
		}
	}
	w.Areas = queue[1:]
	return w
}

// Far is how many steps an area is away, if a way leads there.
func (w *Ways) Far(area int) (steps int, reached bool) { return w.far[area], w.before[area] > 0 }

// To is the way to an area, without the one where it begins; nil: no way leads there, or it begins there.
func (w *Ways) To(area int) (way []int) {
	for at := area; w.far[at] > 0; at = w.before[at] {
		way = append(way, at)
	}
	slices.Reverse(way)
	return way
}

// ByLand is how many areas a march takes from one area to another, whoever is on the way. It is 0 if the two are the
// same, or if no way on land leads there.
func (s *State) ByLand(from, to int) int {
	if s.Area(to) == nil {
		return 0
	}
	far, _ := s.Search(from, to, func(_, b int) bool { return s.Areas[b-1].Ground != Sea }).Far(to)
	return far
}

// BySea reports whether a fleet may go from one area into another beside it, if all coasts are open. From coast to
// coast the way leads over the sea.
func (s *State) BySea(at, b int) bool {
	return s.Areas[at-1].Ground == Sea || s.Areas[b-1].Ground == Sea
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

// Course is the shortest way for a fleet, without the area where it begins, or nil if there is none.
func (s *State) Course(whose, from, to int) []int {
	return s.Search(from, to, func(at, b int) bool { return s.BySea(at, b) && s.Harbours(whose, b) }).To(to)
}

// Within reports whether a fleet would reach an area from another in this many steps if all coasts were open.
func (s *State) Within(from, to, steps int) bool {
	far, reached := s.Search(from, to, s.BySea).Far(to)
	return reached && far <= steps
}

// Hostile reports whether an area has a colony of a realm's enemy.
func (s *State) Hostile(whose, area int) bool {
	c := s.Areas[area-1].Colony
	return c != nil && c.Owner != whose && s.Relation(whose, c.Owner) == War
}

// Lands reports whether a leader of the realm is on land in the area.
func (r *Realm) Lands(area int) bool {
	return slices.ContainsFunc(r.Leaders, func(l Leader) bool { return l.Ashore(area) })
}

// Anchors reports whether a fleet of the realm is in the area.
func (r *Realm) Anchors(area int) bool {
	return slices.ContainsFunc(r.Fleets, func(f Fleet) bool { return f.At == area })
}

// Strangers reports whether a leader of another realm is on land in the area.
func (s *State) Strangers(whose, area int) bool {
	for i := range s.Realms {
		if i+1 != whose && s.Realms[i].Lands(area) {
			return true
		}
	}
	return false
}

// Present reports whether the realm owns the area or has a leader or fleet there.
func (s *State) Present(whose, area int) bool {
	r := &s.Realms[whose-1]
	return s.Owner(area) == whose || r.Anchors(area) ||
		slices.ContainsFunc(r.Leaders, func(l Leader) bool { return l.At == area })
}
