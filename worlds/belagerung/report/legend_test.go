package report_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung"
	"weltentor/worlds/conformance"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a report, and report 0 has it. Another world's numbers change it.
func TestLegend(t *testing.T) {
	rows := map[phrase.Lang][]string{
		"de": {"Name Würfel Geschw. Reichw. Kraft", "Name Würfel Treffer Reichw. Geschw. Schaden Besatzung",
			"Boden Schritte Abwehr", "Bogen 1 2 3 4", "Schuh 1 4 1 4", "T Tribock 0 6 10 - 2 Schwert",
			"S Schmiede 2 6 - - 1 einfach", "^ Hügel 1 +2", "~ Fluss 2 +0"},
		"en": {"Name Dice Speed Range Power", "Name Dice Hits Range Speed Damage Crew", "Ground Steps Defence",
			"settler 1 2 0 1", "shoe 1 4 1 4", "B ballista 0 3 5 2 1 shoe", "* forest 1 +1"},
	}
	conformance.Legend(t, belagerung.Rules(), conformance.Legends{Rows: rows,
		Own: "[[building]]\nbuilding = \"smithy\"\ncost = 3",
		Row: "S Schmiede 3 6 "})
	text, _ := conformance.LegendUnder(t, belagerung.Rules(), phrase.De, "")
	for _, heads := range []string{"Würfel  Geschw.  Reichw.  Kraft\n",
		"Würfel  Treffer  Reichw.  Geschw.  Schaden  Besatzung\n", "Schritte  Abwehr\n"} {
		if !strings.Contains(text, heads) { // two blanks between columns
			t.Errorf("no heads %q in\n%s", heads, text)
		}
	}
}
