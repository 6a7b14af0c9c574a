package kolonien

import (
	"testing"

	"weltentor/worlds/conformance"
)

// Of a word that is none of the orders' what it means is guessed, not only what is written alike.
func TestWordsOfTheSameMeaningAreGuessed(t *testing.T) {
	conformance.Guesses(t, Rules(), map[string]string{
		"$R\n14 Infanterie 2": "INF", "$R\n14 cannon 2": "ART", "$R\n14 doctor Cortez": "Medic", "$B\n14 harbour": "Port",
		"$A\nFlotte_2 gibt Eskorte 1": "ESK", "$A\nCortez einschiffen Flotte_2": "an",
	})
}
