package report_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/report"
)

// The calendar of decision 2; turn 8 is the manual's own example.
func TestTitle(t *testing.T) {
	r := founding.Rules()
	for turn, want := range map[int]string{
		1: "Zug 1, Jahr 1, Sommer", 2: "Zug 2, Jahr 1, Herbst", 4: "Zug 4, Jahr 1, Frühling",
		5: "Zug 5, Jahr 2, Sommer", 8: "Zug 8, Jahr 2, Frühling",
	} {
		if got := report.TitleOf(r, phrase.De, turn); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := report.TitleOf(r, phrase.En, 8); got != "Turn 8, year 2, spring" {
		t.Error(got)
	}
}
