package report_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/terramagica"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a report, and report 0 has it. Another world's numbers change it.
func TestLegend(t *testing.T) {
	rows := map[phrase.Lang][]string{
		"de": {"Milizen 4 6 6 2 8 1 - 1 1", "Ritter 40 18 18 4 20 2 - 0,5 3", "Boote 60 4 4 1 40 3 - - -",
			"Mauer 800 2000"},
		"en": {"archers 10 10 6 2 8 1 3 - 1", "knights 40 18 18 4 20 2 - 0.5 3", "rams 60 2 10 5 40 1 - 10 10",
			"castle 2000 5000"},
	}
	conformance.Legend(t, terramagica.Rules(), conformance.Legends{Rows: rows,
		Own: "[[unit]]\nunit = \"Ritter\"\ncost = 43",
		Row: "Ritter 43 18 18"})
}
