package order_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/thoramar/founding"
)

// English readers are shown English words, whatever language the line was written in.
func TestOrdersAreShownInTheReadersWords(t *testing.T) {
	const text = "$G\n4 500 zurueck\n$S\nReport full\nMap no\nSprache en\nZip ja\nComputer UTF-8\ninfo\n" +
		"Reichsname Fenmark\n$T\n" +
		"K.M 1 3 Sturm\nK.M 2 1 Hold\n"
	want := map[phrase.Lang][]string{
		phrase.De: {"4 500 zurueck", "Bericht voll", "Karte nein", "Sprache en", "Zip ja", "Computer UTF8", "Info",
			"Reichsname Fenmark", "K.M 1 3 Sturmangriff", "K.M 2 1 Halten"},
		phrase.En: {"4 500 back", "Report full", "Map no", "Language english", "Zip yes", "Computer UTF8", "Info",
			"Realmname Fenmark", "K.M 1 3 Charge", "K.M 2 1 Hold"},
	}
	conformance.Spoken(t, founding.Rules().Language(), text, want)
}
