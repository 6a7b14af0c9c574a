package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
)

// legend explains the report's abbreviations and shows the prices, in the world's own numbers. It has a row for each
// unit, building and kind of ground.
func legend(at realm.Position, whose int, lang phrase.Lang) []byte {
	p := newPage(at, whose)
	p.Book = at.Rules.Words(lang)
	p.prices()
	return p.Out
}

// prices writes the tables of the legend. The signs of the board are not in it: they have a line of their own below
// the board.
func (p *page) prices() {
	n := &p.at.Tables.Rules
	p.Say("", "legend.units")
	p.Table(2, []string{"", "name", "dice", "speed", "range", "power"}, p.unitRows())
	p.Say("", "legend.called")
	p.Say("", "legend.training", num("cost", n.TrainingCost), num("points", n.TrainingPoints))
	p.Say("", "legend.most", num("units", n.Units), num("settlers", n.Settlers))
	p.Blank()
	p.Say("", "legend.buildings")
	p.Table(2, []string{"", "name", "dice", "hits", "range", "speed", "damage", "crew"}, p.buildingRows())
	p.Say("", "legend.walls", num("castle", n.CastleHits), num("wall", n.WallHits), num("defence", n.WallDefence))
	p.Blank()
	p.Say("", "legend.ground")
	p.Table(2, []string{"", "ground", "steps", "defence"},
		frame.Map(p.at.Tables.Terrain, func(r tables.TerrainRow) []string {
			return []string{grounds[r.Terrain].Code, p.Book.T(r.Terrain.Key()), frame.Digits(r.Steps),
				"+" + frame.Digits(r.Defence)}
		}))
	p.Blank()
	p.Say("", "legend.treasure", num("castle", n.CastleIncome), num("outpost", n.OutpostIncome), num("pips", n.Counter),
		num("looter", n.Looter))
	p.Say("", "legend.names")
}

// unitRows are the cards. They have no letter, so that column is empty.
func (p *page) unitRows() [][]string {
	return frame.Map(p.at.Tables.Card, func(c tables.CardRow) []string {
		return []string{"", p.Book.T(c.Key()), frame.Digits(c.Cost), frame.Digits(c.Speed), frame.Digits(c.Range),
			frame.Digits(c.Power)}
	})
}

// buildingRows are the buildings and engines with their letters on the board. Zeros are left out: a building without a
// range uses its crew's, and one without a speed does not move.
func (p *page) buildingRows() [][]string {
	return frame.Map(p.at.Tables.Building, func(b tables.BuildingRow) []string {
		crew := "legend.crew.anybody"
		switch b.Crew {
		case "":
		case "simple":
			crew = "legend.crew.simple"
		default:
			crew = "symbol." + b.Crew
		}
		return []string{kindSigns[b.Building], p.Book.T(b.Building.Key()), frame.Digits(b.Cost),
			frame.Digits(b.Hits), frame.Some(b.Range), frame.Some(b.Speed), frame.Digits(b.Damage), p.Book.T(crew)}
	})
}
