package terramagica

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The legend has a row with the numbers of Appendix A for what a report abbreviates, no
// line is wider than a page, and report 0 has it. Another world's numbers change it.
func TestLegend(t *testing.T) {
	for lang, rows := range map[phrase.Lang][]string{
		"de": {"Milizen 4 6 6 2 8 1 - 1 1", "Ritter 40 18 18 4 20 2 - 0,5 3", "Boote 60 4 4 1 40 3 - - -",
			"Mauer 800 2000"},
		"en": {"archers 10 10 6 2 8 1 3 - 1", "knights 40 18 18 4 20 2 - 0.5 3", "rams 60 2 10 5 40 1 - 10 10",
			"castle 2000 5000"},
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
	if text, _ := legendUnder(t, phrase.De,
		"[[unit]]\nunit = \"Ritter\"\ncost = 43"); !strings.Contains(strings.Join(strings.Fields(text), " "),
		"Ritter 43 18 18") {
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
