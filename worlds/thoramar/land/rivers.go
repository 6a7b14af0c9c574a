package land

import (
	"container/heap"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Rivers run along the edges of fields, from corner to corner. A corner is the top (2p) or the bottom (2p+1) of one
// field p. Each has three edges, from a top to bottoms and back.

// way is an edge between two corners, named by one of the fields that it separates.
type way struct {
	to    int
	field game.Place
	dir   game.Direction
}

// ways appends the edges that meet in a corner and are inside the world: none, two or three.
func (c *chart) ways(out []way, corner int) []way {
	p, side := game.Place(corner/2), corner%2
	right, left := game.Direction(1), game.Direction(6) // from a top
	if side == 1 {
		right, left = 3, 4
	}
	r, l := c.grid.Step(p, right), c.grid.Step(p, left)
	if r == game.Nowhere || l == game.Nowhere {
		return out
	}
	out = append(out, way{int(r)*2 + 1 - side, p, right}, way{int(l)*2 + 1 - side, p, left})
	if far := c.grid.Step(r, left); far != game.Nowhere {
		out = append(out, way{int(far)*2 + 1 - side, r, 5})
	}
	return out
}

// around appends the three fields that meet in a corner, or fewer at the world's end.
func (c *chart) around(out []game.Place, corner int) []game.Place {
	p := game.Place(corner / 2)
	right, left := game.Direction(1), game.Direction(6)
	if corner%2 == 1 {
		right, left = 3, 4
	}
	out = append(out, p)
	for _, d := range [...]game.Direction{right, left} {
		if q := c.grid.Step(p, d); q != game.Nowhere {
			out = append(out, q)
		}
	}
	return out
}

// basin is a corner with the level that its water must reach to flow on.
type basin struct {
	level  int64
	corner int
}

// flood is a heap of basins, the lowest on top.
type flood []basin

func (f flood) Len() int      { return len(f) }
func (f flood) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *flood) Push(b any)   { *f = append(*f, b.(basin)) }

func (f flood) Less(i, j int) bool {
	return f[i].level < f[j].level || f[i].level == f[j].level && f[i].corner < f[j].corner
}

func (f *flood) Pop() any {
	last := len(*f) - 1
	b := (*f)[last]
	*f = (*f)[:last]
	return b
}

// drain finds for every corner of the land the way of its water to the sea. It lets the sea rise: a corner that it
// reaches from below drains to where it was reached from. Corners that the sea never reaches have to = −2.
func (c *chart) drain() []way {
	down := make([]way, 2*c.grid.Size())
	rising := &flood{}
	var ways [3]way
	var fields [3]game.Place
	for k := range down {
		down[k].to = -2
		if c.mouth(k) {
			down[k].to = -1
			heap.Push(rising, basin{corner: k})
		}
	}
	for rising.Len() > 0 {
		b := heap.Pop(rising).(basin)
		for _, w := range c.ways(ways[:0], b.corner) {
			if down[w.to].to != -2 || !c.inland(w.to) {
				continue
			}
			down[w.to] = way{b.corner, w.field, w.dir}
			level := int64(0)
			for _, p := range c.around(fields[:0], w.to) {
				level += c.rise[p] + int64(c.height[p])*heightFall
			}
			heap.Push(rising, basin{max(b.level, level), w.to})
		}
	}
	return down
}

// mouth reports whether water and land meet in the corner.
func (c *chart) mouth(corner int) bool {
	water, land := false, false
	var fields [3]game.Place
	for _, p := range c.around(fields[:0], corner) {
		if c.height[p] == 0 {
			water = true
		} else {
			land = true
		}
	}
	return water && land
}

// inland reports whether three land fields meet in the corner, all inside the world and without ice.
func (c *chart) inland(corner int) bool {
	var fields [3]game.Place
	around := c.around(fields[:0], corner)
	for _, p := range around {
		if c.height[p] == 0 || c.code[p] == "ubk" || c.code[p] == "eis" {
			return false
		}
	}
	return len(around) == 3
}

// rivers lets about one river rise for every 50 land fields, from high or wet corners. It runs until it meets the sea
// or another river. If there is none, as in a small or dry world, the longest way to the sea becomes one.
func (c *chart) rivers(s *realm.State) {
	down := c.drain()
	wet := make([]bool, len(down))
	none := true
	longest := []int{}
	for k := range down {
		if down[k].to < 0 {
			continue
		}
		spring := c.spring(k)
		if !spring && !none {
			continue
		}
		course := c.course(down, wet, k)
		if none && len(course) > len(longest) {
			longest = course
		}
		if spring && len(course) >= shortestRiver {
			c.run(s, down, wet, course)
			none = false
		}
	}
	if none {
		c.run(s, down, wet, longest)
	}
}

// course is the way of the water from a corner to the sea or to a river.
func (c *chart) course(down []way, wet []bool, from int) []int {
	out := []int{from}
	for at := from; down[at].to >= 0 && !wet[at]; {
		at = down[at].to
		out = append(out, at)
	}
	return out
}

// run lets a river run along its course.
func (c *chart) run(s *realm.State, down []way, wet []bool, course []int) {
	for _, at := range course {
		if down[at].to >= 0 && !wet[at] {
			s.SetEdge(down[at].field, down[at].dir, realm.River, true)
		}
		wet[at] = true
	}
}

// spring draws whether a river rises in the corner.
func (c *chart) spring(corner int) bool {
	chance := int64(springAnywhere)
	var fields [3]game.Place
	for _, p := range c.around(fields[:0], corner) {
		if c.height[p] > 1 {
			chance += springHigh
		}
		if c.wet[p] > wetFrom {
			chance += springWet
		}
		if c.wet[p] < dryTo || c.warm[p] < coldTo {
			return false
		}
	}
	return c.seed.Throw(0, 0, "spring", int64(corner)).Chance(chance)
}
