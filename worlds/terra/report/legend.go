package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// legend explains the report's abbreviations. It also shows what terrains, commands and the treasury do, in the
// campaign's own numbers.
func legend(at realm.Position, nation int, lang phrase.Lang) []byte {
	t := reader(at, nation).TextIn(at.Rules.Words(lang))
	writeLegend(t, at.Tables)
	return t.Out
}

// writeLegend writes the tables of the legend.
func writeLegend(t *rulekit.Text, at *tables.Tables) {
	t.Say("", "legend.terrain")
	rulekit.WriteTable(t, 2, []string{"sign", "terrain", "income", "garrison", "enter", "defence"}, terrainRows(t.Book, at))
	t.Blank()
	t.Say("", "legend.commands")
	rulekit.WriteTable(t, 1, []string{"command", "delay", "moves", "strength", "under-way", "foreign"}, commandRows(t.Book, at))
	t.Blank()
	n := &at.Rules
	t.Say("", "legend.strength")
	t.Say("", "legend.relief", phrase.Num("size", n.ArmySize))
	if n.StakeMost > 0 {
		t.Say("", "legend.stake", phrase.Num("points", order.StakeStep), phrase.Num("part", fight.StakeGives),
			phrase.Num("most", n.StakeMost/fight.StakeGives*order.StakeStep))
	}
	t.Say("", "legend.record")
	t.Say("", "legend.battle")
}

// terrainRows are the terrains with their signs on the map.
func terrainRows(book *phrase.Book, at *tables.Tables) [][]string {
	var rows [][]string
	for i, r := range at.Terrain {
		rows = append(rows, []string{terrainSigns[i : i+1], book.T("terrain." + r.Code), rulekit.Digits(r.Income),
			rulekit.Digits(r.Garrison), rulekit.Digits(r.Enter), rulekit.Digits(r.Defence)})
	}
	return rows
}

// commandRows are the commands that an army can be given.
func commandRows(book *phrase.Book, at *tables.Tables) [][]string {
	var rows [][]string
	for _, r := range at.Command {
		foreign := "legend.no"
		if r.Foreign {
			foreign = "legend.yes"
		}
		rows = append(rows, []string{book.T("command." + r.Code), rulekit.Digits(r.Delay), rulekit.Digits(r.Moves),
			rulekit.Digits(r.Strength), rulekit.Digits(r.UnderWay),
			book.T(foreign)})
	}
	return rows
}
