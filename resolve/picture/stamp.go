package picture

import (
	"image/color"
	"strconv"
	"strings"
)

// stamp is something that is drawn as often as it occurs, around its own zero.
type stamp struct {
	scale float32 // pixels for one unit of its paths
	parts []part
	under bool // it is the ground, of which a chart may have more colours than a picture
}

// part is a path of a stamp in a colour: filled, or a stroke of a width with round ends.
type part struct {
	d       string
	colour  color.RGBA
	width   float32
	dash    string // lengths with spaces between them; "": it is whole
	opacity int    // in percent; 0: it hides what is below
}

// pen draws a plan. Places are pixels from the upper left.
type pen interface {
	draw(x, y int, s *stamp)
	box(x, y, width, height int, c color.RGBA)
	// text writes on the line y. x is its left end, or its middle.
	text(x, y, size int, middle bool, s string)
	// label writes around x on the map, where the ground may have any colour.
	label(x, y, size int, s string)
}

// stamps are those of a plan, made when they are first drawn.
type stamps struct {
	unit  float32 // pixels for one unit of the symbols
	plain bool    // fields have no rims
	made  map[string]*stamp
}

// of returns a stamp by its name, in that many percent of its size.
func (s *stamps) of(name string, size int, make func() []part) *stamp {
	key := name + " " + strconv.Itoa(size)
	if s.made[key] == nil {
		s.made[key] = &stamp{scale: s.unit * float32(size) / 100, parts: make()}
	}
	return s.made[key]
}

// marked makes parts of marks. owner is the realm's colour.
func marked(marks []mark, owner color.RGBA) (out []part) {
	for _, m := range marks {
		c := owner
		if name := m.Fill + m.Stroke; name != "owner" {
			c = ink(name)
		}
		out = append(out, part{d: m.D, colour: c, width: m.Width, opacity: m.Opacity})
	}
	return out
}

// stroked makes parts of lines along a path.
func stroked(lines []line, d string) (out []part) {
	for _, l := range lines {
		out = append(out, part{d: d, colour: ink(l.Stroke), width: l.Width, dash: dashed(l.Dash)})
	}
	return out
}

func dashed(lengths []float32) string {
	var out []string
	for _, n := range lengths {
		out = append(out, short(n))
	}
	return strings.Join(out, " ")
}

// short writes a length with at most two digits after the point.
func short(n float32) string {
	s := strconv.FormatFloat(float64(n), 'f', 2, 32)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// path writes a path of straight lines. closed joins its ends.
func path(closed bool, corners ...[2]float32) string {
	var b strings.Builder
	for i, c := range corners {
		b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + short(c[0]) + " " + short(c[1]))
	}
	if closed {
		b.WriteString("Z")
	}
	return b.String()
}

// symbol is one of the symbols that grow or lie on fields.
func (s *stamps) symbol(name string, size int) *stamp {
	return s.of("symbol "+name, size, func() []part { return marked(look().Symbols[name], color.RGBA{}) })
}

// building is what is built on a field, in its owner's colour.
func (s *stamps) building(name, state string, owner, size int) *stamp {
	return s.of("building "+name+state+strconv.Itoa(owner), size, func() []part {
		return marked(append(append([]mark{}, look().Buildings[name]...), look().States[state]...), realmColour(owner))
	})
}

// army is the counter of a realm's armies: its shield.
func (s *stamps) army(realm, size int) *stamp {
	return s.of("army "+strconv.Itoa(realm), size, func() []part { return s.shield(realm) })
}
