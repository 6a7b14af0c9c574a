package order_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung"
	"weltentor/worlds/conformance"
)

// English readers are shown English words, whatever language the line was written in.
func TestOrdersAreShownInTheReadersWords(t *testing.T) {
	const text = "$A\nS1 33 Balliste\n$R\nBogen\nSiedler\nE3 sword\n$B\nS1 Holzfäller\nS1 Ausbildung\n$K\nE3 > 4/2 " +
		"Gebaeude\nE7 at 5/1 schwaechen E12\n$S\npasse\nFestung Kraft 10 Reichweite 5\nKonter Maschine\n"
	want := map[phrase.Lang][]string{
		phrase.De: {"S1 33 Balliste", "Bogen", "Siedler", "E3 Schwert", "S1 Holzfaeller", "S1 Ausbildung",
			"E3 > 4/2 Gebaeude", "E7 > 5/1 schwaechen E12", "passe", "Festung Kraft 10 Reichweite 5",
			"Konter Maschine"},
		phrase.En: {"S1 33 Ballista", "Bow", "Settler", "E3 Sword", "S1 Lumber_camp", "S1 Training",
			"E3 > 4/2 Building", "E7 > 5/1 weaken E12", "pass", "Fortress Power 10 Range 5", "Counter Engine"},
	}
	conformance.Spoken(t, belagerung.Rules().Language(), text, want)
}
