package picture

import (
	"cmp"
	"slices"
	"strconv"
	"sync"

	"weltentor/worlds/game"
)

// draw draws the sheet: first the ground, then what grows on it, then what is on borders, then what is on fields.
func (p *plan) draw(d pen) {
	d.text(margin, margin+large, large, false, clip(p.sheet.Title))
	chart := &p.sheet.Chart
	each := func(draw func(c *game.ChartCell, x, y int)) {
		for i := range chart.Cells {
			x, y := p.middle(&chart.Cells[i])
			draw(&chart.Cells[i], x, y)
		}
	}
	if p.detail == whole {
		halo := p.stamps.of("halo", 130, func() []part { return []part{{d: hex(), colour: ink("halo")}} })
		each(func(_ *game.ChartCell, x, y int) { d.draw(x, y, halo) }) // the paper around what is known
	}
	each(func(c *game.ChartCell, x, y int) {
		d.draw(x, y, p.stamps.ground(&chart.Terrains[c.Terrain], faded(c.Age)))
	})
	if p.detail == whole {
		p.grow(d)
	}
	each(func(c *game.ChartCell, x, y int) { p.borders(d, c, x, y) })
	each(func(c *game.ChartCell, x, y int) {
		if steps := faded(c.Age); steps > 0 && p.detail == whole {
			d.draw(x, y, p.stamps.fog(steps))
		}
	})
	each(func(c *game.ChartCell, x, y int) { p.standing(d, c, x, y) })
	for _, e := range p.legend {
		e.sample(d, e.x+sampleWide/2, e.y+rowHeight/2)
		d.text(e.x+sampleWide+6, e.y+rowHeight/2+medium/3, medium, false, e.text)
	}
}

// ground is a field of a terrain, as pale as its age makes it.
func (s *stamps) ground(t *game.ChartTerrain, steps int) *stamp {
	name := "ground " + t.Ground + strconv.Itoa(t.Height) + t.Rim + t.Fill + strconv.Itoa(steps)
	out := s.of(name, 100, func() []part {
		fill, rim := mix(ink("land"), colour(t.Fill), 13, 20), mix(ink("land"), colour(t.Rim), 13, 20)
		if of := ink(t.Ground); of != grey {
			fill = of
			switch t.Height {
			case 2:
				fill = mix(of, ink("highland"), 11, 20)
			case 3:
				fill = mix(of, ink("mountain"), 14, 20)
			}
			rim = mix(fill, ink("grid"), 5, 20)
		}
		fill, rim = fade(fill, steps), fade(rim, steps)
		if s.plain {
			return []part{{d: hex(), colour: fill, width: 2}, {d: hex(), colour: fill}}
		}
		return []part{{d: hex(), colour: mix(rim, ink("grid"), 3, 20), width: 1.4}, {d: hex(), colour: rim},
			{d: inner(), colour: fill}}
	})
	out.under = true
	return out
}

// scattered is what grows or lies on a terrain. In the mountains little grows.
func scattered(t *game.ChartTerrain) []scatter {
	l := look()
	on := l.Grounds[t.Ground]
	if t.Height <= 0 || t.Height >= len(l.Heights) || t.Ground == "volcano" {
		return on
	}
	if on = slices.Clone(on); t.Height == 3 && t.Ground != "ice" {
		on = on[:min(len(on), 1)]
	}
	for i := range on {
		switch {
		case t.Height == 3 && t.Ground != "ice":
			on[i].N = min(on[i].N, 3)
		case t.Height == 2 && i == 0:
			on[i].N = (7*on[i].N + 9) / 10
		}
	}
	return append(on, l.Heights[t.Height]...)
}

// grow draws what grows and lies on fields, from north to south, so that what is nearer hides what is behind it.
func (p *plan) grow(d pen) {
	type drawn struct {
		x, y int
		s    *stamp
	}
	var all []drawn
	for i := range p.sheet.Chart.Cells {
		c := &p.sheet.Chart.Cells[i]
		x, y := p.middle(c)
		busy := c.Sign != "" || c.Building != "" || c.Own || c.Others
		for _, g := range growing(c, &p.sheet.Chart.Terrains[c.Terrain], busy) {
			all = append(all, drawn{x + p.px(float32(g.x)), y + p.px(float32(g.y)), p.stamps.symbol(g.symbol, g.size)})
		}
	}
	slices.SortStableFunc(all, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	for _, g := range all {
		d.draw(g.x, g.y, g.s)
	}
}

// lot is a number from 0 to 1 that depends on a field and on what it is for.
func lot(h, y, what int) float64 {
	n := uint32(h)*0x9e3779b1 ^ uint32(y)*0x85ebca6b ^ uint32(what)*0xc2b2ae35
	n ^= n >> 15
	n *= 0x2c1b3c6d
	n ^= n >> 12
	n *= 0x297a2d39
	n ^= n >> 15
	return float64(n%1024) / 1024
}

// borders draws what is on a field's edges: its owner's band, rivers, roads, walls.
func (p *plan) borders(d pen, c *game.ChartCell, x, y int) {
	for e, edge := range edges() {
		next := p.cells[[2]int{c.H + edge.to[0], c.Y + edge.to[1]}]
		if c.Owner != 0 && (next == nil || next.Owner != c.Owner) {
			d.draw(x, y, p.stamps.band(e, c.Owner))
		}
		for _, on := range []struct {
			bits uint8
			name string
			d    string
		}{{c.Rivers, "river", edge.along}, {c.Roads, "road", edge.out}, {c.Bridges, "bridge", edge.over},
			{c.Walls, "wall", edge.within}} {
			if on.bits&(1<<e) != 0 {
				d.draw(x, y, p.stamps.of(on.name+strconv.Itoa(e), 100, func() []part {
					return stroked(look().Edges[on.name], on.d)
				}))
			}
		}
	}
}

// band is the border of a realm's land at an edge: in its colour and with its pattern.
func (s *stamps) band(e, realm int) *stamp {
	return s.of("band "+strconv.Itoa(e)+" "+strconv.Itoa(realm), 100, func() []part {
		c := realmColour(realm)
		pale := mix(white, c, 9, 20)
		return []part{{d: edges()[e].soft, colour: pale, width: 13, opacity: 50},
			{d: edges()[e].band, colour: pale, width: 6.4},
			{d: edges()[e].band, colour: c, width: 4.6, dash: dashed(look().Patterns[game.CrestOf(realm).Pattern])}}
	})
}

// fog lies on what was seen long ago: the longer, the denser.
func (s *stamps) fog(steps int) *stamp {
	return s.of("fog"+strconv.Itoa(steps), 100, func() (out []part) {
		for _, d := range hatch(float32(14-3*steps), steps == 3) {
			out = append(out, part{d: d, colour: ink("foghatch"), width: 1, opacity: 30})
		}
		return out
	})
}

// standing draws what is on a field, and its label.
func (p *plan) standing(d pen, c *game.ChartCell, x, y int) {
	if p.detail == tiny {
		return
	}
	at := slotsOf(c)
	switch {
	case len(look().Buildings[c.Building]) > 0:
		d.draw(x, y+p.px(at.building), p.stamps.building(c.Building, c.State, c.Owner, at.built))
	case c.Sign != "":
		plate(d, x, y+p.px(at.building), max(p.px(11), 9), c.Sign)
	}
	aside := 0
	if c.Own && c.Others {
		aside = p.px(16 * float32(at.armed) / 100)
	}
	if c.Own {
		d.draw(x-aside, y+p.px(at.army), p.stamps.army(mine(&p.sheet.Chart), at.armed))
	}
	if c.Others {
		d.draw(x+aside, y+p.px(at.army), p.stamps.army(0, at.armed))
	}
	if fifth := c.Y%5 == 0 && (c.H-c.Y&1)%10 == 0; fifth || !p.crowded {
		d.label(x, y+p.px(31), p.small(), clip(c.Label))
	}
	if size := max(p.px(12), 11); c.Name != "" {
		d.label(x, y+p.px(at.name), size, p.nameOf(c, size))
	}
}

// plate draws a sign for which there is no symbol.
func plate(d pen, x, y, size int, sign string) {
	width := textWidth(size, sign) + 6
	d.box(x-width/2-1, y-size/2-3, width+2, size+6, ink("dark"))
	d.box(x-width/2, y-size/2-2, width, size+4, ink("wall"))
	d.text(x, y+size*3/8, size, true, sign)
}

// hex is a field, and inner what is inside its rim.
var (
	hex   = sync.OnceValue(func() string { return outline(1) })
	inner = sync.OnceValue(func() string { return outline(0.955) })
)

func outline(size float32) string {
	corners := corners()
	for i := range corners {
		corners[i][0] *= size
		corners[i][1] *= size
	}
	return path(true, corners[:6]...)
}

// corners are those of a field, from the north, and the first once more.
func corners() [7][2]float32 {
	half, far := look().Field.Half, corner()
	return [7][2]float32{{0, -far}, {half, -far / 2}, {half, far / 2}, {0, far}, {-half, far / 2}, {-half, -far / 2},
		{0, -far}}
}

// edges are the six directions, from NE. Each has the neighbour in doubled coordinates, and the paths along the edge,
// within the field beside it, and from the middle to it.
var edges = sync.OnceValue(func() (out [6]struct {
	to                                   [2]int
	along, within, band, soft, out, over string
}) {
	all := corners()
	for e, to := range [6][2]int{{1, 1}, {2, 0}, {1, -1}, {-1, -1}, {-2, 0}, {-1, 1}} {
		a, b := all[e], all[e+1]
		beside := func(k float32) string {
			return path(false, [2]float32{a[0] * k, a[1] * k}, [2]float32{b[0] * k, b[1] * k})
		}
		x, y := (a[0]+b[0])/2, (a[1]+b[1])/2
		out[e].to = to
		out[e].along, out[e].within, out[e].band, out[e].soft = beside(1), beside(0.84), beside(0.93), beside(0.86)
		out[e].out = path(false, [2]float32{0, 0}, [2]float32{x, y})
		out[e].over = path(false, [2]float32{x * 0.78, y * 0.78}, [2]float32{x * 1.08, y * 1.08})
	}
	return out
})

// hatch are lines across a field, a distance apart; both ways if it is crossed.
func hatch(apart float32, crossed bool) (out []string) {
	all := corners()
	for _, way := range [][2]float32{{1, -1}, {1, 1}} {
		for at := -2 * corner(); at < 2*corner(); at += apart * 1.414 {
			var ends [][2]float32 // where x·way[1] − y·way[0] is at
			for e := range 6 {
				a, b := all[e], all[e+1]
				fa, fb := a[0]*way[1]-a[1]*way[0]-at, b[0]*way[1]-b[1]*way[0]-at
				if (fa < 0) != (fb < 0) {
					t := fa / (fa - fb)
					ends = append(ends, [2]float32{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t})
				}
			}
			if len(ends) == 2 {
				out = append(out, path(false, ends...))
			}
		}
		if !crossed {
			break
		}
	}
	return out
}

// shield is the outline of a shield in the realm's colour, with the charge of its crest. Realm 0 has a question mark,
// and anybody a flag.
func (s *stamps) shield(realm int) []part {
	c, l := realmColour(realm), look()
	sign := l.Arms["unknown"]
	switch {
	case realm > 0:
		sign = l.Charges[game.CrestOf(realm).Charge]
	case realm == anybody:
		c, sign = ink("dark"), l.Arms["mixed"]
	}
	return append([]part{{d: l.Counters["land"], colour: white, width: 4.4}, {d: l.Counters["land"], colour: c}},
		marked(sign, c)...)
}

// anybody is the realm of armies that may be of any.
const anybody = -1
