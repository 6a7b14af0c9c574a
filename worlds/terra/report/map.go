package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
)

// A field on the map has three characters: its terrain, its owner, and the armies in it. Odd rows are shifted by half
// a field.
const mapCell = 3

// terrainSigns are the map's signs of terrains.
const terrainSigns = "#o=.t^"

// writeMap writes the map of what is in sight, with the legend of a code.
func writeMap(t *rulekit.Text, a *account, legend string) {
	if !slices.Contains(a.seen, true) {
		return
	}
	t.Title("report-map")
	for _, row := range inSight(a) {
		line := fmt.Sprintf("%4d ", row.y)
		for _, c := range row.cells {
			line += strings.Repeat(" ", c.col+len("1234 ")-len(line)) + sign(a, c.at)
		}
		t.Drawn(line)
	}
	t.Say("", legend)
}

// inSight are the rows of the map from the first to the last in which a field is in sight.
func inSight(a *account) []mapRow {
	rows := a.rows()
	blank := func(r mapRow) bool {
		return !slices.ContainsFunc(r.cells, func(c mapCellAt) bool { return a.seen[c.at] })
	}
	for blank(rows[0]) {
		rows = rows[1:]
	}
	for blank(rows[len(rows)-1]) {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// sign is how the map shows a field.
func sign(a *account, at game.Place) string {
	if !a.seen[at] {
		return "   "
	}
	f := &a.at.State.Fields[at]
	owner := " "
	switch {
	case f.Owner == a.realm.Number:
		owner = "+"
	case f.Owner > 0:
		owner = strings.ToUpper(strconv.FormatInt(int64(f.Owner%36), 36))
	}
	return terrainSigns[f.Terrain:f.Terrain+1] + owner + presence(a, at)
}

// presence is the number of the reader's army, `!` for another's, `&` for both.
func presence(a *account, at game.Place) string {
	own, others := 0, false
	for _, u := range a.at.State.Armies(at) {
		if u.Realm == a.realm.Number {
			own = u.Army
		} else {
			others = true
		}
	}
	switch {
	case own > 0 && others:
		return "&"
	case own > 0:
		return strconv.Itoa(own)
	case others:
		return "!"
	}
	return " "
}

// grounds are the colours of the terrains, at the rim and in the middle. The game's rules name none.
var grounds = [tables.Terrains][2]string{
	tables.City: {"#5a5a5a", "#c8c8c8"}, tables.Village: {"#a0703c", "#e0c090"},
	tables.Farmland: {"#c8a020", "#f5e04a"}, tables.Pasture: {"#2f9a2f", "#a8e88c"},
	tables.Forest: {"#0b5a1e", "#2f9a2f"}, tables.Mountain: {"#5a3414", "#a0703c"},
}

// drawn and heights are what a painter draws for the terrains.
var (
	drawn = [tables.Terrains]string{tables.City: "city", tables.Village: "village", tables.Farmland: "field",
		tables.Pasture: "meadow", tables.Forest: "wood", tables.Mountain: "meadow"}
	heights = [tables.Terrains]int{tables.City: 1, tables.Village: 1, tables.Farmland: 1, tables.Pasture: 1,
		tables.Forest: 1, tables.Mountain: 3}
)

// Chart is the map of what a nation has in sight.
func Chart(p realm.Position, nation int, lang phrase.Lang) *game.Chart {
	seen := []bool(nil)
	if nation != 0 {
		if p.State.Realm(nation) == nil {
			return nil
		}
		seen = sight.Seen(p, nation)
	}
	s, view := p.State, p.State.View(nation)
	c := rulekit.NewChart(nation, p.Rules.Words(lang))
	for i := range s.Fields {
		if seen != nil && !seen[i] {
			continue
		}
		at, f := game.Place(i), &s.Fields[i]
		x, y := view.Grid.Relative(view.Origin, at)
		cell := game.ChartCell{Label: game.Counted(x, y), Owner: f.Owner}
		cell.H, cell.Y = game.Doubled(x, y)
		key := "terrain." + p.Tables.Terrain[f.Terrain].Code
		cell.Terrain = c.Ground(game.ChartTerrain{Code: terrainSigns[f.Terrain : f.Terrain+1], Name: key,
			Rim: grounds[f.Terrain][0], Fill: grounds[f.Terrain][1], Ground: drawn[f.Terrain], Height: heights[f.Terrain]})
		for _, u := range s.Armies(at) {
			c.Stands(&cell, u.Realm)
		}
		c.Field(cell)
	}
	return c.Done(rulekit.Realms(p.State.Realms))
}
