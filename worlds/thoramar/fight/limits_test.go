package fight_test

import (
	"slices"
	"testing"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Decision 7: r < 1.05 is a draw, r = 1.05 is not.
// 1050 K.L against 1000: r = 1.05; of the beaten 0.25 × 1.05 = 26.25 % fall, 262.5,
// so 263; of the winners 0.25 / 1.1025 = 22.676 %, 238.1, so 238.
// 1049 against 1000: a draw, a quarter each: 262.25, so 262, and 250.
func TestWhatIsADraw(t *testing.T) {
	for _, c := range []struct{ men, left, foesLeft int64 }{{1050, 812, 737}, {1049, 787, 750}} {
		a := gametest.NewArena(t)
		one, two := a.Army(1, "K.L 1", c.men, 0, 0), a.Army(2, "K.L 1", 1000, 1, 0)
		a.Order(1, "K.L 1", "2", "A+")
		a.PlansOnly()
		a.Week = 1
		a.Turn.Run(turn.Weekly)
		if one.Men != c.left || two.Men != c.foesLeft {
			t.Errorf("%d against 1000: %d and %d are left, want %d and %d", c.men, one.Men, two.Men, c.left, c.foesLeft)
		}
	}
}

// Decision 7: experience for a fight won against at least half one's own strength.
func TestWhatTeaches(t *testing.T) {
	for men, want := range map[int64]int{2000: 2, 2001: 0} {
		a := gametest.NewArena(t)
		one := a.Army(1, "K.L 1", men, 0, 0)
		a.Army(2, "K.L 1", 1000, 1, 0)
		a.Order(1, "K.L 1", "2", "A+")
		a.PlansOnly()
		a.Week = 1
		a.Turn.Run(turn.Weekly)
		if one.KK != want {
			t.Errorf("%d against 1000 learn %d %%, want %d", men, one.KK, want)
		}
	}
}

// Decision 7: all modifiers together at most × 3. Foot in its fortress (× 2) behind
// a wall (× 1.5) with a war priest (× 1.1) would have 3.3. Of 6000 stormers 5 % fall
// at the wall, 5700 are left against 1000 × 3: r = 1.9; of the beaten 47.5 % fall,
// 475; of the winners 0.25 / 3.61 = 6.925 %, 394.7, so 395.
func TestModifiersHaveALimit(t *testing.T) {
	a := gametest.NewArena(t)
	f := a.Field(a.XY(1, 0))
	f.Owner, f.Building = 2, &realm.Building{Kind: "FES"}
	a.State.SetEdge(a.XY(1, 0), 5, realm.Wall, true)
	one, two := a.Army(1, "K.L 1", 6000, 0, 0), a.Army(2, "K.L 1", 1000, 1, 0)
	a.Army(2, "P.K 1", 20, 1, 0)
	a.Order(1, "K.L 1", "2", "A+")
	a.PlansOnly()
	a.Week = 1
	a.Turn.Run(turn.Weekly)
	if one.Men != 5305 || two.Men != 525 {
		t.Errorf("%d and %d are left, want 5305 and 525", one.Men, two.Men)
	}
}

// Law 5: each army has its own luck, and others do not change it.
func TestEachArmyHasItsLuck(t *testing.T) {
	losses := func(armies ...string) []int64 {
		a := gametest.NewArena(t)
		a.Land(0, 0, "tsu")
		for _, n := range armies {
			a.Army(1, n, 10000, 0, 0)
			a.Order(1, n, "2", "V+")
		}
		a.PlansOnly()
		a.Week = 1
		a.Turn.Run(turn.Weekly)
		var out []int64
		for _, m := range a.State.Armies[1] {
			out = append(out, m.Men)
		}
		return out
	}
	names := []string{"K.L 1", "K.L 2", "K.L 3", "K.L 4", "K.L 5", "K.L 6"}
	all := losses(names...)
	if len(slices.Compact(slices.Sorted(slices.Values(all)))) < 4 {
		t.Errorf("six armies of one kind on one field keep %v men: one die for all", all)
	}
	if alone := losses("K.L 4"); alone[0] != all[3] {
		t.Errorf("K.L 4 keeps %d men alone and %d in company", alone[0], all[3])
	}
}
