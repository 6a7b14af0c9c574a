package craft_test

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// Decision 10: 5 % at strength 20, 1 % more a point, at most 50 %; under 20 never.
func TestChanceToBreakFree(t *testing.T) {
	for men, want := range map[int64]int{19: 0, 20: 50, 40: 250, 65: 500, 200: 500} {
		a := gametest.NewArena(t)
		free := 0
		for i := 1; i <= 900; i++ {
			z := a.Army(1, "Z.B 1", 100, 0, 0)
			z.March = &realm.March{}
			d := a.Army(1, fmt.Sprint("D.E ", i), men, 1, 0)
			d.Master = z.Name
			craft.BreakFree(a.Turn.Turn, d)
			if d.Realm == 0 {
				free++
			} else {
				a.RemoveArmy(d)
			}
			a.RemoveArmy(z)
		}
		// Nine hundred throws: four standard deviations are 4 × √(900 × p × (1 − p)) < 60.
		if free*10/9 < want-67 || free*10/9 > want+67 || (want == 0) != (free == 0) {
			t.Errorf("strength %d: %d of 900 broke free, want about %d in a thousand", men, free, want)
		}
	}
}

// A demon that breaks free kills the sorcerer in its field, and no other; with
// it the hold on its other demons ends.
func TestBreakingFreeKills(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules.BreakChance, a.Tables.Rules.BreakMax = 1000, 1000
	near, far := a.Army(1, "Z.B 1", 100, 0, 0), a.Army(1, "Z.B 2", 100, 2, 0)
	one, two, three := a.Army(1, "D.E 1", 20, 0, 0), a.Army(1, "D.N 1", 20, 1, 0), a.Army(1, "D.E 2", 20, 3, 0)
	one.Master, two.Master, three.Master = near.Name, near.Name, far.Name
	for _, d := range []*realm.Army{one, three} {
		craft.BreakFree(a.Turn.Turn, d)
	}
	if !near.Gone() || far.Gone() || one.Realm != 0 || two.Realm != 0 || three.Realm != 0 || one.Master.ID != 0 {
		t.Errorf("%v %v: %+v %+v %+v", near.Gone(), far.Gone(), *one, *two, *three)
	}
	if one.Command != realm.Plunder || one.Name == three.Name {
		t.Errorf("free demons %v and %v, order %c", one.Name, three.Name, one.Command)
	}
}

// A Z.M holds one D.N: of two in a field the cheaper, and none beside one it has.
func TestOneDemonForATamer(t *testing.T) {
	a := gametest.NewArena(t)
	z := a.Army(1, "Z.M 1", 500, 0, 0)
	small, big := a.Army(0, "D.N 1", 15, 1, 0), a.Army(0, "D.N 2", 20, 1, 0)
	a.Order(1, "Z.M 1", "0", "V", realm.Special{Form: realm.AField, At: realm.XY{X: 1, Y: 0}})
	a.PlansOnly()
	if small.Realm != 1 || small.Master != z.Name || big.Realm != 0 || z.Men != 500-30 {
		t.Errorf("realms %d and %d, %d points left", small.Realm, big.Realm, z.Men)
	}
	craft.Tame(a.Turn.Turn, z)
	if big.Realm != 0 || z.Men != 500-30 {
		t.Errorf("took a second one")
	}
}

// Two realms that reach for the same herd: the lot decides, not their numbers.
func TestLotsDecideWhoTames(t *testing.T) {
	first := map[int]int{}
	for seed := byte(0); seed < 40; seed++ {
		a := gametest.NewArena(t)
		a.Seed = game.Seed{seed}
		herd := a.Army(0, "M.E 1", 40, 1, 0)
		for r := 1; r <= 3; r += 2 {
			a.Army(r, "Z.M 1", 100, 0, 0)
			a.Order(r, "Z.M 1", "0", "V", realm.Special{Form: realm.AField, At: realm.XY{X: 1, Y: 0}})
		}
		a.PlansOnly()
		first[herd.Realm]++
	}
	if first[0] > 0 || first[1] < 8 || first[3] < 8 {
		t.Errorf("taken by realm: %v", first)
	}
}
