package report_test

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
)

// TestLostFieldIsMarked: armies seen on a field that was lost this turn stand
// under a title that says so.
func TestLostFieldIsMarked(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.Field(a.XY(0, 0)).Owner, a.Field(a.XY(2, 0)).Owner = 1, 1
		a.Army(2, "R.M 1", 900, 2, 0)
		a.Army(1, "K.M 1", 900, 0, 0)
	})
	o.Turn.State.Fields[o.Turn.Grid.Absolute(o.Turn.State.Realms[1].Origin, 2, 0)].Owner = 2
	o = told(o.before, o.Turn)
	want := "Feld   0/  0:\n  A : 1.K.M 1  900\nFeld   2/  0 (verloren):\n  A : 2.R.M 1  900\n"
	if got := text(o, 1); !strings.Contains(got, want) {
		t.Errorf("want\n%s\nin\n%.3000s", want, got[strings.Index(got, "Sichtungen auf"):])
	}
}

// TestHeadIsBrief: the head of a report has no examples.
func TestHeadIsBrief(t *testing.T) {
	p := gametest.Fresh(t, "brief", 40, 30, 2)
	text := string(resolved(p, game.Seed{1}, []game.Sheet{{Realm: 1, Turn: 1, Text: "$B\nS 0 0 7\n"}}).Report(1, nil).Text)
	if !strings.Contains(text, "Zeile 2: \"7\": Richtungen sind Ziffern von 1 bis 6.\n") ||
		strings.Contains(text, "Beispiel") {
		t.Errorf("%.400s", text)
	}
}
