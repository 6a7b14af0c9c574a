package kolonien

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
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
	conformance.Spoken(t, Rules().Language(), text, want)
}
