package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// kindSigns are the signs of what is built on the board. A building site has a small letter.
var kindSigns = map[tables.Kind]string{
	tables.Quarry: "Q", tables.LumberCamp: "L", tables.Smithy: "S", tables.Fortress: "F", tables.Trebuchet: "T",
	tables.Catapult: "K", tables.Ballista: "B", tables.Outpost: "O", tables.Training: "A", "castle": "#", "wall": "=",
}

// grounds are the signs and colours of the terrains, and what a painter draws for them. The game's rules name no colours.
var grounds = map[tables.Terrain]game.ChartTerrain{
	tables.Plain:  {Code: ".", Name: "terrain.plain", Rim: "#2f9a2f", Fill: "#a8e88c", Ground: "meadow", Height: 1},
	tables.Hill:   {Code: "^", Name: "terrain.hill", Rim: "#5a3414", Fill: "#c89a5a", Ground: "steppe", Height: 2},
	tables.Forest: {Code: "*", Name: "terrain.forest", Rim: "#0b5a1e", Fill: "#2f9a2f", Ground: "wood", Height: 1},
	tables.River:  {Code: "~", Name: "terrain.river", Rim: "#87cefa", Fill: "#5aa0e6", Ground: "river", Height: 1},
}

// cellWidth is how many characters a hex takes. A row of the widest board (18) fits 79 characters, with its number and
// half a hex of shift in every other row.
const cellWidth = 4

// hexes draws the board, with the northern rows first, between the numbers of the columns. The upper line of a row has
// the ground, the building and its realm, the lower line the unit.
func hexes(t *rulekit.Text, p realm.Position) {
	g := p.State.Grid
	columns(t, g)
	for y := g.Height - 1; y >= 0; y-- {
		above, below := fmt.Sprintf("%2d ", y+1), "   "
		if y%2 == 1 {
			above, below = above+"  ", below+"  "
		}
		for x := range g.Width {
			at := game.Place(y*g.Width + x)
			above += fmt.Sprintf("%-*s", cellWidth, sign(p, at))
			below += fmt.Sprintf("%-*s", cellWidth, who(p.State, at))
		}
		t.Drawn(above)
		t.Drawn(below)
	}
	columns(t, g)
}

// columns writes the numbers of the columns.
func columns(t *rulekit.Text, g game.Grid) {
	line := "   "
	for x := range g.Width {
		line += fmt.Sprintf("%-*d", cellWidth, x+1)
	}
	t.Drawn(line)
}

// sign is the upper line of a hex: its ground, what is built there, and the number of the realm that owns it or has a
// unit there.
func sign(p realm.Position, at game.Place) string {
	sign, whose := built(p, at)
	if sign == "" {
		sign = " "
	}
	if whose > 0 {
		sign += strconv.Itoa(whose)
	}
	return grounds[p.State.Terrain[at]].Code + sign
}

// groundOf is the terrain of a hex, what is built there, including castles and walls, and the realm that owns it. A
// broken wall has no owner.
func groundOf(p realm.Position, at game.Place) game.FactGround {
	out := game.FactGround{Terrain: string(p.State.Terrain[at])}
	wall, d := p.State.WallAt(at)
	switch b := p.State.Building(at); {
	case p.State.CastleAt(at) != nil:
		out.Building, out.Owner = "castle", p.State.CastleAt(at).Number
	case wall != nil && realm.WallStands(p.Tables, wall, d):
		out.Building, out.Owner = "wall", wall.Number
	case b != nil && b.Site != 0:
		out.Building, out.State, out.Owner = string(b.Kind), "site", b.Site
	case b != nil:
		out.Building, out.Owner = string(b.Kind), b.Owner
	case wall != nil:
		out.Building, out.State = "wall", "broken"
	}
	return out
}

// built is the sign of what is built on a hex, and the number of a realm: that of the unit there or, without one, the
// owner. It is "" and 0 if there is none.
func built(p realm.Position, at game.Place) (sign string, whose int) {
	g := groundOf(p, at)
	switch sign = kindSigns[tables.Kind(g.Building)]; g.State {
	case "broken":
		sign = "-"
	case "site":
		sign = strings.ToLower(sign)
	}
	whose = g.Owner
	if on := p.State.On(at); len(on) > 0 {
		whose = on[0].Realm
	}
	return sign, whose
}

// who is the lower line of a hex: its unit, with a plus if a settler is there too. The unit goes without its E if that
// would not fit.
func who(s *realm.State, at game.Place) string {
	on := s.On(at)
	switch {
	case len(on) == 0:
		return ""
	case len(on) > 1 && len(on[1].Name()) >= cellWidth:
		return strings.TrimPrefix(on[1].Name(), "E") + "+"
	case len(on) > 1:
		return on[1].Name() + "+"
	case on[0].Settler:
		return "S" + strconv.Itoa(on[0].Number)
	}
	return on[0].Name()
}

// signs names the signs of what can be built, in the order of the tables, or of that what is on the board.
func signs(book *phrase.Book, p realm.Position, there bool) string {
	var out []string
	for i := range p.Tables.Building {
		k := p.Tables.Building[i].Building
		if !there || slices.ContainsFunc(p.State.Buildings, func(b *realm.Building) bool { return b.Kind == k }) {
			out = append(out, kindSigns[k]+" "+book.T(k.Key()))
		}
	}
	return strings.Join(out, ", ")
}

// Chart is the board: everybody sees all of it.
func Chart(p realm.Position, number int, lang phrase.Lang) *game.Chart {
	s := p.State
	switch {
	case number == game.Everybody:
		number = 0
	case number != 0 && s.Realm(number) == nil:
		return nil
	}
	c := rulekit.NewChart(number, p.Rules.Words(lang))
	for i := range s.Terrain {
		at := game.Place(i)
		cell := game.ChartCell{Label: game.Counted(realm.Column(s.Grid, at))}
		cell.H, cell.Y = s.Grid.HY(at)
		cell.Terrain = c.Ground(grounds[s.Terrain[i]])
		cell.Sign, cell.Owner = built(p, at)
		cell.Building, cell.State = looks(p, at)
		cell.Walls = walls(p, at)
		if r := s.Realm(cell.Owner); r != nil && cell.Building == "capital" {
			cell.Name = r.Name
		}
		c.Sign(cell.Sign, signName(p, c.Book, at, cell.Sign))
		for _, u := range s.On(at) {
			c.Stands(&cell, u.Realm)
		}
		c.Field(cell)
	}
	out := c.Done(rulekit.Realms(s.Realms))
	out.Drawn = "board"
	return out
}

// buildings are the symbols that are drawn for what is built.
var buildings = map[tables.Kind]string{
	tables.Quarry: "mine", tables.LumberCamp: "camp", tables.Smithy: "village", tables.Fortress: "fort",
	tables.Trebuchet: "tower", tables.Catapult: "tower", tables.Ballista: "tower", tables.Outpost: "castle",
	tables.Training: "market", "castle": "capital",
}

// looks is the symbol that is drawn for what is built on a hex, and its state. A standing wall has none: it is drawn on
// the borders of its hex.
func looks(p realm.Position, at game.Place) (building, state string) {
	g := groundOf(p, at)
	switch building = buildings[tables.Kind(g.Building)]; g.State {
	case "broken":
		building = "ruin"
	case "site":
		state = "building"
	}
	return building, state
}

// walls are the borders of a hex with a standing wall, toward what is not of the same fortress.
func walls(p realm.Position, at game.Place) (out uint8) {
	own := groundOf(p, at)
	if own.Building != "wall" || own.State != "" {
		return 0
	}
	for d := game.Direction(1); d <= 6; d++ {
		to := p.State.Grid.Step(at, d)
		if to != game.Nowhere {
			if g := groundOf(p, to); g.Owner == own.Owner && (g.Building == "wall" || g.Building == "castle") {
				continue
			}
		}
		out |= 1 << (d - 1)
	}
	return out
}

// signName says what a sign on a hex means.
func signName(p realm.Position, book *phrase.Book, at game.Place, sign string) string {
	switch b := p.State.Building(at); {
	case sign == "#":
		return book.T("chart.castle")
	case sign == "=":
		return book.T("chart.wall")
	case sign == "-":
		return book.T("chart.ruin")
	case b != nil && b.Site != 0:
		return book.Say(phrase.P("chart.site", phrase.Key("building", b.Kind.Key())))
	case b != nil:
		return book.T(b.Kind.Key())
	}
	return ""
}
