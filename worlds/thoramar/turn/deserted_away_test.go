package turn_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/turn"
)

// A realm that has missed 11 turns in a row is deserted with the 12th, but not in
// a turn its player is away for (§24.1), nor is it warned then or told of missed orders.
func TestWhoIsAwayIsNotDeserted(t *testing.T) {
	p := gametest.Fresh(t, "away", 40, 30, 2)
	p.State.Realms[1].Missed = 11
	tables := *p.Tables
	tables.Rules.DesertedAfter = 12
	p.Tables = &tables
	for _, c := range []struct {
		sheets []game.Sheet
		fallen bool
		told   bool
	}{
		{[]game.Sheet{{Realm: 1, Turn: 1, Absent: true}}, false, false},
		{nil, true, true},
	} {
		turn := turn.Begin(p, c.sheets, game.Seed{1})
		gametest.Watched(t, turn)
		told := false
		for _, e := range turn.Events() {
			switch e.Code {
			case "turn-missed", "desertion-near", "realm-deserted":
				for _, n := range e.Realms {
					told = told || n == 1
				}
			}
		}
		if r := turn.State.Realms[1]; r.Fallen != c.fallen || told != c.told || !c.fallen && r.Missed != 11 {
			t.Errorf("%+v: fallen %t, told %t, missed %d", c.sheets, r.Fallen, told, r.Missed)
		}
	}
}
