package sight_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/sight"
)

// The neighbours of all places are where one step leads, on grids of any form.
func TestNeighboursAreSteps(t *testing.T) {
	for width := 1; width <= 6; width++ {
		for height := 1; height <= 6; height++ {
			for wraps := range 4 {
				grid := game.Grid{Width: width, Height: height, WrapX: wraps&1 != 0, WrapY: wraps&2 != 0}
				for p, near := range sight.Besides(grid) {
					for d, q := range near {
						if want := grid.Step(game.Place(p), game.Direction(d+1)); q != want {
							t.Fatalf("%+v: from %d in direction %d to %d, want %d", grid, p, d+1, q, want)
						}
					}
				}
			}
		}
	}
}
