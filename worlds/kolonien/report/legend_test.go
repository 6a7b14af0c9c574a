package report_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/kolonien"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a report, and report 0 has it, with the line
// that leaves the map out. Another world's numbers change it.
func TestLegend(t *testing.T) {
	rows := map[phrase.Lang][]string{
		"de": {"Kürzel Name Angriff Abwehr Treffer Dukaten", "Kürzel Name Angriff Abwehr Treffer Laderaum Dukaten",
			"MIL Miliz 1 2 1 10", "N-CAV Reiter der Ureinwohner 2 1 1 -", "LIN_S Linienschiff 8 8 2 2 200",
			"P3 Piratenschiff, Stufe 3 4 4 1 0 -", "Ein Anführer kostet 100 Dukaten, ein Arzt 50."},
		"en": {"Code Name Attack Defence Hits Ducats", "Code Name Attack Defence Hits Hold Ducats",
			"MIL militia 1 2 1 10", "P-MIL pirates 2 2 1 -",
			"combat: U1 tribe +1, U2 city +2, U3 kingdom +3, U4 capital +4.", "ESK escort 4 4 1 1 100",
			"A leader costs 100 ducats, a medic 50."},
	}
	conformance.Legend(t, kolonien.Rules(), conformance.Legends{Rows: rows,
		Own: "[[unit]]\ncode = \"INF\"\ncost = 23\n[rules]\nmedic_cost = 51",
		Row: "INF Infanterie 2 2 1 23 ", Leaves: map[phrase.Lang]string{"de": "Karte nein", "en": "Map no"}})
}
