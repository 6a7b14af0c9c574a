package sight

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// chart is the board of what one realm knows: as large as what it has seen, with a rim of unknown fields around it.
// Fields are on it as the realm counts them. If the world goes round, the board does so only if the realm has seen
// that. It has seen it if two neighbouring fields are far from each other in its counting. Otherwise its coordinates
// go on for ever, as far as it knows.
type chart struct {
	world  game.Grid
	origin game.Place // of the realm, in the world
	grid   game.Grid  // the board
	h, y   int        // doubled coordinates of the origin on the board
}

// chartOf is the chart of the fields that a realm has seen.
func chartOf(s *realm.State, number int, seen realm.Places) *chart {
	c := &chart{world: s.Grid, origin: s.Realms[number].Origin}
	var low, high [2]int // of h and y, from the origin
	mark := func(p game.Place) {
		h, y := c.world.Delta(c.origin, p)
		low[0], high[0] = min(low[0], h), max(high[0], h)
		low[1], high[1] = min(low[1], y), max(high[1], y)
	}
	for p := range seen.All {
		mark(p)
	}
	for _, a := range s.Armies[number] {
		if a.Start >= 0 {
			mark(a.Start)
		}
	}
	c.grid.WrapX, c.grid.WrapY = round(c.world, c.origin, seen)
	const rim = 1
	if c.grid.Height = c.world.Height; !c.grid.WrapY {
		c.y = rim - low[1]
		c.grid.Height = c.y + high[1] + rim + 1
	}
	if c.grid.Width, c.h = c.world.Width, c.y&1; !c.grid.WrapX {
		c.h = 2*rim - low[0]
		c.h += (c.h + c.y) & 1
		c.grid.Width = (c.h+high[0]+2*rim)/2 + 1
	}
	return c
}

// place is where a place of the world is on the chart.
func (c *chart) place(p game.Place) game.Place {
	if p < 0 {
		return game.Nowhere
	}
	h, y := c.world.Delta(c.origin, p)
	return c.grid.At(c.h+h, c.y+y)
}

// blank is an empty set of places of the chart.
func (c *chart) blank() realm.Places { return make(realm.Places, (c.grid.Size()+63)/64) }

// round reports whether a realm has seen that the world goes round, from east to west and from north to south.
func round(world game.Grid, origin game.Place, seen realm.Places) (x, y bool) {
	if !world.WrapX && !world.WrapY {
		return false, false
	}
	for p := range seen.All {
		h, v := world.Delta(origin, p)
		if h < world.Width-1 && (!world.WrapY || 2*v < world.Height-2) {
			continue // not at the seam
		}
		for d := game.Direction(1); d <= 6; d++ {
			if q := world.Step(p, d); seen.Has(q) {
				qh, qv := world.Delta(origin, q)
				x, y = x || qh < h-2, y || qv < v-1
			}
		}
	}
	return x, y
}

// Far is the distance of two places as the realm counts it: straight on, unless it has seen that the world goes round.
func Far(t *realm.Turn, number int, p, q game.Place) int {
	r := &t.State.Realms[number]
	far := t.Grid.Distance(p, q)
	ph, py := t.Grid.Delta(r.Origin, p)
	qh, qy := t.Grid.Delta(r.Origin, q)
	straight := game.Stride(qh-ph, qy-py)
	if straight == far {
		return far
	}
	if x, y := round(t.Grid, r.Origin, r.Seen); x || y {
		return far
	}
	return straight
}

// Least is the least possible distance of two places, as far as a receipt knows, for a difference in doubled
// coordinates. A realm that has not been round the world may be nearer to a field the other way. That way has at least
// Rules.MinWidth fields, and those that the realm can tell apart.
func Least(t *realm.Turn, number, h, y int) int {
	far := game.Stride(h, y)
	if t.Receipt == nil || t.Grid.WrapX {
		return far
	}
	width := t.Tables.Rules.MinWidth
	for seen := range t.Receipt.Seen.All {
		h, _ := t.Grid.Delta(t.State.Realms[number].Origin, seen)
		width = max(width, h, 1-h)
	}
	return min(far, game.Stride(2*width-max(h, -h), y))
}
