// Package order is what can be ordered in Kolonien: Language is the table of sections, and each kind of line is a
// struct whose tags declare its parts (orders/part). That one declaration reads, prints and explains the line (law 7).
// Standing orders of leaders and fleets are lines of $K and hold until they are changed. Whether a line is possible is
// asked by the phases.
package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/worlds/rulekit"
)

// missing are the refusals of a leader and of a colony that is not there.
var missing = map[string]string{"no-leader": "who", "no-colony": "area"}

// Language is the table of sections.
func Language() *orders.Language {
	return (&orders.Language{Missing: missing, Sections: []orders.Section{
		part.Section(orders.Section{
			Letter: 'A', Names: []string{"Armee", "Army", "Armies"}, Line: part.Either(moves, armyLine),
			Examples: []string{
				"Cortez 14", "Cortez an Flotte_2", "Cortez von Flotte_2", "Cortez on Fleet_1", "Cortez from Fleet_1",
				"Flotte_2 7", "Flotte_2 zu Flotte_1",
				"Flotte_2 gibt ESK 1 Flotte_3", "Flotte_2 gibt TRA 2", "Flotte_1 nimmt KAR 1 Flotte_2",
				"Fleet_1 gives LIN_S 1", "Cortez nimmt INF 2", "Cortez gibt MIL 1 Pizarro", "Cortez takes ART 1",
			},
		}, moves, embarkations, joins, transfers, ships, voyages),
		part.Section(orders.Section{Letter: 'K', Names: []string{"Kampf", "Combat"}}, combats),
		part.Section(orders.Section{Letter: 'R', Names: []string{"Rüsten", "Recruit"}, Makes: appoints}, musters),
		part.Section(orders.Section{Letter: 'B', Names: []string{"Bauen", "Build"}, Makes: founds}, works),
		part.Section(orders.Section{Letter: 'V', Names: []string{"Verträge", "Treaties"}}, treaties),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "#M"}},
		rulekit.SettingsSection(orders.Section{
			Names: []string{"Spezial", "Settings"},
			Examples: []string{"Sprache en", "Computer PC", "Zip ja", "Karte nein", "Bericht voll", "Language German", "spr de",
				"Sprache Deutsch", "Sprache Englisch"},
			Forms: settingForms,
		}, rulekit.LanguageRow, rulekit.ComputerRow, rulekit.ZipRow, rulekit.MapRow,
			rulekit.ReportRow),
	}}).Shaped()
}

// settingForms are the ways to write a line of $S. The language has four names, and its examples show them.
var settingForms = []orders.Form{
	orders.Shape("=Sprache/Language value=de/German|en/English|Deutsch/German|Englisch/English"),
	orders.Shape("=Computer/Machine value=UTF8|PC|Amiga"),
	orders.Shape("=Zip/Archive value=ja/yes|nein/no"),
	orders.Shape("=Karte/Map value=ja/yes|nein/no"),
	orders.Shape("=Bericht/Report value=voll/full|kurz/short"),
}
