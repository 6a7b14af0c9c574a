package picture

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
)

//go:embed symbols.json
var symbolFile []byte

// symbols is how everything on a map looks, for these pictures and for the player's page alike. It is read from
// symbols.json, which the page's bundle imports. Lengths are those of a field whose neighbours to the east and west
// are 2×Half away, and whose rows are Rise apart; y grows downwards.
type symbols struct {
	Field     struct{ Half, Rise float32 }
	Palette   map[string]map[string]string // by light and dark: the colours by name, `#rrggbb`
	Symbols   map[string][]mark            // what grows or lies on a field; 0 0 is where it stands
	Grounds   map[string][]scatter         // by game.Grounds
	Heights   [][]scatter                  // by ChartTerrain.Height, above what grows on the ground
	Buildings map[string][]mark            // by game.Buildings
	States    map[string][]mark            // by ChartCell.State: laid over the building
	Arms      map[string][]mark            // by game.Arm, and unknown: the white sign on a counter
	Counters  map[string]string            // the outlines of counters
	Shapes    map[string]string            // by arm: its counter's outline
	Charges   map[string][]mark            // by game.Charges: the white sign on a shield
	Patterns  map[string][]float32         // by game.Patterns: the dashes of a band
	Edges     map[string][]line            // river, road, bridge, wall, planned: strokes, the lowest first
}

// mark is a path with a colour of the palette, or with the colour "owner": the realm's. It is filled or has a stroke
// with round ends.
type mark struct {
	D       string // of absolute M, L, H, V, C, Q and Z, with spaces between numbers
	Fill    string
	Stroke  string
	Width   float32
	Opacity int // in percent; 0: it hides what is below
}

// scatter is how often a symbol is on a field, how large it is in percent, and how far from the middle it begins: 0 to
// 1, the corner.
type scatter struct {
	Symbol string
	N      int
	Size   int
	From   float32
}

// line is a stroke on a border of a field or across it.
type line struct {
	Stroke string
	Width  float32
	Dash   []float32
}

// look returns the symbols of the file, which is part of the program.
var look = sync.OnceValue(func() *symbols {
	s := &symbols{}
	if err := json.Unmarshal(symbolFile, s); err != nil {
		panic(err)
	}
	return s
})

// contour is a row of corners. Curves are several short lines.
type contour struct {
	corners [][2]float32
	closed  bool
}

// curveLines is how many lines a curve becomes.
const curveLines = 6

// contours reads a path of the symbols. ok is false if it is none.
func contours(d string) (out []contour, ok bool) {
	fields := strings.Fields(spaced.Replace(d))
	var at [2]float32
	for len(fields) > 0 {
		command, arity := fields[0], 0
		if arity, ok = arities[command]; !ok || len(out) == 0 && command != "M" {
			return nil, false
		}
		fields = fields[1:]
		if command == "Z" {
			out[len(out)-1].closed = true
			continue
		}
		for first := true; first || len(fields) > 0 && arities[fields[0]] == 0 && fields[0] != "Z"; first = false {
			if len(fields) < arity {
				return nil, false
			}
			var n [6]float32
			for i := range arity {
				x, err := strconv.ParseFloat(fields[i], 32)
				if err != nil {
					return nil, false
				}
				n[i] = float32(x)
			}
			fields = fields[arity:]
			if command == "M" && first {
				out = append(out, contour{})
			}
			last := &out[len(out)-1]
			at = last.add(command, n, at)
		}
	}
	return out, len(out) > 0
}

// arities are the commands of paths, each with how many numbers it takes.
var arities = map[string]int{"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}

var spaced = strings.NewReplacer("M", " M ", "L", " L ", "H", " H ", "V", " V ", "C", " C ", "Q", " Q ", "Z", " Z ")

// add adds what a command draws from a place, and returns where it ends.
func (c *contour) add(command string, n [6]float32, at [2]float32) [2]float32 {
	end := [2]float32{n[0], n[1]}
	switch command {
	case "H":
		end = [2]float32{n[0], at[1]}
	case "V":
		end = [2]float32{at[0], n[0]}
	case "Q": // as a curve of the third degree
		q := [2]float32{n[0], n[1]}
		end = [2]float32{n[2], n[3]}
		n = [6]float32{at[0] + (q[0]-at[0])*2/3, at[1] + (q[1]-at[1])*2/3, end[0] + (q[0]-end[0])*2/3,
			end[1] + (q[1]-end[1])*2/3, end[0], end[1]}
		fallthrough
	case "C":
		end = [2]float32{n[4], n[5]}
		for i := 1; i < curveLines; i++ {
			t := float32(i) / curveLines
			u := 1 - t
			var p [2]float32
			for k := range p {
				p[k] = u*u*u*at[k] + 3*u*u*t*n[k] + 3*u*t*t*n[2+k] + t*t*t*end[k]
			}
			c.corners = append(c.corners, p)
		}
	}
	c.corners = append(c.corners, end)
	return end
}
