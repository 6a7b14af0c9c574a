package order_test

import (
	"testing"

	"weltentor/worlds/belagerung"
	"weltentor/worlds/conformance"
)

// Of a word that is none of the orders' what it means is guessed, not only what is written alike.
func TestWordsOfTheSameMeaningAreGuessed(t *testing.T) {
	conformance.Guesses(t, belagerung.Rules(), map[string]string{
		"$R\narcher": "Bow", "$R\nBogenschütze": "Bogen", "$R\nE3 knight": "Shoe", "$R\nSoldat": "Schwert",
		"$A\nS1 33 Onager": "Catapult", "$B\nS1 forge": "Smithy", "$B\nS1 Turm": "Vorposten",
		"$K\nE3 > 4/2 Haus": "Gebaeude",
	})
}
