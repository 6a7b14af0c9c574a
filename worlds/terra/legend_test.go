package terra

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/order"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a page, and report 0 has it, with the line
// that leaves the map out. Another world's numbers change it.
func TestLegend(t *testing.T) {
	for lang, rows := range map[phrase.Lang][]string{
		"de": {"t Wald 150 750 1 1300", "Vorrücken 20 3 1000 1000 ja", "Halten 50 0 1200 1200 nein",
			"S, U und N zählen Siege, Unentschieden und Niederlagen."},
		"en": {"^ mountain 100 500 2 1400", "Scout 15 4 800 800 yes", "W, D and L count victories, draws and defeats."},
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
		"[[terrain]]\ncode = \"forest\"\nincome = 153"); !strings.Contains(strings.Join(strings.Fields(text), " "),
		"t Wald 153 750") {
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
