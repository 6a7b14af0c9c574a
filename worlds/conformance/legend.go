package conformance

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Legends is what the legends of a rulebook's worlds must say.
type Legends struct {
	Rows     map[phrase.Lang][]string // lines of it, with single spaces
	Own, Row string                   // numbers of a world's own, and what its German legend then says
	Leaves   map[phrase.Lang]string   // the line of $S that leaves out the map; nil: there is none
}

// Legend checks a realm's legend. It explains the abbreviations of a report with the numbers of the rules, and no line
// is wider than a page. Report 0 has it, and a world's own numbers change it.
func Legend(t *testing.T, r game.Rulebook, want Legends) {
	t.Helper()
	for lang, rows := range want.Rows {
		text, report := LegendUnder(t, r, lang, "")
		said := map[string]bool{}
		for line := range strings.Lines(text) {
			said[single(line)] = true
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
		line, has := want.Leaves[lang]
		if has && !bytes.Contains(report, []byte(": "+line+"\n")) {
			t.Errorf("%s: report 0 does not say how to leave the map out", lang)
		}
		if problems := r.Language().Parse("$S\n" + line + "\n").Problems; has && len(problems) > 0 {
			t.Errorf("%q: %v", line, problems)
		}
	}
	if text, _ := LegendUnder(t, r, phrase.De, want.Own); !strings.Contains(single(text), want.Row) {
		t.Errorf("the world's own numbers are not in\n%s", text)
	}
}

// single returns a text with single spaces.
func single(text string) string { return strings.Join(strings.Fields(text), " ") }

// LegendUnder returns the legend and the report 0 of a realm under a world's own tables. A realm that does not exist
// must get no legend.
func LegendUnder(t *testing.T, r game.Rulebook, lang phrase.Lang, own string) (legend string, report []byte) {
	t.Helper()
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
	if other := w.Guide(0, lang).Legend; other != nil {
		t.Errorf("a legend for nobody: %s", other)
	}
	return string(w.Guide(number, lang).Legend), w.Welcome(number, nil).Text
}
