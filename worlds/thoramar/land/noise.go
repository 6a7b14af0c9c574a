package land

import (
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

// values gives the value of each place, from 0 to something under 2 × 65536.
func (n noise) values() []int64 {
	out := make([]int64, n.grid.Size())
	weight, cells := int64(1)<<16, n.cells
	for o := 0; o < n.octave; o++ {
		for y := range n.grid.Height {
			n.addRow(out[y*n.grid.Width:][:n.grid.Width], y, o, cells, weight)
		}
		weight /= 2
		cells *= 2
		if cells > n.grid.Width {
			break
		}
	}
	return out
}

// addRow adds one lattice, 0–65535 by its weight, to the values of a row.
func (n noise) addRow(row []int64, y, octave, cells int, weight int64) {
	around := int64(2 * n.grid.Width)
	v := int64(y) * 7 / 4 * int64(cells) * one / around // a row is as high as 7/8 of a column is wide
	iy, fy := v/one, smooth(v%one)
	at := int64(-1) // the cell of the lattice, with its corners
	var a, b, c, d int64
	for x := range row {
		u := int64(2*x+y&1) * int64(cells) * one / around
		ix, fx := u/one, smooth(u%one)
		if at != ix {
			at = ix
			right := (ix + 1) % int64(cells)
			a, b = n.corner(octave, ix, iy), n.corner(octave, right, iy)
			c, d = n.corner(octave, ix, iy+1), n.corner(octave, right, iy+1)
		}
		row[x] += mix(mix(a, b, fx), mix(c, d, fx), fy) * weight >> 16
	}
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

// ranked replaces values, which have 32 bits, by their rank in permille among those that count. So shares are exact
// whatever the landscape is.
func ranked(values []int64, counts func(i int) bool) []int64 {
	order := make([]int64, 0, len(values)) // the value above, and the place below
	for i, v := range values {
		if counts(i) {
			order = append(order, v<<32|int64(i))
		}
	}
	slices.Sort(order)
	out := make([]int64, len(values))
	for rank, v := range order {
		out[uint32(v)] = int64(rank) * 1000 / int64(len(order))
	}
	return out
}
