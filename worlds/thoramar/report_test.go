package thoramar

import (
	"bytes"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// TestReportZero shows capital, ring, strengths, spared terrains and treasury (decision 1), in both languages alike. How
// orders are sent is in the letter with it, around a first letter of orders, and not a second time in the report.
func TestReportZero(t *testing.T) {
	founded, err := Rules().Found(game.Founding{Seed: game.Seed{3}, Width: 60, Height: 40})
	if err != nil {
		t.Fatal(err)
	}
	for lang, words := range map[phrase.Lang][]string{
		phrase.De: {"Reich 1 : Eisvolk Spieler: Anna\n", "Hauptstadt ", "100000 GS (unbeschädigt)\n",
			"Reichsschatz:    400000 GS\n", "Verlustverschont in: ", "Ende der Auswertung.\n"},
		phrase.En: {"Realm 1 : Eisvolk Player: Anna\n", "Capital ", "100000 GS (undamaged)\n",
			"Treasury    :    400000 GS\n", "Spared from losses in: ", "End of the report.\n"},
	} {
		w, n, err := founded.Join(game.Joining{Name: "Eisvolk", Player: "Anna", Lang: lang}, game.Seed{3})
		if err != nil {
			t.Fatal(err)
		}
		r := w.Welcome(n, nil)
		if want := map[phrase.Lang]string{phrase.De: "ERGEBNIS.TXT", phrase.En: "REPORT.TXT"}[lang]; r.Name != want ||
			len(r.Summary) == 0 {
			t.Errorf("report %q with a summary of %d bytes", r.Name, len(r.Summary))
		}
		for _, want := range append(words, "HST    :   0/  0 : tla 1 HST I 1:", "R6     :", "[  0/  0 tla 100%]\n",
			"K.L 100%", "F.S 100%") {
			if !bytes.Contains(r.Text, []byte(want)) {
				t.Errorf("%s: %q is not in\n%s", lang, want, r.Text)
			}
		}
		if first := w.FirstLetter(n); !strings.HasPrefix(first, "$R\nK.M 1 2500 0 0 ; ") ||
			bytes.Contains(append(r.Text, r.Summary...), []byte("$I")) {
			t.Errorf("%s: report 0 explains $I, or has no first letter:\n%s\n%s\n%s", lang, first, r.Summary, r.Text)
		}
	}
}
