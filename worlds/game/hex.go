package game

import (
	"math"
	"strconv"
)

// Place is a field of a Grid: row × width + column.
type Place int32

// Nowhere is no place.
const Nowhere Place = -1

// Direction of a pointy-top hex: 1 NE, 2 E, 3 SE, 4 SW, 5 W, 6 NW; 0 stays.
type Direction uint8

// Opposite is the direction back.
func (d Direction) Opposite() Direction {
	if d == 0 {
		return 0
	}
	return (d+2)%6 + 1
}

// Grid is a board of pointy-top hexes in doubled coordinates (h, y): h ≡ y mod 2, y grows to the north, a step east is
// h+2. Column c of row y is h = 2c + (y mod 2). A board that wraps north–south needs an even height.
type Grid struct {
	Width, Height int
	WrapX, WrapY  bool
}

// Size is the number of places.
func (g Grid) Size() int { return g.Width * g.Height }

// HY returns the doubled coordinates of a place.
func (g Grid) HY(p Place) (h, y int) {
	y = int(p) / g.Width
	return 2*(int(p)%g.Width) + y&1, y
}

// At returns the place with doubled coordinates (h, y). It wraps where the grid wraps, and returns Nowhere beyond an
// edge or if h and y differ in parity.
func (g Grid) At(h, y int) Place {
	if (h+y)&1 != 0 {
		return Nowhere
	}
	if g.WrapY {
		y = mod(y, g.Height)
	} else if y < 0 || y >= g.Height {
		return Nowhere
	}
	if g.WrapX {
		h = mod(h, 2*g.Width)
	} else if h < 0 || h >= 2*g.Width {
		return Nowhere
	}
	return Place(y*g.Width + h/2)
}

// mod is a modulo n. Most steps stay within the grid, and need no division.
func mod(a, n int) int {
	if a >= 0 && a < n {
		return a
	}
	return (a%n + n) % n
}

var steps = [7][2]int{{0, 0}, {1, 1}, {2, 0}, {1, -1}, {-1, -1}, {-2, 0}, {-1, 1}}

// Step returns the neighbour in direction d, and Nowhere beyond an edge.
func (g Grid) Step(p Place, d Direction) Place {
	h, y := g.HY(p)
	return g.At(h+steps[d][0], y+steps[d][1])
}

// Way returns the doubled coordinates to which steps lead from p. It ignores the board's edges: beyond them it counts
// on, and it does not wrap.
func (g Grid) Way(p Place, way []Direction) (h, y int) {
	h, y = g.HY(p)
	for _, d := range way {
		h, y = h+steps[d][0], y+steps[d][1]
	}
	return h, y
}

// Toward returns the direction from p to its neighbour q, and 0 if they do not touch.
func (g Grid) Toward(p, q Place) Direction {
	for d := Direction(1); d <= 6; d++ {
		if g.Step(p, d) == q {
			return d
		}
	}
	return 0
}

// Delta returns the shortest (dh, dy) from p to q. dh is in (−W, W], dy likewise if the grid wraps north–south.
func (g Grid) Delta(p, q Place) (dh, dy int) {
	ph, py := g.HY(p)
	qh, qy := g.HY(q)
	return g.shortest(qh-ph, qy-py)
}

// shortest is a difference without ways that lead around the grid.
func (g Grid) shortest(dh, dy int) (int, int) {
	if g.WrapX {
		dh = wrapped(dh, g.Width)
	}
	if g.WrapY {
		dy = wrapped(2*dy, g.Height) / 2
	}
	return dh, dy
}

// wrapped brings d, a difference modulo 2n, into (−n, n].
func wrapped(d, n int) int {
	d = mod(d, 2*n)
	if d > n {
		d -= 2 * n
	}
	return d
}

// Distance is the number of steps between two places.
func (g Grid) Distance(p, q Place) int {
	return Stride(g.Delta(p, q))
}

// Stride is the number of steps of a difference in doubled coordinates.
func Stride(dh, dy int) int {
	dh, dy = abs(dh), abs(dy)
	if dh <= dy {
		return dy
	}
	return dy + (dh-dy)/2
}

func abs(a int) int {
	if a < 0 {
		return -a
	}
	return a
}

// Relative returns p in the counting of a player whose origin is o. If dy is even, x = dh/2. If dy is odd, x =
// (dh+1)/2 for dh > 0 and (dh−1)/2 for dh < 0, so odd rows have no x = 0.
func (g Grid) Relative(o, p Place) (x, y int) {
	return counted(g.Delta(o, p))
}

// counted returns a difference in doubled coordinates as a player counts it.
func counted(dh, dy int) (x, y int) {
	switch {
	case dy&1 == 0:
		return dh / 2, dy
	case dh > 0:
		return (dh + 1) / 2, dy
	default:
		return (dh - 1) / 2, dy
	}
}

// Along returns where steps lead from p, in the counting of a player whose origin is o. It ignores the board's edges,
// which the player may not know: beyond them it counts on.
func (g Grid) Along(o, p Place, way []Direction) (x, y int) {
	dh, dy := g.Delta(o, p)
	for _, d := range way {
		dh, dy = dh+steps[d][0], dy+steps[d][1]
	}
	return counted(g.shortest(dh, dy))
}

// Apart is the difference in doubled coordinates from p to x/y, in the counting of a player whose origin is o. It goes
// straight on: neither the board's edges nor its wrapping matter. Distances that are very large come out smaller.
func (g Grid) Apart(o, p Place, x, y int) (dh, dy int) {
	clip := func(n int) int { return max(-math.MaxInt32/4, min(n, math.MaxInt32/4)) }
	x, y = clip(x), clip(y)
	if x != 0 {
		dh, _ = Doubled(x, y)
	}
	ph, py := g.Delta(o, p)
	return dh - ph, y - py
}

// Absolute is the inverse of Relative: each place has one name, and what Relative never returns leads Nowhere. That is
// x = 0 in an odd row, a place beyond an edge, and, if the grid wraps, a count further than half around. dh must be in
// (−Width, Width], y in (−Height/2, Height/2] (decision 1).
func (g Grid) Absolute(o Place, x, y int) Place {
	if abs(x) > g.Width || abs(y) > g.Height || x == math.MinInt || y == math.MinInt {
		return Nowhere // this also keeps what follows from overflowing
	}
	dh, _ := Doubled(x, y)
	if x == 0 && y&1 != 0 || g.WrapX && (dh <= -g.Width || dh > g.Width) ||
		g.WrapY && (2*y <= -g.Height || 2*y > g.Height) {
		return Nowhere
	}
	oh, oy := g.HY(o)
	return g.At(oh+dh, oy+y)
}

// View shows places as they are counted from an origin. It is a phrase.Viewer.
type View struct {
	Grid   Grid
	Origin Place
}

// AppendPlace appends "x/y".
func (v View) AppendPlace(dst []byte, place int64) []byte {
	x, y := v.Grid.Relative(v.Origin, Place(place))
	dst = strconv.AppendInt(dst, int64(x), 10)
	dst = append(dst, '/')
	return strconv.AppendInt(dst, int64(y), 10)
}
