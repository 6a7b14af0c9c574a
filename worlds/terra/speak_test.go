package terra

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
)

// Orders are shown in the reader's words, and read again as what they are.
func TestOrdersAreShownInTheReadersWords(t *testing.T) {
	const text = "$A\n1 Vor 5 Entsatz voll\n$S\nSpielt nein\nFreigabe\n"
	want := map[phrase.Lang][]string{
		phrase.De: {"1 Vorruecken 5 Entsatz voll", "Spielt nein", "Freigabe"},
		phrase.En: {"1 Advance 5 Relief full", "Plays no", "Release"},
	}
	conformance.Spoken(t, Rules().Language(), text, want)
}
