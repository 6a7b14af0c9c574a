package report_test

import (
	"strings"
	"testing"

	"weltentor/worlds/thoramar/gametest"
)

// TestCargoIsSecret: what a fleet carries changes nothing in the reports of
// others, not even when it drowns (decision 6, law 6).
func TestCargoIsSecret(t *testing.T) {
	sea := func(cargo int64) outcome {
		return stage(t, func(a *gametest.Arena) {
			a.Land(0, 0, "was")
			a.Land(1, 0, "was")
			a.Land(2, 0, "was")
			a.Army(1, "S.S 1", 20, 1, 0)
			a.Army(2, "S.L 1", 20, 2, 0)
			if cargo > 0 {
				c := a.Army(2, "K.L 1", cargo, 2, 0)
				a.Leave(c)
				c.Aboard = gametest.ArmyName("S.L 1")
			}
			a.Order(1, "S.S 1", "2", "A+")
			a.PlansOnly()
			a.Week, a.Phase = 1, "move"
			a.Phases("move")
		})
	}
	empty := text(sea(0), 1)
	for _, cargo := range []int64{100, 2000} {
		o := sea(cargo)
		if text(o, 1) != empty {
			t.Errorf("%d men aboard show in another realm's report", cargo)
		}
		if !strings.Contains(text(o, 2), "K.L 1 an Bord von S.L 1") {
			t.Error("the owner was told nothing: the fight did not sink the cargo")
		}
	}
	if !strings.Contains(empty, "2.S.L 1") {
		t.Error("no fight was told at all")
	}
}
