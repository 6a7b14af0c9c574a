package picture

import (
	"errors"
	"fmt"
	"image/color"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// errCells says that a chart has no field, or too many.
var errCells = errors.New("no picture can be drawn of the chart")

// A field is a hex with a corner at the top. Its neighbours to the east and west are 2×half pixels away, and rows are
// rise pixels apart.
const (
	half   = 16
	rise   = 28
	corner = 2 * rise / 3.0 // from the middle to a corner
	tall   = 19             // the same, in whole pixels
	margin = 12
)

// Sizes of letters, in pixels.
const (
	large  = 16
	medium = 11
	small  = 7
)

// pen draws a plan. Places are pixels from the upper left.
type pen interface {
	hex(x, y int, rim, fill color.RGBA)
	line(x, y int, l stroke, c color.RGBA)
	dot(x, y, radius int, c color.RGBA)
	box(x, y, width, height int, c color.RGBA)
	// text writes on the line y. x is its left end, or its middle.
	text(x, y, size int, middle bool, c color.RGBA, s string)
}

// stroke is a line between two places, relative to the middle of a field.
type stroke struct{ ax, ay, bx, by, width float32 }

// plan is where everything in a sheet is drawn.
type plan struct {
	sheet         Sheet
	width, height int
	west, north   int // doubled coordinates of the westernmost and northernmost field
	top           int // where the map begins
	foot          int // where the legend begins
	owners        map[[2]int]int
	legend        []entry
}

// entry is a line of the legend: a sample and what it means.
type entry struct {
	sample func(p pen, x, y int)
	text   string
	x, y   int
}

func (s Sheet) plan() (*plan, error) {
	cells := s.Chart.Cells
	if n := len(cells); n == 0 || n > mostCells {
		return nil, fmt.Errorf("%w: it has %d fields, from 1 to %d can be drawn", errCells, n, mostCells)
	}
	p := &plan{sheet: s, west: cells[0].H, north: cells[0].Y, top: margin + 2*large, owners: map[[2]int]int{}}
	east, south := cells[0].H, cells[0].Y
	for _, c := range cells {
		if c.Terrain < 0 || c.Terrain >= len(s.Chart.Terrains) {
			return nil, fmt.Errorf("%w: field %s has the terrain %d of %d", errCells, c.Label, c.Terrain,
				len(s.Chart.Terrains))
		}
		p.west, east = min(p.west, c.H), max(east, c.H)
		south, p.north = min(south, c.Y), max(p.north, c.Y)
		p.owners[[2]int{c.H, c.Y}] = c.Owner
	}
	if across, down := east-p.west, p.north-south; across > 4*mostCells || down > 2*mostCells ||
		(across/2+1)*(down+1) > 2*mostCells {
		return nil, fmt.Errorf("%w: its fields lie %d rows and %d half columns apart", errCells, down, across)
	}
	p.width = max(2*margin+(east-p.west+2)*half, 480)
	p.foot = p.top + (p.north-south)*rise + 2*tall + margin
	p.explain()
	p.height = p.layOut() + margin
	return p, nil
}

// middle is where the middle of a field is.
func (p *plan) middle(c *game.ChartCell) (x, y int) {
	return margin + (c.H-p.west+1)*half, p.top + (p.north-c.Y)*rise + tall
}

// explain makes a legend of what occurs in the chart.
func (p *plan) explain() {
	book, chart := p.sheet.book(), &p.sheet.Chart
	add := func(text string, sample func(pen, int, int)) {
		p.legend = append(p.legend, entry{sample: sample, text: clip(text)})
	}
	for _, t := range chart.Terrains {
		add(t.Code+" "+t.Name, func(d pen, x, y int) { d.hex(x, y, colour(t.Rim), colour(t.Fill)) })
	}
	for _, r := range chart.Realms {
		number, _ := strconv.Atoi(r.Sign)
		add(r.Sign+" "+r.Name, func(d pen, x, y int) {
			for e := range edges {
				d.line(x, y, edges[e].border, realmColour(number, chart.Realm))
			}
		})
	}
	for _, s := range chart.Signs {
		add(s.Name, func(d pen, x, y int) { sign(d, x, y, s.Sign) })
	}
	var seen struct{ own, others, rivers, roads, bridges, walls, old bool }
	oldest := map[int]bool{}
	for i := range chart.Cells {
		c := &chart.Cells[i]
		seen.own, seen.others = seen.own || c.Own, seen.others || c.Others
		seen.rivers, seen.roads = seen.rivers || c.Rivers != 0, seen.roads || c.Roads != 0
		seen.bridges, seen.walls = seen.bridges || c.Bridges != 0, seen.walls || c.Walls != 0
		oldest[faded(c.Age)] = true
	}
	own := "picture.own"
	if chart.Realm == 0 {
		own = "picture.armies"
	}
	for _, e := range []struct {
		occurs bool
		code   string
		sample func(pen, int, int)
	}{
		{seen.own, own, ownArmy}, {seen.others, "picture.others", otherArmy},
		{seen.rivers, "picture.river", func(d pen, x, y int) { d.line(x, y, flat(4), river) }},
		{seen.roads, "picture.road", func(d pen, x, y int) { d.line(x, y, flat(3), road) }},
		{seen.bridges, "picture.bridge", func(d pen, x, y int) { d.line(x, y, flat(6), bridge) }},
		{seen.walls, "picture.wall", func(d pen, x, y int) { d.line(x, y, flat(5), wall) }},
		{oldest[1], "picture.recent", aged(1)}, {oldest[2], "picture.long", aged(2)},
		{oldest[3], "picture.terrain", aged(3)},
	} {
		if e.occurs {
			add(book.Say(phrase.P(e.code, phrase.Num("n", recent))), e.sample)
		}
	}
}

// layOut puts the entries of the legend side by side, and returns where it ends.
func (p *plan) layOut() int {
	x, y := margin, p.foot
	for i := range p.legend {
		e := &p.legend[i]
		width := 2*half + 6 + textWidth(medium, e.text) + 14
		if x > margin && x+width > p.width-margin {
			x, y = margin, y+2*tall+4
		}
		e.x, e.y = x, y
		x += width
	}
	return y + 2*tall
}

// draw draws the sheet: first the ground, then what is on borders, then what is on fields.
func (p *plan) draw(d pen) {
	d.text(margin, margin+large, large, false, black, clip(p.sheet.Title))
	chart := &p.sheet.Chart
	for i := range chart.Cells {
		c := &chart.Cells[i]
		t := chart.Terrains[c.Terrain]
		x, y := p.middle(c)
		d.hex(x, y, fade(colour(t.Rim), faded(c.Age)), fade(colour(t.Fill), faded(c.Age)))
	}
	for i := range chart.Cells {
		p.borders(d, &chart.Cells[i])
	}
	for i := range chart.Cells {
		p.standing(d, &chart.Cells[i])
	}
	for _, e := range p.legend {
		e.sample(d, e.x+half, e.y+tall)
		d.text(e.x+2*half+6, e.y+tall+medium/3, medium, false, black, e.text)
	}
}

// borders draws what is on a field's edges: its owner's border, rivers, roads, walls.
func (p *plan) borders(d pen, c *game.ChartCell) {
	x, y := p.middle(c)
	for e := range edges {
		bit, way := uint8(1)<<e, edges[e].to
		if c.Owner != 0 && p.owners[[2]int{c.H + way[0], c.Y + way[1]}] != c.Owner {
			d.line(x, y, edges[e].halo, white) // so that a rim of the same colour does not hide it
			d.line(x, y, edges[e].border, realmColour(c.Owner, p.sheet.Chart.Realm))
		}
		if c.Rivers&bit != 0 {
			d.line(x, y, edges[e].river, river)
		}
		if c.Bridges&bit != 0 {
			d.line(x, y, edges[e].bridge, bridge)
		}
		if c.Roads&bit != 0 {
			d.line(x, y, edges[e].road, road)
		}
		if c.Walls&bit != 0 {
			d.line(x, y, edges[e].wall, wall)
		}
	}
}

// standing draws what is on a field, and its label.
func (p *plan) standing(d pen, c *game.ChartCell) {
	x, y := p.middle(c)
	if c.Sign != "" {
		sign(d, x, y, c.Sign)
	}
	if c.Own {
		ownArmy(d, x-5, y-10)
	}
	if c.Others {
		otherArmy(d, x+5, y-10)
	}
	ground := fade(colour(p.sheet.Chart.Terrains[c.Terrain].Fill), faded(c.Age))
	d.text(x, y+11, small, true, against(ground), clip(c.Label))
}

// sign draws what is built on a field.
func sign(d pen, x, y int, s string) {
	width := textWidth(medium-2, s) + 4
	d.box(x-width/2, y-6, width, 11, white)
	d.text(x, y+3, medium-2, true, black, s)
}

func ownArmy(d pen, x, y int) {
	d.dot(x, y, 4, white)
	d.dot(x, y, 3, black)
}

func otherArmy(d pen, x, y int) {
	d.dot(x, y, 4, white)
	d.dot(x, y, 3, enemy)
}

// aged shows how much paler fields are that were seen long ago.
func aged(steps int) func(pen, int, int) {
	return func(d pen, x, y int) { d.hex(x, y, fade(grass, steps), fade(meadow, steps)) }
}

// flat is a line in the legend.
func flat(width float32) stroke { return stroke{-10, 0, 10, 0, width} }

// edges are the six directions, from NE. Each has the neighbour in doubled coordinates, and the lines on the edge,
// beside it within the field, or from the middle to it.
var edges = func() (out [6]struct {
	to                                      [2]int
	river, halo, border, wall, road, bridge stroke
}) {
	corners := [7][2]float32{{0, -corner}, {half, -corner / 2}, {half, corner / 2}, {0, corner},
		{-half, corner / 2}, {-half, -corner / 2}, {0, -corner}}
	for e, to := range [6][2]int{{1, 1}, {2, 0}, {1, -1}, {-1, -1}, {-2, 0}, {-1, 1}} {
		a, b := corners[e], corners[e+1]
		within := func(part, width float32) stroke {
			return stroke{a[0] * part, a[1] * part, b[0] * part, b[1] * part, width}
		}
		x, y := (a[0]+b[0])/2, (a[1]+b[1])/2
		out[e].to = to
		out[e].river, out[e].wall = within(1, 4), within(0.94, 4)
		out[e].halo, out[e].border = within(0.84, 7), within(0.86, 4)
		out[e].road, out[e].bridge = stroke{0, 0, x, y, 2}, stroke{x * 0.8, y * 0.8, x, y, 6}
	}
	return out
}()
