package order_test

import (
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/terramagica"
)

// Of a word that is none of the orders' what it means is guessed, not only what is written alike.
func TestWordsOfTheSameMeaningAreGuessed(t *testing.T) {
	conformance.Guesses(t, terramagica.Rules(), map[string]string{
		"$A\nNordheer besetze 3": "erobere", "$A\nNordheer fight": "attack", "$A\nNordheer raid": "plunder",
	})
}
