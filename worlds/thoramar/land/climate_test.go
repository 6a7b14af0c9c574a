package land

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// No border of a belt of climate is a straight line: going around the world it
// leaves a band of five rows, and never keeps to one row for a fifth of the way.
func TestClimateHasNoStraightLines(t *testing.T) {
	for _, seed := range []string{"1", "2", "3", "4"} {
		drawn, err := game.ParseSeed(seed)
		if err != nil {
			t.Fatal(err)
		}
		c := &chart{grid: game.Grid{Width: 200, Height: 114, WrapX: true}, seed: drawn, tables: tables.StandardTables()}
		c.raise()
		c.measure()
		for p := range c.height { // an even world: only the air makes its climate
			c.height[p], c.coast[p] = 0, 1
		}
		c.weather()
		for name, of := range map[string][]int64{"warmth": c.warm, "latitude": c.lat} {
			limits := []int64{iceWarm, 330, 540, 720}
			if name == "latitude" { // the desert belts and the rains of the equator go by it
				limits = []int64{desertLat - desertDry, desertLat, 2 * tropicWet, desertLat + desertDry}
			}
			for _, limit := range limits {
				low, high, longest := border(c.grid, of, limit)
				if high-low < 5 || longest > 40 {
					t.Errorf("seed %s: the border of %s %d lies in rows %d to %d, %d fields in one of them", seed, name,
						limit, low, high, longest)
				}
			}
		}
	}
}

// border looks, column by column from the south, where values first reach a limit.
func border(g game.Grid, of []int64, limit int64) (low, high, longest int) {
	low = g.Height
	last, run := -1, 0
	for x := range g.Width {
		y := 0
		for y < g.Height-1 && of[y*g.Width+x] < limit == (of[x] < limit) {
			y++
		}
		if run++; y != last {
			last, run = y, 1
		}
		low, high, longest = min(low, y), max(high, y), max(longest, run)
	}
	return low, high, longest
}
