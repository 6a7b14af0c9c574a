package picture

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// errCells says that a chart has no field, or too many.
var errCells = errors.New("no picture can be drawn of the chart")

// Sizes in pixels.
const (
	leastAcross = 1600 // the width of a picture
	leastMap    = 960  // the width of the map in it, if its fields are not as large as they may be
	mostDown    = 2200 // the height of a map whose fields could be smaller
	margin      = 24
	large       = 28 // letters of the title
	medium      = 17 // letters of the legend
	rowHeight   = 34 // of the legend
	sampleWide  = 44
	mostHalf    = 62 // half the width of a field
	leastHalf   = 14
	tinyHalf    = 4 // where there is no room for labels
)

// detail is how much is drawn.
type detail int

// The steps of detail: everything, nothing that only adorns, and smallest fields without labels.
const (
	whole detail = iota
	bare
	tiny
)

// plan is where everything in a sheet is drawn.
type plan struct {
	sheet         Sheet
	detail        detail
	stamps        stamps // of the map
	samples       stamps // of the legend
	width, height int
	west, north   int // doubled coordinates of the westernmost and northernmost field
	east, south   int
	top           int                        // where map and legend begin
	aside         int                        // how far the map is from the left
	cells         map[[2]int]*game.ChartCell // by their place
	built         map[string]string          // by sign: the building that it stands for
	legend        []entry
	crowded       bool // labels are too wide for fields: few fields have theirs
}

// entry is a line of the legend: a sample and what it means.
type entry struct {
	sample func(p pen, x, y int)
	text   string
	x, y   int
}

func (s Sheet) plan(much detail) (*plan, error) {
	cells := s.Chart.Cells
	if n := len(cells); n == 0 || n > mostCells {
		return nil, fmt.Errorf("%w: it has %d fields, from 1 to %d can be drawn", errCells, n, mostCells)
	}
	p := &plan{sheet: s, detail: much, west: cells[0].H, north: cells[0].Y, east: cells[0].H, south: cells[0].Y,
		top: 2*margin + large, cells: map[[2]int]*game.ChartCell{}, built: map[string]string{},
		samples: stamps{unit: float32(rowHeight) / 82, made: map[string]*stamp{}}}
	for i := range cells {
		c := &cells[i]
		if c.Terrain < 0 || c.Terrain >= len(s.Chart.Terrains) {
			return nil, fmt.Errorf("%w: field %s has the terrain %d of %d", errCells, c.Label, c.Terrain,
				len(s.Chart.Terrains))
		}
		p.west, p.east = min(p.west, c.H), max(p.east, c.H)
		p.south, p.north = min(p.south, c.Y), max(p.north, c.Y)
		p.cells[[2]int{c.H, c.Y}] = c
		if c.Building != "" && len(look().Buildings[c.Building]) > 0 {
			p.built[c.Sign] = c.Building
		}
	}
	if across, down := p.east-p.west, p.north-p.south; across > 4*mostCells || down > 2*mostCells ||
		(across/2+1)*(down+1) > 2*mostCells {
		return nil, fmt.Errorf("%w: its fields lie %d rows and %d half columns apart", errCells, down, across)
	}
	p.explain()
	for columns := 1; ; columns++ {
		if p.layOut(columns) {
			return p, nil
		}
	}
}

// layOut puts the map on the left and the legend in columns beside it. fits is false if more columns would be better.
func (p *plan) layOut(columns int) (fits bool) {
	wide := 0
	for _, e := range p.legend {
		wide = max(wide, sampleWide+textWidth(medium, e.text)+margin)
	}
	field := look().Field
	across, down := float32(p.east-p.west+2)*field.Half, float32(p.north-p.south)*field.Rise+2*corner()
	room := float32(max(leastAcross-3*margin-columns*wide, leastMap))
	unit := min(room/across, mostDown/down, mostHalf/field.Half)
	least := float32(leastHalf)
	if p.detail == tiny {
		least = tinyHalf
		unit = 0
	}
	unit = max(unit, least/field.Half)
	p.stamps = stamps{unit: unit, plain: p.detail == tiny, made: map[string]*stamp{}}
	p.crowded = slices.ContainsFunc(p.sheet.Chart.Cells, func(c game.ChartCell) bool {
		return textWidth(p.small(), c.Label) >= p.px(2*field.Half)
	})
	wholeMap := int(down*unit) + 1
	rows := (len(p.legend) + columns - 1) / columns
	left := max(leastAcross-margin-columns*wide, 2*margin+int(across*unit))
	p.aside = margin + (left-2*margin-int(across*unit))/2
	for i := range p.legend {
		p.legend[i].x, p.legend[i].y = left+i/rows*wide, p.top+i%rows*rowHeight
	}
	p.width, p.height = left+columns*wide+margin, p.top+max(wholeMap, rows*rowHeight)+margin
	return rows*rowHeight <= max(wholeMap, leastAcross/2) || columns == 3
}

// small is the size of the fields' labels.
func (p *plan) small() int { return max(p.px(9), 9) }

// corner is how far a field's corner is from its middle, in units.
func corner() float32 { return look().Field.Rise * 2 / 3 }

// middle is where the middle of a field is.
func (p *plan) middle(c *game.ChartCell) (x, y int) {
	field := look().Field
	return p.aside + p.px(float32(c.H-p.west+1)*field.Half), p.top + p.px(float32(p.north-c.Y)*field.Rise+corner())
}

// px turns units of the symbols into pixels.
func (p *plan) px(units float32) int { return int(math.Round(float64(units * p.stamps.unit))) }

// explain makes a legend of what occurs in the chart.
func (p *plan) explain() {
	book, chart := wording.Words(p.sheet.Lang), &p.sheet.Chart
	add := func(text string, sample func(pen, int, int)) {
		p.legend = append(p.legend, entry{sample: sample, text: clip(text)})
	}
	for _, t := range chart.Terrains {
		add(t.Code+" "+t.Name, func(d pen, x, y int) {
			d.draw(x, y, p.samples.ground(&t, 0))
			for _, list := range scattered(&t) {
				d.draw(x, y+5, p.samples.symbol(list.Symbol, list.Size*3/2))
			}
		})
	}
	for _, r := range chart.Realms {
		number, _ := strconv.Atoi(r.Sign)
		add(r.Sign+" "+r.Name, func(d pen, x, y int) {
			for e := range edges() {
				d.draw(x, y, p.samples.band(e, number))
			}
			d.draw(x, y, p.samples.army(number, 105))
		})
	}
	for _, s := range chart.Signs {
		add(s.Sign+" "+s.Name, func(d pen, x, y int) {
			if b := p.built[s.Sign]; b != "" {
				d.draw(x, y+2, p.samples.building(b, "", chart.Realm, 170))
				return
			}
			plate(d, x, y, medium-4, s.Sign)
		})
	}
	p.explainMarks(book, add)
}

// explainMarks explains what is on borders and fields, and how old it is.
func (p *plan) explainMarks(book *phrase.Book, add func(string, func(pen, int, int))) {
	chart := &p.sheet.Chart
	var seen struct{ own, others, rivers, roads, bridges, walls bool }
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
	at := func(s func() *stamp) func(pen, int, int) { return func(d pen, x, y int) { d.draw(x, y, s()) } }
	flat := func(name string) func(pen, int, int) {
		return at(func() *stamp {
			return p.samples.of("flat "+name, 100, func() []part { return stroked(look().Edges[name], "M-30 0L30 0") })
		})
	}
	aged := func(steps int) func(pen, int, int) {
		return func(d pen, x, y int) {
			d.draw(x, y, p.samples.ground(&game.ChartTerrain{Ground: "meadow", Height: 1}, steps))
			d.draw(x, y, p.samples.fog(steps))
		}
	}
	for _, e := range []struct {
		occurs bool
		code   string
		sample func(pen, int, int)
	}{
		{seen.own, own, at(func() *stamp { return p.samples.army(mine(chart), 190) })},
		{seen.others, "picture.others", at(func() *stamp { return p.samples.army(0, 190) })},
		{seen.rivers, "picture.river", flat("river")}, {seen.roads, "picture.road", flat("road")},
		{seen.bridges, "picture.bridge", flat("bridge")}, {seen.walls, "picture.wall", flat("wall")},
		{oldest[1], "picture.recent", aged(1)}, {oldest[2], "picture.long", aged(2)},
		{oldest[3], "picture.terrain", aged(3)},
	} {
		if e.occurs {
			add(book.Say(phrase.P(e.code, phrase.Num("n", recent))), e.sample)
		}
	}
}

// mine is whose counter the reader's armies have: on the game master's map, nobody's.
func mine(chart *game.Chart) int {
	if chart.Realm == 0 {
		return anybody
	}
	return chart.Realm
}
