package founding

import (
	"testing"

	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// §2.2: a course of river leads from the south edge north, each hex to the north-west or
// north-east of the one before, or from the west edge east, to the north-east, east or south-east. Eight
// hexes are less than a board's way, so they are one course; both kinds come.
func TestRiversHaveACourse(t *testing.T) {
	kinds := map[string]int{}
	for seed := range byte(60) {
		s := &realm.State{Grid: game.Grid{Width: 15, Height: 15}, Terrain: make([]tables.Terrain, 225)}
		for i := range s.Terrain {
			s.Terrain[i] = tables.Plain
		}
		rivers(s, 36, game.Seed{seed}) // 36 thousandths of 225 are 8.1
		rows, columns, edge := map[int]int{}, map[int]int{}, [2]int{}
		for p, terrain := range s.Terrain {
			if x, y := realm.Column(s.Grid, game.Place(p)); terrain == tables.River {
				rows[y]++
				columns[x]++
				if y == 1 {
					edge[0]++
				}
				if x == 1 {
					edge[1]++
				}
			}
		}
		north := edge[0] == 1
		for y := 1; y <= 8; y++ {
			north = north && rows[y] == 1
		}
		total := 0
		for _, n := range rows {
			total += n
		}
		switch {
		case total != 8:
			t.Errorf("seed %d: %d hexes of river", seed, total)
		case north:
			kinds["north"]++
		case edge[1] > 0:
			kinds["east"]++
		default:
			kinds["other"]++
		}
	}
	if kinds["north"] < 10 || kinds["east"] < 10 || kinds["other"] > 12 {
		t.Errorf("of 60 courses %v", kinds)
	}
}
