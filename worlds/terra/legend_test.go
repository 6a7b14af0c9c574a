package terra

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a page, and report 0 has it, with the line
// that leaves the map out. Another world's numbers change it.
func TestLegend(t *testing.T) {
	rows := map[phrase.Lang][]string{
		"de": {"t Wald 150 750 1 1300", "Vorrücken 20 3 1000 1000 ja", "Halten 50 0 1200 1200 nein",
			"S, U und N zählen Siege, Unentschieden und Niederlagen."},
		"en": {"^ mountain 100 500 2 1400", "Scout 15 4 800 800 yes", "W, D and L count victories, draws and defeats."},
	}
	conformance.Legend(t, Rules(), conformance.Legends{Rows: rows,
		Own: "[[terrain]]\ncode = \"forest\"\nincome = 153",
		Row: "t Wald 153 750", Leaves: map[phrase.Lang]string{"de": "Karte nein", "en": "Map no"}})
}
