// Package order is what can be ordered: lines of text go in, typed orders and problems
// come out, and an order prints as the line it was. An order is declared once, by the tags
// of its parts.
package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/worlds/frame"
)

// Language is the table of sections.
func Language() *orders.Language {
	return (&orders.Language{OfSheet: aboutSheet, Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'A', Names: []string{"Armee", "Army", "Armies"}, Twice: "army-twice"},
			armies),
		part.Section(orders.Section{Letter: 'T', Names: []string{"Tisch", "Table"}, Line: part.Either(results, told),
			Twice: "result-twice"}, results, stakes),
		frame.SettingsSection(orders.Section{
			Names: []string{"Sonstiges", "Settings"},
			Examples: []string{"Spielt ja", "Plays no", "Freigabe", "rel", "Freigabe nein", "Sprache en",
				"Computer PC", "Zip ja", "Map no", "Bericht voll", "Kampagnenende", "CampaignEnd no"},
		}, settings...),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "#M"}},
	}}).Shaped()
}

// aboutSheet reports whether a setting is about the orders beside it.
func aboutSheet(o orders.Order) bool {
	s, is := o.(frame.SettingOrder)
	return is && s.Setting == SetRelease
}
