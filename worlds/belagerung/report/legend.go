package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/rulekit"
)

// legend explains the report's abbreviations and shows the prices, in the world's own numbers. It has a row for each
// unit, building and kind of ground.
func legend(at realm.Position, whose int, lang phrase.Lang) []byte {
	t := readerIn(at)(whose).TextIn(at.Rules.Words(lang))
	prices(t, at.Tables)
	return t.Out
}

// prices writes the tables of the legend. The signs of the board are not in it: they have a line of their own below
// the board.
func prices(t *rulekit.Text, n *tables.Tables) {
	rules := &n.Rules
	t.Say("", "legend.units")
	rulekit.WriteTable(t, 2, []string{"", "name", "dice", "speed", "range", "power"}, cardRows(t.Book, n))
	t.Say("", "legend.called")
	t.Say("", "legend.training", num("cost", rules.TrainingCost), num("points", rules.TrainingPoints))
	t.Say("", "legend.most", num("units", rules.Units), num("settlers", rules.Settlers))
	t.Blank()
	t.Say("", "legend.buildings")
	rulekit.WriteTable(t, 2, []string{"", "name", "dice", "hits", "range", "speed", "damage", "crew"}, tileRows(t.Book, n))
	t.Say("", "legend.walls", num("castle", rules.CastleHits), num("wall", rules.WallHits), num("defence", rules.WallDefence))
	t.Blank()
	t.Say("", "legend.ground")
	rulekit.WriteTable(t, 2, []string{"", "ground", "steps", "defence"},
		rulekit.Map(n.Terrain, func(r tables.TerrainRow) []string {
			return []string{grounds[r.Terrain].Code, t.Book.T(r.Terrain.Key()), rulekit.Digits(r.Steps),
				"+" + rulekit.Digits(r.Defence)}
		}))
	t.Blank()
	t.Say("", "legend.treasure", num("castle", rules.CastleIncome), num("outpost", rules.OutpostIncome), num("pips", rules.Counter),
		num("looter", rules.Looter))
	t.Say("", "legend.names")
}

// cardRows are the cards. They have no letter, so that column is empty.
func cardRows(book *phrase.Book, n *tables.Tables) [][]string {
	return rulekit.Map(n.Card, func(c tables.CardRow) []string {
		return []string{"", book.T(c.Key()), rulekit.Digits(c.Cost), rulekit.Digits(c.Speed), rulekit.Digits(c.Range),
			rulekit.Digits(c.Power)}
	})
}

// tileRows are the buildings and engines with their letters on the board. Zeros are left out: a building without a
// range uses its crew's, and one without a speed does not move.
func tileRows(book *phrase.Book, n *tables.Tables) [][]string {
	return rulekit.Map(n.Building, func(b tables.BuildingRow) []string {
		crew := "legend.crew.anybody"
		switch b.Crew {
		case "":
		case "simple":
			crew = "legend.crew.simple"
		default:
			crew = "symbol." + b.Crew
		}
		return []string{kindSigns[b.Building], book.T(b.Building.Key()), rulekit.Digits(b.Cost),
			rulekit.Digits(b.Hits), rulekit.Some(b.Range), rulekit.Some(b.Speed), rulekit.Digits(b.Damage), book.T(crew)}
	})
}
