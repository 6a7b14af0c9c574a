package belagerung

import (
	"strconv"

	"weltentor/worlds/game"
)

var _ game.Legender = (*World)(nil)

// Legend explains the report's abbreviations and shows the prices, from the world's own
// numbers: a row for each unit, building and kind of ground.
func (w *World) Legend(realm int) []byte {
	if w.state.realm(realm) == nil {
		return nil
	}
	p := newPage(w, realm)
	p.prices()
	return p.out
}

// prices writes the tables of the legend; the signs of the board have a line of their
// own below the board.
func (p *page) prices() {
	n := &p.w.tables.Rules
	p.line("legend.units")
	p.out = game.AppendColumns(p.out, 2, p.unitRows())
	p.line("legend.training", num("cost", n.TrainingCost), num("points", n.TrainingPoints))
	p.line("legend.most", num("units", n.Units), num("settlers", n.Settlers))
	p.blank()
	p.line("legend.buildings")
	p.out = game.AppendColumns(p.out, 2, p.buildingRows())
	p.line("legend.walls", num("castle", n.CastleHits), num("wall", n.WallHits), num("defence", n.WallDefence))
	p.blank()
	p.line("legend.ground")
	p.out = game.AppendColumns(p.out, 2, p.groundRows())
	p.blank()
	p.line("legend.treasure", num("castle", n.CastleIncome), num("outpost", n.OutpostIncome), num("pips", n.Counter), num("looter", n.Looter))
	p.line("legend.names")
}

func (p *page) unitRows() [][]string {
	rows := [][]string{p.heads("name", "dice", "speed", "range", "power")}
	for i := range p.w.tables.Card {
		c := &p.w.tables.Card[i]
		rows = append(rows, []string{p.book.T("card." + c.Card), digits(c.Cost), digits(c.Speed), digits(c.Range), digits(c.Power)})
	}
	return indented(rows)
}

// buildingRows are the buildings and engines with their letters on the board. Zeros are
// left out: what has no range strikes with its crew's, what has no speed stands still.
func (p *page) buildingRows() [][]string {
	rows := [][]string{append([]string{""}, p.heads("name", "dice", "hits", "range", "speed", "damage", "crew")...)}
	for i := range p.w.tables.Building {
		b := &p.w.tables.Building[i]
		crew := "legend.crew.anybody"
		switch b.Crew {
		case "":
		case "simple":
			crew = "legend.crew.simple"
		default:
			crew = "symbol." + b.Crew
		}
		rows = append(rows, []string{kindSigns[b.Building], p.book.T(b.Building.key()), digits(b.Cost), digits(b.Hits), some(b.Range), some(b.Speed), digits(b.Damage),
			p.book.T(crew)})
	}
	return rows
}

func (p *page) groundRows() [][]string {
	rows := [][]string{append([]string{""}, p.heads("ground", "steps", "defence")...)}
	for i := range p.w.tables.Terrain {
		r := &p.w.tables.Terrain[i]
		rows = append(rows, []string{groundSigns[r.Terrain], p.book.T(r.Terrain.key()), digits(r.Steps), "+" + digits(r.Defence)})
	}
	return rows
}

func (p *page) heads(columns ...string) []string {
	for i, c := range columns {
		columns[i] = p.book.T("legend.head." + c)
	}
	return columns
}

// indented gives rows an empty first column: what has no letter stands below what has.
func indented(rows [][]string) [][]string {
	for i := range rows {
		rows[i] = append([]string{""}, rows[i]...)
	}
	return rows
}

func digits(n int64) string { return strconv.FormatInt(n, 10) }

func some(n int64) string {
	if n == 0 {
		return "-"
	}
	return digits(n)
}
