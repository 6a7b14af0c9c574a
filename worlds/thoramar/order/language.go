// Package order is what can be ordered in Thoramar: Language is the table of sections, and each kind of line is a
// struct whose tags declare its parts (orders/part). That one declaration reads, prints and explains the line (law 7).
// Whether a line is possible is not asked here but by the phases. CedeOrder in realm.go is the shortest, RecruitOrder
// in recruit.go shows most.
package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
)

// Language is Thoramar's table of sections (manual, "Der Spielzug"). The
// examples are lines of the manual.
func Language() *orders.Language {
	l := &orders.Language{Missing: missing, Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'B', Names: []string{"Bauen", "Build"}, Line: readBuild}, builds, edges),
		part.Section(orders.Section{Letter: 'R', Names: []string{"Rüsten", "Recruit"}, Makes: recruits}, recruitment),
		part.Section(orders.Section{Letter: 'A', Names: []string{"Armee", "Army", "Armies"}, Makes: splitsOff}, armies),
		// no player may see the game master's `1 500 zurueck`
		part.Section(orders.Section{Letter: 'G', Names: []string{"Geldtransfer", "Gold"}, Line: readTransfer}, transfers),
		part.Section(orders.Section{Letter: 'L', Names: []string{"Landabgabe", "Land"}}, cessions),
		part.Section(orders.Section{Letter: 'V', Names: []string{"Verträge", "Pacts"}, Twice: "order.twice-treaty"},
			treaties),
		part.Section(orders.Section{Letter: 'T', Names: []string{"Taktik", "Tactics"}}, tactics),
		{Letter: 'N', Names: []string{"Nachrichten", "Messages"}, Kind: orders.Messages},
		{Letter: 'K', Names: []string{"Kultur", "Culture"}, Kind: orders.Prose, Twice: "order.twice-text"},
		part.Section(orders.Section{Letter: 'S', Names: []string{"Spezial", "Settings"}, Raw: isRealmName,
			Twice: "order.twice-setting", Term: settingTerm}, settings),
	}}
	for i := range l.Sections {
		if s := &l.Sections[i]; s.Line != nil {
			s.Line = placed(s.Letter, s.Line)
		}
	}
	return l.Shaped()
}
