package sight

import "weltentor/worlds/game"

// Edge is a side of the map.
type Edge uint8

// The sides of a map.
const (
	West Edge = iota
	East
	South
	North
	edges
)

// End is where the map ends on a side. Away is how far the last fields are from the nation's origin: half fields to
// the west or east, rows to the south or north.
type End struct {
	Side Edge
	Away int
}

// KnownEnds are the sides of a map whose end a nation has seen.
type KnownEnds [edges]bool

// EndsSeen are the ends with a field in sight; seen is by place. A nation that never had a capital counts from the
// south-western corner, and so knows two ends. A globe has none.
func EndsSeen(g game.Grid, seen []bool, capital game.Place) (out KnownEnds) {
	out[West], out[South] = capital == game.Nowhere && !g.WrapX, capital == game.Nowhere && !g.WrapY
	for p := range seen {
		for d := game.Direction(1); seen[p] && d <= 6; d++ {
			h, y := g.Way(game.Place(p), []game.Direction{d})
			for side := range edges {
				out[side] = out[side] || beyond(g, side, h, y)
			}
		}
	}
	return out
}

// Beyond reports whether doubled coordinates are beyond an end of the map that was seen.
func (s KnownEnds) Beyond(g game.Grid, h, y int) bool {
	for side := range edges {
		if s[side] && beyond(g, side, h, y) {
			return true
		}
	}
	return false
}

// beyond reports whether doubled coordinates are beyond a side of the map.
func beyond(g game.Grid, side Edge, h, y int) bool {
	switch side {
	case West:
		return !g.WrapX && h < 0
	case East:
		return !g.WrapX && h >= 2*g.Width
	case South:
		return !g.WrapY && y < 0
	}
	return !g.WrapY && y >= g.Height
}

// away is how far the end of a side is from a place.
func away(g game.Grid, side Edge, from game.Place) int {
	h, y := g.HY(from)
	switch side {
	case West:
		return h
	case East:
		return 2*g.Width - 1 - h
	case South:
		return y
	}
	return g.Height - 1 - y
}
