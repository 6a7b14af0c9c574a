package land

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
)

// noise is a smooth landscape of whole numbers on a cylinder. Values on the corners of a lattice are joined by smooth
// curves, and finer lattices are added at half weight. It uses only integers, so every machine draws the same world
// (law 2).
type noise struct {
	grid   game.Grid
	key    uint64
	cells  int // of the coarsest lattice around the world
	octave int // lattices, each twice as fine
}

func newNoise(g game.Grid, seed game.Seed, name string, shape [2]int) noise {
	d := seed.Sub(name).Throw(0, 0, name)
	return noise{grid: g, key: uint64(d.N(1 << 62)), cells: max(2, g.Width/shape[0]), octave: shape[1]}
}

// one is 1 in the fixed point of the lattice.
const one = 1 << 12

// at gives the value at a place, from 0 to something under 2 × 65536.
func (n noise) at(p game.Place) int64 {
	h, y := n.grid.HY(p)
	sum, weight := int64(0), int64(1)<<16
	cells := n.cells
	for o := 0; o < n.octave; o++ {
		// A row is as high as 7/8 of a column is wide.
		x := int64(h) * int64(cells) * one / int64(2*n.grid.Width)
		v := int64(y) * 7 / 4 * int64(cells) * one / int64(2*n.grid.Width)
		sum += n.lattice(o, cells, x, v) * weight >> 16
		weight /= 2
		cells *= 2
		if cells > n.grid.Width {
			break
		}
	}
	return sum
}

// lattice is one lattice's value at (x, y), 0–65535.
func (n noise) lattice(octave, cells int, x, y int64) int64 {
	ix, iy := x/one, y/one
	fx, fy := smooth(x%one), smooth(y%one)
	right := (ix + 1) % int64(cells)
	a := mix(n.corner(octave, ix, iy), n.corner(octave, right, iy), fx)
	b := mix(n.corner(octave, ix, iy+1), n.corner(octave, right, iy+1), fx)
	return mix(a, b, fy)
}

func mix(a, b, f int64) int64 { return a + (b-a)*f/one }

// smooth is 3f² − 2f³.
func smooth(f int64) int64 { return f * f / one * (3*one - 2*f) / one }

func (n noise) corner(octave int, x, y int64) int64 {
	z := n.key ^ uint64(octave)*0x9e3779b97f4a7c15 ^ uint64(x)*0xbf58476d1ce4e5b9 ^ uint64(y)*0x94d049bb133111eb
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int64((z ^ z>>31) >> 48)
}

// ranked replaces values by their rank in permille among those that count. So shares are exact whatever the landscape
// is.
func ranked(values []int64, counts func(i int) bool) []int64 {
	order := make([]int, 0, len(values))
	for i := range values {
		if counts(i) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		if values[i] != values[j] {
			return cmp.Compare(values[i], values[j])
		}
		return i - j
	})
	out := make([]int64, len(values))
	for rank, i := range order {
		out[i] = int64(rank) * 1000 / int64(len(order))
	}
	return out
}
