package land_test

import (
	"testing"

	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Decision 10: one herd for 60 fields of habitat, as many heads as the table
// says, each on a field where its kind lives.
func TestHerdsOfAFreshWorld(t *testing.T) {
	numbers := tables.StandardTables()
	for _, size := range [][2]int{{0, 0}, {60, 40}, {20, 16}} {
		s := found(t, "herds", size[0], size[1])
		herds, heads := map[tables.Unit]int{}, map[tables.Unit]int64{}
		for _, a := range s.Armies[0] {
			herds[a.Name.Unit]++
			heads[a.Name.Unit] += a.Men
		}
		for _, want := range []struct {
			unit  tables.Unit
			heads int64
			lives func(height int, lat int64) bool
		}{
			{tables.Unit{Type: 'M', Class: 'L'}, 20, func(h int, _ int64) bool { return h == 0 }},
			{tables.Unit{Type: 'M', Class: 'S'}, 12, func(h int, lat int64) bool { return h == 0 && lat <= 739 }},
			{tables.Unit{Type: 'M', Class: 'K'}, 8, func(h int, _ int64) bool { return h == 0 }},
			{tables.Unit{Type: 'M', Class: 'M'}, 40,
				func(h int, lat int64) bool { return (h == 1 || h == 2) && lat >= 261 }},
			{tables.Unit{Type: 'M', Class: 'E'}, 40,
				func(h int, lat int64) bool { return (h == 1 || h == 2) && lat <= 261 }},
			{tables.Unit{Type: 'M', Class: 'N'}, 150,
				func(h int, lat int64) bool { return (h == 1 || h == 2) && lat <= 739 }},
			{tables.Unit{Type: 'M', Class: 'B'}, 100, func(h int, _ int64) bool { return h == 3 }},
			{tables.Unit{Type: 'M', Class: 'H'}, 300, func(h int, _ int64) bool { return h >= 2 }},
		} {
			fields := 0
			for p := range s.Fields {
				y := int64(p / s.Grid.Width)
				lat := realm.Abs64(2*y-int64(s.Grid.Height-1)) * 1000 / int64(s.Grid.Height-1)
				if want.lives(numbers.Terrain[s.Fields[p].Terrain].Height, lat) {
					fields++
				}
			}
			if n := fields / 60; herds[want.unit] != n || heads[want.unit] != int64(n)*want.heads {
				t.Errorf("%v: %d herds of %s with %d heads on %d fields", size, herds[want.unit], want.unit,
					heads[want.unit], fields)
			}
		}
		if list := realm.Broken(numbers, s); len(list) > 0 {
			t.Errorf("%v: broken: %q", size, list)
		}
	}
}
