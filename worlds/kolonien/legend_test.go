package kolonien

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a page, and report 0 has it, with the line
// that leaves the map out. Another world's numbers change it.
func TestLegend(t *testing.T) {
	for lang, rows := range map[phrase.Lang][]string{
		"de": {"Kürzel Name Angriff Abwehr Treffer Dukaten", "Kürzel Name Angriff Abwehr Treffer Laderaum Dukaten",
			"MIL Miliz 1 2 1 10", "N-CAV Reiter der Ureinwohner 2 1 1 -", "LIN_S Linienschiff 8 8 2 2 200",
			"P3 Piratenschiff, Stufe 3 4 4 1 0 -", "Ein Anführer kostet 100 Dukaten, ein Arzt 50."},
		"en": {"Code Name Attack Defence Hits Ducats", "Code Name Attack Defence Hits Hold Ducats",
			"MIL militia 1 2 1 10", "P-MIL pirates 2 2 1 -",
			"combat: U1 tribe +1, U2 city +2, U3 kingdom +3, U4 capital +4.", "ESK escort 4 4 1 1 100",
			"A leader costs 100 ducats, a medic 50."},
	} {
		text, report := legendUnder(t, lang, "")
		said := map[string]bool{}
		for line := range strings.Lines(text) {
			said[strings.Join(strings.Fields(line), " ")] = true
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 78 {
				t.Errorf("%s: %d columns: %s", lang, n, line)
			}
		}
		for _, row := range rows {
			if !said[row] {
				t.Errorf("%s: no row %q in\n%s", lang, row, text)
			}
		}
		if !bytes.Contains(report, []byte(text)) {
			t.Errorf("%s: report 0 has no legend", lang)
		}
	}
	for lang, line := range map[phrase.Lang]string{"de": "Karte nein", "en": "Map no"} {
		if _, report := legendUnder(t, lang, ""); !bytes.Contains(report, []byte(": "+line+"\n")) {
			t.Errorf("%s: report 0 does not say how to leave the map out", lang)
		}
		if problems := order.Language().Parse("$S\n" + line + "\n").Problems; len(problems) > 0 {
			t.Errorf("%q: %v", line, problems)
		}
	}
	if text, _ := legendUnder(t, phrase.De,
		"[[unit]]\ncode = \"INF\"\ncost = 23\n[rules]\nmedic_cost = "+
			"51"); !strings.Contains(strings.Join(strings.Fields(text), " "), "INF Infanterie 2 2 1 23 ") {
		t.Errorf("the world's own numbers are not in\n%s", text)
	}
}

// legendUnder is the legend and the report 0 of a realm under tables of its world's own;
// nobody else gets a legend.
func legendUnder(t *testing.T, lang phrase.Lang, own string) (legend string, report []byte) {
	t.Helper()
	r := Rules()
	tables, err := r.Tables([]byte(own))
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Found(game.Founding{Seed: game.Seed{3}, Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	w, number, err := w.Join(game.Joining{Name: "Nord", Player: "Anna", Lang: lang, Computer: game.UTF8}, game.Seed{4})
	if err != nil {
		t.Fatal(err)
	}
	if other := w.(game.Legender).Legend(0); other != nil {
		t.Errorf("a legend for nobody: %s", other)
	}
	return string(w.(game.Legender).Legend(number)), w.Welcome(number).Text
}
