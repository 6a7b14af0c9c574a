// Package order is what can be ordered in the siege: Language is the table of sections, and each kind of line is a
// struct whose tags declare its parts (orders/part). That one declaration reads, prints and explains the line (law 7).
// Which of several lines about a unit counts, and whether it is possible, is asked by the phases.
package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/worlds/rulekit"
)

// Language is the table of the sections. Which of several lines about a unit or the fortresses counts is for the turn
// to find out.
func Language() *orders.Language {
	return (&orders.Language{OfSheet: aboutSheet, Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'A', Names: []string{"Armee", "Army"}}, moves),
		part.Section(orders.Section{Letter: 'R', Names: []string{"Rekrutieren", "Recruit"},
			Line: part.Either(recruits, told)}, recruits, trainings),
		part.Section(orders.Section{Letter: 'B', Names: []string{"Bauen", "Build"}}, buildings),
		part.Section(orders.Section{Letter: 'K', Names: []string{"Kampf", "Fight"}}, attacks),
		part.Section(orders.Section{Letter: 'S', Names: []string{"Sonstiges", "Settings"},
			Line: part.Either(settings, opened),
			Examples: []string{"Freigabe", "passe", "Festung Kraft 10 Reichweite 5", "fortress range 7 power 8",
				"Konter Maschine", "counter crew", "Deutsch", "english", "UTF8", "PC", "Amiga", "zip", "unzip",
				"voll", "short"},
		}, settings, fortresses, counters),
		{
			Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden vor den Mauern?", "#A", "Hört alle her.", "#M"},
		},
	}}).Shaped()
}

// aboutSheet reports whether a setting is about the orders beside it: a release of others would be a surprise.
func aboutSheet(o orders.Order) bool {
	return o == rulekit.BareOrder{Word: ReleaseWord} || o == rulekit.BareOrder{Word: PassWord}
}
