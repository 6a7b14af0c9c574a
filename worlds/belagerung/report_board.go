package belagerung

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The signs of the board: one for the ground, one for what is built on it, small
// where it is still being built.
var (
	groundSigns = map[Terrain]string{Plain: ".", Hill: "^", Forest: "*", River: "~"}
	kindSigns   = map[Kind]string{
		Quarry: "Q", LumberCamp: "L", Smithy: "S", Fortress: "F", Trebuchet: "T", Catapult: "K", Ballista: "B",
		Outpost: "O", Training: "A",
	}
)

// cellWidth is how many characters a hex takes: a row of the widest board (18),
// half a hex further right in every other row, and its number fit 79.
const cellWidth = 4

// board draws the hexes, rows from the north: above the ground, what is built and
// whose it is, below who stands there.
func (p *page) board() {
	p.Title("report.board")
	g := p.s.Grid
	p.columns()
	for y := g.Height - 1; y >= 0; y-- {
		above, below := fmt.Sprintf("%2d ", y+1), "   "
		if y%2 == 1 {
			above, below = above+"  ", below+"  "
		}
		for x := range g.Width {
			at := game.Place(y*g.Width + x)
			above += fmt.Sprintf("%-*s", cellWidth, p.sign(at))
			below += fmt.Sprintf("%-*s", cellWidth, p.who(at))
		}
		p.Drawn(above)
		p.Drawn(below)
	}
	p.columns()
	p.Blank()
	p.Say("", "report.legend")
	p.legend()
}

// columns writes the numbers of the columns.
func (p *page) columns() {
	line := "   "
	for x := range p.s.Grid.Width {
		line += fmt.Sprintf("%-*d", cellWidth, x+1)
	}
	p.Drawn(line)
}

// sign is the upper line of a hex: its ground, what is built there, and the number
// of the realm it belongs to or whose unit stands there.
func (p *page) sign(at game.Place) string {
	out, realm := groundSigns[p.s.Terrain[at]], 0
	wall, d := p.s.wallAt(at)
	switch b := p.s.building(at); {
	case p.s.castleAt(at) != nil:
		out, realm = out+"#", p.s.castleAt(at).Number
	case wall != nil && p.w.tables.standing(wall, d):
		out, realm = out+"=", wall.Number
	case b != nil && b.Site != 0:
		out, realm = out+strings.ToLower(kindSigns[b.Kind]), b.Site
	case b != nil:
		out, realm = out+kindSigns[b.Kind], b.Owner
	case wall != nil:
		out += "-"
	default:
		out += " "
	}
	if on := p.s.on(at); len(on) > 0 {
		realm = on[0].Realm
	}
	if realm > 0 {
		out += strconv.Itoa(realm)
	}
	return out
}

// who is the lower line of a hex: its unit, with a plus where a settler is there too,
// without its E where it would not fit.
func (p *page) who(at game.Place) string {
	on := p.s.on(at)
	switch {
	case len(on) == 0:
		return ""
	case len(on) > 1 && len(on[1].name()) >= cellWidth:
		return strings.TrimPrefix(on[1].name(), "E") + "+"
	case len(on) > 1:
		return on[1].name() + "+"
	case on[0].Settler:
		return "S" + strconv.Itoa(on[0].Number)
	}
	return on[0].name()
}

// legend names the signs of what is built, in the order of the tables.
func (p *page) legend() {
	var out []string
	for i := range p.w.tables.Building {
		k := p.w.tables.Building[i].Building
		out = append(out, kindSigns[k]+" "+p.Book.T(k.key()))
	}
	p.Say("", "report.legend-built", phrase.Str("list", strings.Join(out, ", ")))
}
