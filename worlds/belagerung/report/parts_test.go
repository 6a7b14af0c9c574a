package report

import (
	"strings"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/game"
)

// The end of a report stands apart: an empty line is above whose turn it is, and one between
// the parts.
func TestReportsPartsStandApart(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	text := string(play(p, game.Seed{}, game.Sheet{Realm: 1, Turn: 1, Text: "$N\n#2\nGruß\n#E\n"}).Report(2, nil).Text)
	for _, want := range []string{"\n\nIhr seid am Zug: ", "> Gruß\n\nIhr seid am Zug: ",
		"\n\nZug 1, Runde 1: Reich 1 (Reich 1)", "\n\nDas Brett\n---------\n", "\n\nBurgen\n------\n1 "} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\n\n\n") {
		t.Errorf("two empty lines in\n%s", text)
	}
}
