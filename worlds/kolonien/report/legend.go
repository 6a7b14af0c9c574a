package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// writeLegend explains the report's abbreviations, in the world's own numbers.
func writeLegend(t *rulekit.Text, at *tables.Tables) {
	t.Say("", "legend.units")
	rulekit.WriteTable(t, 2, []string{"code", "name", "attack", "defence", "hits", "ducats"}, unitRows(t.Book, at))
	t.Blank()
	t.Say("", "legend.ships")
	rulekit.WriteTable(t, 2, []string{"code", "name", "attack", "defence", "hits", "hold", "ducats"}, shipRows(t.Book, at))
	t.Blank()
	n := &at.Rules
	t.Say("", "legend.people", phrase.Num("leader", n.LeaderCost), phrase.Num("medic", n.MedicCost))
	t.Say("", "legend.works", phrase.Num("cost", n.StepCost), phrase.Str("forts", fortList(t.Book, at)))
	t.Say("", "legend.income", phrase.Num("home", n.IncomeHome), phrase.Num("level", n.IncomeLevel))
	t.Say("", "legend.natives", phrase.Str("places", locationList(t.Book, at)))
	t.Say("", "legend.factors", phrase.Num("years", n.PeriodYears), phrase.Num("periods", n.Periods))
}

// legend explains the report's abbreviations and shows the prices, in the world's own numbers. It has a row for each
// unit and ship, then all else that costs ducats.
func legend(at realm.Position, realm int, lang phrase.Lang) []byte {
	t := reader(at, realm).TextIn(at.Rules.Words(lang))
	writeLegend(t, at.Tables)
	return t.Out
}

// unitRows are the kinds of land units. Only those that realms can raise have a price.
func unitRows(book *phrase.Book, at *tables.Tables) [][]string {
	var rows [][]string
	for k := range tables.Kinds {
		u := &at.Unit[k]
		rows = append(rows, []string{u.Code, book.T("legend.unit." + u.Code), rulekit.Digits(u.Attack),
			rulekit.Digits(u.Defence), rulekit.Digits(u.Hits),
			price(u.Cost, k < tables.Raised)})
	}
	return rows
}

// shipRows are the classes of ships. Only those that realms can build have a price.
func shipRows(book *phrase.Book, at *tables.Tables) [][]string {
	var rows [][]string
	for c := range tables.Class(tables.Classes) {
		s := &at.Ship[c]
		name := "legend.ship.pirate"
		if c < tables.Launched {
			name = "legend.ship." + s.Code
		}
		rows = append(rows, []string{s.Code,
			book.Say(phrase.P(name, phrase.Num("level", int(c)-int(tables.Launched)))), rulekit.Digits(s.Attack),
			rulekit.Digits(s.Defence),
			rulekit.Digits(s.Hits), rulekit.Digits(s.Hold), price(s.Cost, c < tables.Launched)})
	}
	return rows
}

// price is a cost, or a dash if nobody can buy it.
func price(cost int, sold bool) string {
	if !sold {
		return "-"
	}
	return rulekit.Digits(cost)
}

// fortList lists what each fortification adds: "Palisade +1, Fort +2".
func fortList(book *phrase.Book, at *tables.Tables) string {
	var out []string
	for i := range at.Fortification {
		out = append(out, book.T(at.FortKey(i+1))+" +"+rulekit.Digits(at.Fortification[i].Bonus))
	}
	return strings.Join(out, ", ")
}

// locationList lists native locations as the map numbers them, each with its bonus.
func locationList(book *phrase.Book, at *tables.Tables) string {
	var out []string
	for i := range at.Location {
		out = append(out, "U"+rulekit.Digits(i+1)+" "+book.T(at.LocationKey(i+1))+" +"+rulekit.Digits(
			at.Location[i].Bonus))
	}
	return strings.Join(out, ", ")
}
