package terra

import (
	"testing"

	"weltentor/worlds/conformance"
)

// Of a word that is none of the orders' what it means is guessed, not only what is written alike.
func TestWordsOfTheSameMeaningAreGuessed(t *testing.T) {
	conformance.Guesses(t, Rules(), map[string]string{
		"$A\n1 attack 2": "Advance", "$A\n1 spähen 2": "Aufklaeren", "$A\n1 defend": "Hold", "$A\n1 Verteidigen": "Halten",
	})
}
