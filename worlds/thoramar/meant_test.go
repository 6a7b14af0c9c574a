package thoramar

import (
	"testing"

	"weltentor/worlds/conformance"
)

// Of a word that is none of the orders' what it means is guessed, not only what is written alike.
func TestWordsOfTheSameMeaningAreGuessed(t *testing.T) {
	conformance.Guesses(t, Rules(), map[string]string{
		"$R\narcher 1 1000 0 0": "F.L", "$R\nKrieger 1 1000 0 0": "K.L K.M K.S", "$R\nknight 1 500 0 0": "R.S",
		"$A\nship 1 2 V+": "S.L S.M S.S", "$B\nDorf 1 1 Neu": "STD", "$B\nMauer 1 1 2": "W", "$A\nK.M 1 2 Fight+": "A",
		"$A\nK.M 1 2 Besetzen+": "E",
	})
}
