package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// writeMap writes the map: each province in its place, with the sign of its terrain and, if known, its owner. legend explains it.
func writeMap(t *rulekit.Text, a *account, legend string) {
	t.Title("report.map")
	g := a.s.Grid
	for row := range g.Height {
		line := ""
		if (g.Height-1-row)%2 == 1 {
			line = "   "
		}
		for column := range g.Width {
			line += cell(a, row*g.Width+column+1)
		}
		t.Drawn(line)
	}
	t.Blank()
	t.Say("", legend)
}

// cell is a province on the map, six characters wide: its number, the sign of its terrain, its owner, and `+` if an
// own army is there.
func cell(a *account, number int) string {
	q := a.s.Province(number)
	out := strconv.Itoa(number)
	out = strings.Repeat(" ", max(0, 3-len(out))) + out + grounds[q.Terrain].Code
	switch {
	case slices.ContainsFunc(a.s.Armies[a.realm], func(army *realm.Army) bool { return army.At == number }):
		out += "+"
	case a.owner(number) > 0:
		out += strconv.Itoa(q.Owner)
	}
	return out + strings.Repeat(" ", max(0, 6-len(out)))
}

// grounds are the signs and colours of the terrains, and what a painter draws for them. The game's rules name no colours.
var grounds = map[tables.Terrain]game.ChartTerrain{
	tables.Land:  {Code: ".", Name: "terrain.land", Rim: "#2f9a2f", Fill: "#a8e88c", Ground: "meadow", Height: 1},
	tables.Hard:  {Code: "^", Name: "terrain.hard", Rim: "#5a3414", Fill: "#a0703c", Ground: "steppe", Height: 3},
	tables.Coast: {Code: ":", Name: "terrain.coast", Rim: "#87cefa", Fill: "#a8e88c", Ground: "meadow", Height: 1},
	tables.Sea:   {Code: "~", Name: "terrain.sea", Rim: "#87cefa", Fill: "#1e4fc8", Ground: "sea"},
}

// walls are the buildings that are drawn for fortifications, from the weakest.
var walls = []string{"camp", "castle", "fort"}

// WallBuilding is the building that is drawn for a fortification, by its rank in the tables.
func WallBuilding(rank int) string { return walls[min(rank, len(walls)-1)] }

// Spot is where a chart has a province.
func Spot(s *realm.State, number int) (h, y int) { return s.Grid.HY(realm.PlaceOf(s.Grid, number)) }

// Chart is the map as a realm knows it. The place, terrain and walls of a province are public; owners and armies are
// known where the realm sees them.
func Chart(p realm.Position, whose int, lang phrase.Lang) *game.Chart {
	s := p.State
	switch {
	case whose == game.Everybody:
		return common(p, lang)
	case whose != 0 && s.Realm(whose) == nil:
		return nil
	case whose != 0:
		s = realm.Known(p, whose).State
	}
	sees, here := realm.Sees(s, whose), s.Places()
	c, homes := rulekit.NewChart(whose, p.Rules.Words(lang)), map[int]bool{}
	for i := range s.Realms {
		homes[s.Realms[i].Home] = true
	}
	for i := range s.Provinces {
		q := &s.Provinces[i]
		place := realm.PlaceOf(s.Grid, i+1)
		cell := game.ChartCell{Label: strconv.Itoa(i + 1), Owner: q.Owner}
		cell.H, cell.Y = Spot(s, i+1)
		cell.Terrain = c.Ground(grounds[q.Terrain])
		for _, a := range here[i] {
			c.Stands(&cell, a.Realm)
		}
		for _, to := range q.Ways {
			if d := s.Grid.Toward(place, realm.PlaceOf(s.Grid, to)); d > 0 {
				cell.Roads |= 1 << (d - 1)
			}
		}
		if cell.Building = walled(p, q); cell.Building != "" {
			n := len(q.Walls)
			cell.Sign = c.Sign(q.Walls[n-1][:1], c.Book.T("wall."+q.Walls[n-1]))
		}
		if homes[i+1] {
			cell.Building = "capital"
		}
		if whose != 0 && !sees[i] && !realm.Borders(s, sees, i+1) {
			cell.Age = game.AgeUnknown
		}
		c.Field(cell)
	}
	out := c.Done(rulekit.Realms(p.State.Realms[1:]))
	out.Drawn = "provinces"
	return out
}

// walled is the building that is drawn for the walls of a province; "" if it has none.
func walled(p realm.Position, q *realm.Province) string {
	if n := len(q.Walls); n > 0 {
		return WallBuilding(p.Tables.WallRank(q.Walls[n-1]))
	}
	return ""
}

// common is what all realms see of the map: land, ways and walls. Who owns what, and where homes are, only neighbours
// see.
func common(p realm.Position, lang phrase.Lang) *game.Chart {
	c := Chart(p, 0, lang).Bare(false)
	for i := range c.Cells {
		number, _ := strconv.Atoi(c.Cells[i].Label)
		c.Cells[i].Building = walled(p, p.State.Province(number))
	}
	return &c
}
