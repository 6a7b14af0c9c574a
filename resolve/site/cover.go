package site

import (
	"crypto/sha256"
	"encoding/binary"

	"weltentor/worlds/game"
)

// The cover is this many fields wide and high, and its shape changes every so many fields.
const coverWide, coverHigh, coverStep = 34, 15, 5

// coverOf is an ornament that looks like a map. It comes from a world's name alone, never from its seed.
func coverOf(name string) game.Chart {
	sum := sha256.Sum256([]byte("cover " + name))
	key := binary.BigEndian.Uint64(sum[:])
	knot := func(x, y, what int) int {
		n := uint64(x)*0x9e3779b97f4a7c15 ^ uint64(y)*0xc2b2ae3d27d4eb4f ^ uint64(what)*0x165667b19e3779f9 ^ key
		n = (n ^ n>>31) * 0xbf58476d1ce4e5b9
		return int((n ^ n>>29) % 1000)
	}
	// height between the knots of a grid, from 0 to 1000
	height := func(x, y, what int) int {
		gx, gy, fx, fy := x/coverStep, y/coverStep, x%coverStep, y%coverStep
		top := knot(gx, gy, what)*(coverStep-fx) + knot(gx+1, gy, what)*fx
		low := knot(gx, gy+1, what)*(coverStep-fx) + knot(gx+1, gy+1, what)*fx
		return (top*(coverStep-fy) + low*fy) / (coverStep * coverStep)
	}
	out := game.Chart{Terrains: []game.ChartTerrain{{Name: "sea", Ground: "sea"}, {Name: "meadow", Ground: "meadow"},
		{Name: "wood", Ground: "wood"}, {Name: "sand", Ground: "sand"}, {Name: "hill", Ground: "steppe", Height: 2},
		{Name: "mountain", Ground: "steppe", Height: 3}}}
	for y := range coverHigh {
		for x := range coverWide {
			h, grows := height(x, y, 1), height(x, y, 2)
			t := 0
			switch {
			case h > 780:
				t = 5
			case h > 680:
				t = 4
			case h > 520:
				t = [...]int{3, 1, 1, 2}[grows*4/1001]
			}
			out.Cells = append(out.Cells, game.ChartCell{H: 2*x + y&1, Y: -y, Terrain: t})
		}
	}
	for i := range out.Cells { // rows count to the north, and are odd where columns are
		out.Cells[i].Label = game.Counted(out.Cells[i].H, out.Cells[i].Y)
	}
	return out
}
