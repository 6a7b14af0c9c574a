package kolonien

import (
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// English readers are shown English words, whatever language the line was written in.
func TestOrdersAreShownInTheReadersWords(t *testing.T) {
	const text = "$A\nCortez an Flotte_2\nCortez nimmt INF 2\nFlotte_2 zu Flotte_1\n$R\n14 Anfuehrer\n$B\n14 " +
		"Ausbau\n$S\nSprache en\nKarte ja\n"
	want := map[phrase.Lang][]string{
		phrase.De: {"Cortez an Flotte_2", "Cortez nimmt INF 2", "Flotte_2 zu Flotte_1", "14 Anfuehrer", "14 Ausbau",
			"Sprache en", "Karte ja"},
		phrase.En: {"Cortez on Fleet_2", "Cortez takes INF 2", "Fleet_2 with Fleet_1", "14 Leader", "14 Extend",
			"Language English", "Map yes"},
	}
	for lang, lines := range want {
		got := Rules().Language().Parse(text).Lines
		if len(got) != len(lines) {
			t.Fatalf("%d lines, want %d", len(got), len(lines))
		}
		for i, l := range got {
			if shown := string(orders.Speak(nil, l.Order, lang)); shown != lines[i] {
				t.Errorf("%s: %q, want %q", lang, shown, lines[i])
			}
		}
	}
}
