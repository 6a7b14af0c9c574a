package picture

import (
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"weltentor/worlds/game"
)

// Scene is a chart for a web page: a drawing whose fields of one ground are one path, and whose colours are names of
// CSS classes. So it is small, and follows the reader's light or dark. Lines around fields are uneven by a hash of the
// place alone: a script that knows Chance draws the same lines.
type Scene struct {
	Chart         game.Chart
	Scale         float64 // pixels for a unit of symbols.json
	Width, Height int
	West, North   int // doubled coordinates of the first column and row
	cells         map[[2]int]int
}

// across is how wide a scene is in its own pixels, and mostSymbols about how many symbols grow in it.
const across, mostSymbols = 1200, 1200

// NewScene lays out a chart. ok is false if it has no field.
func NewScene(chart game.Chart) (s *Scene, ok bool) {
	if len(chart.Cells) == 0 || len(chart.Cells) > mostCells {
		return nil, false
	}
	s = &Scene{Chart: chart, cells: map[[2]int]int{}, West: chart.Cells[0].H, North: chart.Cells[0].Y}
	east, south := s.West, s.North
	for i, c := range chart.Cells {
		s.West, east, s.North, south = min(s.West, c.H), max(east, c.H), max(s.North, c.Y), min(south, c.Y)
		s.cells[[2]int{c.H, c.Y}] = i
	}
	f := look().Field
	wide := float64(east-s.West+2) * float64(f.Half)
	s.Scale = across / wide
	s.Width = across
	s.Height = int((float64(s.North-south)*float64(f.Rise) + 2*float64(corner())) * s.Scale)
	return s, true
}

// Chance is a number from 0 to 1023 by a corner of a field: the same in the page's script.
func Chance(x, y, what int) int {
	n := uint32(int32(x))*374761393 + uint32(int32(y))*668265263 + uint32(what)*2246822519
	n = (n ^ n>>13) * 1274126177
	return int((n ^ n>>16) & 1023)
}

// Middle is where the middle of a field is.
func (s *Scene) Middle(c *game.ChartCell) (x, y float64) {
	f := look().Field
	return float64(c.H-s.West+1) * float64(f.Half) * s.Scale,
		(float64(s.North-c.Y)*float64(f.Rise) + float64(corner())) * s.Scale
}

// vertex is a corner of fields. Its place counts half widths to the east and thirds of a row to the south.
type vertex struct{ x, y int }

// uneven is how far a corner is moved at most, in half widths of a field.
const uneven = 0.26

func (s *Scene) point(v vertex) (x, y float64) {
	f := look().Field
	far := func(what int) float64 { return (float64(Chance(v.x, v.y, what))/1023 - 0.5) * uneven * float64(f.Half) }
	return (float64(v.x-s.West+1)*float64(f.Half) + far(1)) * s.Scale,
		(float64(v.y+3*s.North)*float64(f.Rise)/3 + float64(corner()) + far(2)) * s.Scale
}

// around are the corners of a field from the north, clockwise, and beyond the neighbours over the edges from each
// corner to the next.
var (
	around = [6]vertex{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}
	beyond = [6][2]int{{1, 1}, {2, 0}, {1, -1}, {-1, -1}, {-2, 0}, {-1, 1}}
)

// Outline is the path around fields, holes too. inset draws it a share of the way to the middle of the fields.
func (s *Scene) Outline(in func(i int) bool, inset float64) string {
	type edge struct {
		to   vertex
		cell int
	}
	next := map[vertex]edge{}
	var order []vertex
	for i := range s.Chart.Cells {
		if !in(i) {
			continue
		}
		c := &s.Chart.Cells[i]
		for e, b := range beyond {
			if j, here := s.cells[[2]int{c.H + b[0], c.Y + b[1]}]; here && in(j) {
				continue
			}
			from, to := around[e], around[(e+1)%6]
			at := vertex{c.H + from.x, -3*c.Y + from.y}
			next[at] = edge{vertex{c.H + to.x, -3*c.Y + to.y}, i}
			order = append(order, at)
		}
	}
	var out pathWriter
	for _, first := range order {
		var ring [][2]float64
		last := -1
		for at := first; ; {
			e, there := next[at]
			if !there {
				break
			}
			delete(next, at)
			ring = append(ring, s.drawnIn(at, e.cell, last, inset))
			at, last = e.to, e.cell
		}
		out.ring(ring)
	}
	return out.String()
}

// drawnIn is a corner of a ring, moved towards the fields beside it.
func (s *Scene) drawnIn(at vertex, cell, last int, inset float64) [2]float64 {
	x, y := s.point(at)
	if inset > 0 {
		mx, my := s.Middle(&s.Chart.Cells[cell])
		if last >= 0 {
			lx, ly := s.Middle(&s.Chart.Cells[last])
			mx, my = (mx+lx)/2, (my+ly)/2
		}
		x, y = x+(mx-x)*inset, y+(my-y)*inset
	}
	return [2]float64{x, y}
}

// pathWriter writes paths of whole numbers, relative and short.
type pathWriter struct {
	strings.Builder
	x, y int
}

func (p *pathWriter) number(n int, first bool) {
	if n >= 0 && !first {
		p.WriteByte(' ')
	}
	p.WriteString(strconv.Itoa(n))
}

// ring is a closed line through the middles between its points, bent towards them.
func (p *pathWriter) ring(ring [][2]float64) {
	if len(ring) < 3 {
		return
	}
	mid := func(i int) (int, int) {
		a, b := ring[i], ring[(i+1)%len(ring)]
		return int(math.Round((a[0] + b[0]) / 2)), int(math.Round((a[1] + b[1]) / 2))
	}
	p.x, p.y = mid(len(ring) - 1)
	fmt.Fprintf(p, "M%d %dq", p.x, p.y)
	for i, at := range ring {
		x, y := mid(i)
		p.number(int(math.Round(at[0]))-p.x, i == 0)
		p.number(int(math.Round(at[1]))-p.y, false)
		p.number(x-p.x, false)
		p.number(y-p.y, false)
		p.x, p.y = x, y
	}
	p.WriteByte('z')
}

// line is a straight line.
func (p *pathWriter) line(ax, ay, bx, by float64) {
	x, y := int(math.Round(ax)), int(math.Round(ay))
	fmt.Fprintf(p, "M%d %dl", x, y)
	p.number(int(math.Round(bx))-x, true)
	p.number(int(math.Round(by))-y, false)
}

// wet are the grounds that are water.
var wet = []string{"sea", "deep", "strait", "reef"}

func (s *Scene) ground(i int) *game.ChartTerrain { return &s.Chart.Terrains[s.Chart.Cells[i].Terrain] }

// Ground draws water, ground, heights, what grows, and what is on borders: all that never changes.
func (s *Scene) Ground() string {
	var b strings.Builder
	path := func(class, d string, width float64) {
		if d == "" {
			return
		}
		fmt.Fprintf(&b, `<path class="%s" d="%s"`, class, d)
		if width > 0 {
			fmt.Fprintf(&b, ` stroke-width="%s"`, short(float32(width*s.Scale)))
		}
		b.WriteString("/>")
	}
	dry := func(i int) bool { return !slices.Contains(wet, s.ground(i).Ground) }
	of := func(name string) string {
		return s.Outline(func(i int) bool { return s.ground(i).Ground == name }, 0)
	}
	path("f-sea", s.Outline(func(int) bool { return true }, 0), 0)
	path("f-deep", of("deep"), 0)
	shore := s.Outline(dry, 0)
	for _, width := range []float64{52, 30, 13} {
		path("l-shoal", shore, width)
	}
	path("f-meadow l-rock", shore, 3)
	for _, name := range game.Grounds {
		if name != "meadow" && !slices.Contains(wet, name) {
			path("f-"+name+" l-"+name, of(name), 2)
		}
	}
	for h := 2; h <= 3; h++ {
		path("h"+strconv.Itoa(h), s.Outline(func(i int) bool { return dry(i) && s.ground(i).Height >= h }, 0), 0)
	}
	s.onBorders(path)
	b.WriteString(s.grown())
	return b.String()
}

// onBorders draws rivers, roads and walls.
func (s *Scene) onBorders(path func(class, d string, width float64)) {
	var lines [3]pathWriter
	for i := range s.Chart.Cells {
		c := &s.Chart.Cells[i]
		mx, my := s.Middle(c)
		for e := range beyond {
			ax, ay := s.point(vertex{c.H + around[e].x, -3*c.Y + around[e].y})
			to := around[(e+1)%6]
			bx, by := s.point(vertex{c.H + to.x, -3*c.Y + to.y})
			bit := uint8(1) << e
			if c.Rivers&bit != 0 && e < 3 {
				lines[0].line(ax, ay, bx, by)
			}
			if c.Roads&bit != 0 && e < 3 {
				n, here := s.cells[[2]int{c.H + beyond[e][0], c.Y + beyond[e][1]}]
				if here {
					nx, ny := s.Middle(&s.Chart.Cells[n])
					lines[1].line(mx, my, nx, ny)
				}
			}
			if c.Walls&bit != 0 {
				lines[2].line(ax+(mx-ax)*0.16, ay+(my-ay)*0.16, bx+(mx-bx)*0.16, by+(my-by)*0.16)
			}
		}
	}
	path("l-water", lines[0].String(), 5)
	path("l-road way", lines[1].String(), 3)
	path("l-wallshade", lines[2].String(), 7)
}

// grown draws what grows and lies on fields, from north to south.
func (s *Scene) grown() string {
	all, of := 0, make([][]grown, len(s.Chart.Cells))
	for i := range s.Chart.Cells {
		of[i] = growing(&s.Chart.Cells[i], s.ground(i), false)
		all += len(of[i])
	}
	share := min(1024, 1024*mostSymbols/max(all, 1))
	var b strings.Builder
	for i := range s.Chart.Cells {
		c, limit := &s.Chart.Cells[i], share
		if slices.Contains(wet, s.ground(i).Ground) {
			limit /= 3
		}
		mx, my := s.Middle(c)
		for j, g := range of[i] {
			if Chance(c.H, c.Y, 10*j+5) < limit || g.symbol == "volcano" {
				fmt.Fprintf(&b, `<use href="#y-%s" x="%.0f" y="%.0f"/>`, g.symbol, mx+g.x*s.Scale, my+g.y*s.Scale)
			}
		}
	}
	return b.String()
}

// Symbols are the definitions that Ground and buildings use.
func (s *Scene) Symbols() string {
	l := look()
	var b strings.Builder
	define := func(id string, marks []mark, size float64) {
		fmt.Fprintf(&b, `<g id="%s" transform="scale(%s)">%s</g>`, id, short(float32(size)), painted(marks))
	}
	used := map[string]bool{}
	for i := range s.Chart.Cells {
		t := s.ground(i)
		lists := l.Grounds[t.Ground]
		if 0 < t.Height && t.Height < len(l.Heights) {
			lists = slices.Concat(lists, l.Heights[t.Height])
		}
		for _, list := range lists {
			if !used[list.Symbol] {
				used[list.Symbol] = true
				define("y-"+list.Symbol, l.Symbols[list.Symbol], s.Scale*max(1, 0.5/s.Scale))
			}
		}
	}
	for _, name := range game.Buildings {
		define("b-"+name, l.Buildings[name], s.Scale*max(1, 0.62/s.Scale))
	}
	return b.String()
}

// painted are marks as paths whose colours are classes.
func painted(marks []mark) string {
	var b strings.Builder
	for _, m := range marks {
		class := "f-" + m.Fill
		if m.Stroke != "" {
			class = "l-" + m.Stroke
		}
		fmt.Fprintf(&b, `<path class="%s" d="%s"`, class, m.D)
		if m.Width > 0 {
			fmt.Fprintf(&b, ` stroke-width="%s"`, short(m.Width))
		}
		if m.Opacity > 0 {
			fmt.Fprintf(&b, ` opacity=".%02d"`, m.Opacity)
		}
		b.WriteString("/>")
	}
	return b.String()
}

// Owned draws the land of realms: a wash and a band, in their colours and patterns.
func (s *Scene) Owned(owners []int) string {
	var b strings.Builder
	for _, realm := range slices.Compact(slices.Sorted(slices.Values(owners))) {
		if realm == 0 {
			continue
		}
		its := func(i int) bool { return owners[i] == realm }
		fmt.Fprintf(&b, `<g class="r%d"><path class="wash" d="%s"/><path class="band" d="%s"/></g>`, realm,
			s.Outline(its, 0), s.Outline(its, 0.11))
	}
	return b.String()
}

// Built draws buildings.
func (s *Scene) Built(buildings []string, owners []int) string {
	var b strings.Builder
	for i, name := range buildings {
		if name == "" || len(look().Buildings[name]) == 0 {
			continue
		}
		x, y := s.Middle(&s.Chart.Cells[i])
		fmt.Fprintf(&b, `<use class="r%d" href="#b-%s" x="%.0f" y="%.0f"/>`, owners[i], name, x, y)
	}
	return b.String()
}

// Named writes the names of realms on their land: at the capital, or in the middle.
func (s *Scene) Named(owners []int, buildings []string, names map[int]string) string {
	var b strings.Builder
	for _, realm := range slices.Compact(slices.Sorted(slices.Values(owners))) {
		var x, y, n float64
		for i := range owners {
			if owners[i] != realm || realm == 0 {
				continue
			}
			cx, cy := s.Middle(&s.Chart.Cells[i])
			if buildings[i] == "capital" {
				x, y, n = cx, cy, 1
				break
			}
			x, y, n = x+cx, y+cy, n+1
		}
		if n > 0 && names[realm] != "" {
			fmt.Fprintf(&b, `<text class="lab" x="%.0f" y="%.0f">%s</text>`, x/n, y/n+26, html.EscapeString(clip(names[realm])))
		}
	}
	return b.String()
}

// Shields define the crests of realms, and of nobody (0).
func Shields(realms int) string {
	var b strings.Builder
	for n := range realms + 1 {
		charge := look().Arms["unknown"]
		if n > 0 {
			charge = look().Charges[game.CrestOf(n).Charge]
		}
		fmt.Fprintf(&b, `<symbol id="c%d" viewBox="-16 -17 32 37"><path class="f-owner rim" d="%s"/>%s</symbol>`, n,
			look().Counters["land"], painted(charge))
	}
	return b.String()
}

// Shield is a realm's crest, as Shields define it.
func Shield(realm int) string {
	return fmt.Sprintf(`<svg class="cs r%d" aria-hidden="true"><use href="#c%[1]d"/></svg>`, realm)
}

// Styles are the classes of scenes and crests: the palette in light and dark, and the realms' colours and patterns.
func Styles(realms int, scale float64) string {
	l := look()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(l.Palette["light"])) {
		c := fmt.Sprintf("light-dark(%s,%s)", l.Palette["light"][name], l.Palette["dark"][name])
		fmt.Fprintf(&b, ".f-%s{fill:%s}.l-%s{stroke:%s}\n", name, c, name, c)
	}
	b.WriteString(".f-owner{fill:var(--c)}.l-owner{stroke:var(--c)}\n.r0{--c:var(--wild);--cb:var(--c)}\n")
	for n := 1; n <= realms; n++ {
		crest := game.CrestOf(n)
		var dash []string
		for _, d := range l.Patterns[crest.Pattern] {
			dash = append(dash, short(d*float32(scale)))
		}
		fmt.Fprintf(&b, ".r%d{--c:%s;--cb:light-dark(%[2]s,%s);--d:%s}\n", n, crest.Colour,
			hexed(mix(white, colour(crest.Colour), 12, 20)), strings.Join(dash, ","))
	}
	return strings.ReplaceAll(b.String(), "--d:}", "--d:none}")
}
