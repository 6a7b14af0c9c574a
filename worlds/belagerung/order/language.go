// Package order is what can be ordered: lines of text go in, typed orders and problems come out, and an order prints
// as the line it was. The turn asks for orders, the rulebook for the language. An order is declared once, by the tags
// of its parts.
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
