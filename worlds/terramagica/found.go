package terramagica

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// found makes a fresh world without realms (§2): provinces on a map of hexes, whose neighbours are those that they
// touch. The same Founding gives the same bytes.
func found(t *tables.Tables, f game.Founding) (*realm.State, error) {
	n := &t.Rules
	width, height := cmp.Or(f.Width, n.Width), cmp.Or(f.Height, n.Height)
	if min(width, height) < n.Smallest || max(width, height) > n.Largest {
		return nil, game.Refused("sides", phrase.Num("width", width), phrase.Num("height", height),
			phrase.Num("low", n.Smallest), phrase.Num("high", n.Largest))
	}
	return fairWorld(t, game.Grid{Width: width, Height: height}, f.Seed), nil
}

// drawn draws one map with its people and guards.
func drawn(t *tables.Tables, grid game.Grid, seed game.Seed) *realm.State {
	s := &realm.State{Schema: realm.Schema, Turn: 1, Grid: grid, Realms: []realm.Realm{{}},
		Armies: make([][]*realm.Army, 1)}
	s.Realms[0].Lang = phrase.Langs[0]
	s.Provinces = make([]realm.Province, s.Grid.Size())
	for i := range s.Provinces {
		s.Provinces[i].Ways = waysOf(s.Grid, i+1)
	}
	shape(s, &t.Rules, seed.Sub("land"))
	for i := range s.Provinces {
		settle(s, t, i+1, seed.Sub("people"))
	}
	return s
}

func waysOf(g game.Grid, number int) []int {
	var out []int
	for d := game.Direction(1); d <= 6; d++ {
		if p := g.Step(realm.PlaceOf(g, number), d); p != game.Nowhere {
			out = append(out, realm.NumberAt(g, p))
		}
	}
	slices.Sort(out)
	return out
}

// shape draws a height for each province, smooths it twice over the neighbours, and makes the lowest share sea and the
// highest hard. Other land beside the sea is coast.
func shape(s *realm.State, n *tables.Numbers, seed game.Seed) {
	heights := make([]int64, len(s.Provinces))
	for i := range heights {
		heights[i] = seed.Throw(0, 0, "height", int64(i)).N(1_000_000)
	}
	for range 2 {
		heights = smoothed(s, heights)
	}
	order := make([]int, len(heights))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(heights[a], heights[b]), cmp.Compare(a, b)) })
	total := int64(len(order))
	sea, hard := total*n.SeaShare/1000, total*n.HardShare/1000
	for rank, i := range order {
		switch {
		case int64(rank) < sea:
			s.Provinces[i].Terrain = tables.Sea
		case int64(rank) >= total-hard:
			s.Provinces[i].Terrain = tables.Hard
		default:
			s.Provinces[i].Terrain = tables.Land
		}
	}
	for i := range s.Provinces {
		p := &s.Provinces[i]
		if p.Terrain == tables.Land && slices.ContainsFunc(p.Ways,
			func(m int) bool { return s.Province(m).Terrain == tables.Sea }) {
			p.Terrain = tables.Coast
		}
	}
}

// smoothed gives each province the average of its own height, counted twice, and its neighbours' heights.
func smoothed(s *realm.State, heights []int64) []int64 {
	out := make([]int64, len(heights))
	for i := range s.Provinces {
		sum, parts := 2*heights[i], int64(2)
		for _, m := range s.Provinces[i].Ways {
			sum += heights[m-1]
			parts++
		}
		out[i] = sum / parts
	}
	return out
}

// settle gives a province its people and the guard of realm 0.
func settle(s *realm.State, t *tables.Tables, number int, seed game.Seed) {
	p, n := s.Province(number), &t.Rules
	if p.Terrain == tables.Sea {
		return
	}
	dice := seed.Throw(0, 0, "province", int64(number))
	p.People = dice.Between(n.PeopleMin, n.PeopleMax)
	p.Most = p.People * n.PeopleMost / 1000
	if men := dice.Between(n.GuardMin, n.GuardMax); men > 0 {
		guard := &realm.Army{Realm: 0, Name: realm.GuardName(number), At: number}
		guard.Take(t, n.Guard, men, 0)
		s.Add(guard)
	}
}
