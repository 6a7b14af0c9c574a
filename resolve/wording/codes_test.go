package wording

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A code counts as used where it stands for itself or is part of an army's name; the head of a section has none.
func TestCodesUsed(t *testing.T) {
	t.Parallel()
	all := []game.Code{{Code: "K.M", Name: "warriors"}, {Code: "R.L", Name: "riders"}, {Code: "S", Name: "road"}, {Code: "STD", Name: "town"}}
	for text, want := range map[string]string{
		"$S\nAdvice no":                  "",
		"Beside your land: 5.K.M 1.":     "\nAbbreviations: K.M warriors\n",
		"STD 1 0\nlost (R.L)\nR.L 1 4 E": "\nAbbreviations: R.L riders · STD town\n",
		"STDX, K.MX, XS":                 "",
	} {
		if got := Codes(phrase.En, all, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
