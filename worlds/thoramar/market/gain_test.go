package market_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
)

// A second goal, a trade far away and gold: the distance counts to 30 fields, the
// price of a man is 1 and of a ship 10, and nothing overflows.
func TestGain(t *testing.T) {
	a := gametest.NewArena(t)
	a.Grid = game.Grid{Width: 200, Height: 114, WrapX: true}
	at := a.Grid.At(100, 50)
	for _, c := range []struct {
		unit        string
		men         int64
		fields      int
		gold, count int64
	}{
		{"H.K 1", 2000, 3, 0, 3},
		{"H.K 1", 2000, 4, 8000, 4},
		{"H.K 1", 2000, 30, 60000, 30},
		{"H.K 1", 2000, 31, 60000, 31},
		{"H.S 1", 40, 30, 12000, 30},
		{"H.S 1", 1, 4, 40, 4},
	} {
		to := at
		for range c.fields {
			to = a.Grid.Step(to, 2)
		}
		gold, distance := market.Gain(a.Turn.Turn, &realm.Army{Name: gametest.ArmyName(c.unit), Men: c.men, Start: at}, to)
		if gold != c.gold || distance != c.count {
			t.Errorf("%s with %d over %d fields: %d GS over %d", c.unit, c.men, c.fields, gold, distance)
		}
	}
	if gold, distance := market.Gain(a.Turn.Turn,
		&realm.Army{Name: gametest.ArmyName("H.K 1"), Men: 100, Start: game.Nowhere},
		at); gold != 0 || distance != 0 {
		t.Error("without a start there is no gain")
	}
}
