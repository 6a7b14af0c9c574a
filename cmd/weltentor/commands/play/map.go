package play

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// width is how many columns of a terminal are used. rowsBeside is how many rows of a map leave room for words below it,
// rowsAlone how many it has alone.
const (
	label      = 8 // columns, for the name of a row's first field
	width      = 80
	rowsBeside = 11
	rowsAlone  = 40
)

// grounds are the signs of what grows or lies on a field. Land that is not in the list has the sign of its height.
var grounds = map[string]rune{"meadow": '"', "wood": '♣', "jungle": 'J', "marsh": '%', "steppe": '\'', "sand": ':',
	"ice": '*', "field": '=', "village": 'o', "city": 'O', "sea": '≈', "deep": '≈', "river": '~', "strait": '≈',
	"reef": '≈', "volcano": '▲', "void": ' '}

// heights are the signs of bare land, from the lowest.
var heights = []rune{'.', '∩', '▲', '▲'}

// sign is how a field's terrain is drawn.
func sign(t game.ChartTerrain) rune {
	if t.Ground == "wood" && t.Height > 0 {
		return '♠' // on hills
	}
	if r, known := grounds[t.Ground]; known {
		return r
	}
	return heights[max(0, min(t.Height, len(heights)-1))]
}

// draw writes the part of a map around the reader's land and armies that fits, with a legend below. A field is its
// terrain, then `+` for own land or `-` for a stranger's, what is built there, and who stands there. A number is below it.
func draw(to terminal.Screen, c game.Chart, book *phrase.Book, rows int) {
	const half = (width-label)/4 - 1 // of a row: a field takes four columns, and the next begins two steps of h further on
	at := make(map[[2]int]*game.ChartCell, len(c.Cells))
	for i := range c.Cells {
		at[[2]int{c.Cells[i].H, c.Cells[i].Y}] = &c.Cells[i]
	}
	named := numbered(c)
	if named {
		rows = (rows + 3) / 2 // each takes two lines
	}
	midH, midY := middle(c, half, rows)
	var used []game.ChartTerrain
	north, south := c.Cells[0].Y, c.Cells[len(c.Cells)-1].Y // they come from north to south
	top := max(min(midY+rows/2, north), min(south+rows-1, north))
	for y := top; y > top-rows; y-- {
		// the name of the first field, unless all have their numbers below them, then the fields
		line := []terminal.Cell{{Text: strings.Repeat(" ", label)}}
		numbers := slices.Clone(line)
		seen := false
		for h := midH - half; h < midH+half; h++ {
			cell := at[[2]int{h, y}]
			if cell == nil {
				line = append(line, terminal.Cell{Text: "  "})
				numbers = append(numbers, terminal.Cell{Text: "  "})
				continue
			}
			t := c.Terrains[cell.Terrain]
			if !slices.Contains(used, t) {
				used = append(used, t)
			}
			if !seen && !named {
				line[0] = terminal.Cell{Text: fmt.Sprintf("%*s", label, cell.Label+" "), Paint: terminal.Faint}
			}
			line, seen = append(line, field(cell, sign(t), c.Realm)), true
			numbers = append(numbers, terminal.Cell{Text: fmt.Sprintf("%-4s", cell.Label), Paint: terminal.Faint})
			h++
		}
		if seen {
			to.Row(line)
		}
		if seen && named {
			to.Row(numbers)
		}
	}
	legend(to, used, book)
}

// numbered reports whether fields are called by numbers, which nobody could count. Other games have columns and rows.
func numbered(c game.Chart) bool {
	return c.Drawn == "" && !slices.ContainsFunc(c.Cells, func(cell game.ChartCell) bool {
		return len(cell.Label) > 3 || strings.Trim(cell.Label, "0123456789") != ""
	})
}

// middle is the field around which a map is drawn: amid all fields if they fit side by side, or if the reader has none,
// else amid the reader's land and armies.
func middle(c game.Chart, half, rows int) (h, y int) {
	var own, all span
	for _, cell := range c.Cells {
		all = all.with(cell.H, cell.Y)
		if cell.Own || cell.Owner == c.Realm {
			own = own.with(cell.H, cell.Y)
		}
	}
	if own.n == 0 {
		own = all
	}
	h, y = own.middle()
	midH, midY := all.middle()
	if all.most[0]-all.least[0] < 2*half {
		h = midH
	}
	if all.most[1]-all.least[1] < rows {
		y = midY
	}
	return h, y
}

// span is from where to where fields lie.
type span struct {
	n           int
	least, most [2]int
}

func (s span) with(h, y int) span {
	if s.n++; s.n == 1 {
		s.least, s.most = [2]int{h, y}, [2]int{h, y}
	}
	s.least = [2]int{min(s.least[0], h), min(s.least[1], y)}
	s.most = [2]int{max(s.most[0], h), max(s.most[1], y)}
	return s
}

func (s span) middle() (h, y int) { return (s.least[0] + s.most[0]) / 2, (s.least[1] + s.most[1]) / 2 }

// field draws one field, in four columns.
func field(cell *game.ChartCell, ground rune, reader int) terminal.Cell {
	text, paint := []rune{ground, ' ', ' ', ' '}, terminal.Bare
	switch {
	case cell.Owner == reader:
		text[1], paint = '+', terminal.Green
	case cell.Owner > 0:
		text[1], paint = '-', terminal.Yellow
	case cell.Age != 0:
		paint = terminal.Faint
	}
	who := 2
	if cell.Building != "" {
		text[2], who = '□', 3
	}
	if cell.Building == "capital" {
		text[2] = '♜'
	}
	switch {
	case cell.Own && cell.Others:
		text[who], paint = '&', terminal.Red
	case cell.Own:
		text[who], paint = 'A', terminal.Bold
	case cell.Others:
		text[who], paint = '!', terminal.Red
	}
	return terminal.Cell{Text: string(text), Paint: paint}
}

// legend explains the terrains that were drawn, each sign once with all that have it, and the marks.
func legend(to terminal.Screen, used []game.ChartTerrain, book *phrase.Book) {
	var signs []rune
	names := map[rune][]string{}
	for _, t := range used {
		if s := sign(t); !slices.Contains(signs, s) {
			signs = append(signs, s)
		}
		names[sign(t)] = append(names[sign(t)], t.Name)
	}
	parts := make([]string, 0, len(signs))
	for _, s := range signs {
		parts = append(parts, string(s)+" "+strings.Join(names[s], ", "))
	}
	for _, line := range terminal.Wrap(strings.Join(parts, " · ")+" · "+book.T("play-marks"), width) {
		to.Line(terminal.Faint, line)
	}
}
