package order_test

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
)

// However a line is spelt, it is shown to its player in the manual's own words.
func TestOrdersAreShownInTheManualsWords(t *testing.T) {
	for line, want := range map[string]string{
		"$A s1 33 ballista": "S1 33 Balliste", "$A S1 3 3 Katapult": "S1 33 Katapult", "$A e3 2 2 3 3": "E3 2233",
		"$R sword": "Schwert", "$R settler": "Siedler", "$R BOW": "Bogen",
		"$R e3 shoe": "E3 Schuh", "$B s2 quarry": "S2 Steinbruch", "$B S2 smithy": "S2 Schmiede",
		"$K e3 > 4/2 5/2": "E3 > 4/2 5/2", "$S pass": "passe", "$S release": "Freigabe",
		"$S counter engine": "Konter Maschine", "$S counter crew": "Konter Besatzung",
		"$S fortress power 8 range 7": "Festung Kraft 8 Reichweite 7", "$S german": "Deutsch",
		"$S language en": "Englisch",
		"$S computer pc": "PC", "$S UTF-8": "UTF8",
	} {
		section, text, _ := strings.Cut(line, " ")
		file := order.Language().Parse(section + "\n" + text + "\n")
		if len(file.Lines) != 1 || file.Errors() > 0 {
			t.Errorf("%q: %+v", line, file.Problems)
			continue
		}
		if got := string(orders.Order(file.Lines[0].Order).Print(nil, phrase.De)); got != want {
			t.Errorf("%q is shown as %q, want %q", line, got, want)
		}
	}
}
