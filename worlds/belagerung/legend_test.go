package belagerung

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
		"de": {"Name Würfel Geschw. Reichw. Kraft", "Name Würfel Treffer Reichw. Geschw. Schaden Besatzung",
			"Boden Schritte Abwehr", "Bogen 1 2 3 4", "Reiter 1 4 1 4", "T Tribock 0 6 10 - 2 Schwert",
			"S Schmiede 2 6 - - 1 einfach", "^ Hügel 1 +2", "~ Fluss 2 +0"},
		"en": {"Name Dice Speed Range Power", "Name Dice Hits Range Speed Damage Crew", "Ground Steps Defence",
			"settler 1 2 0 1", "B ballista 0 3 5 2 1 shoe", "* forest 1 +1"},
	} {
		text, report := legendUnder(t, lang, "")
		said := map[string]bool{}
		for line := range strings.Lines(text) {
			said[strings.Join(strings.Fields(line), " ")] = true
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 78 {
				t.Errorf("%s: %d columns: %s", lang, n, line)
			}
		}
		for _, heads := range map[phrase.Lang][]string{"de": {"Würfel  Geschw.  Reichw.  Kraft\n",
			"Würfel  Treffer  Reichw.  Geschw.  Schaden  Besatzung\n", "Schritte  Abwehr\n"}}[lang] {
			if !strings.Contains(text, heads) { // two blanks between columns
				t.Errorf("%s: no heads %q in\n%s", lang, heads, text)
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
		"[[building]]\nbuilding = \"smithy\"\ncost = 3"); !strings.Contains(strings.Join(strings.Fields(text), " "),
		"S Schmiede 3 6 ") {
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
