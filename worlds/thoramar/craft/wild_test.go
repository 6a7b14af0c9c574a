package craft_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Each turn has plans of its own, and one herd more changes nobody else's.
func TestPlansAreKeyed(t *testing.T) {
	plan := func(seed byte, run int, more bool) realm.Plan {
		a := gametest.NewArena(t)
		a.Tables.Rules.HerdRest = 500
		a.State.Turn, a.Number, a.Seed = run, run, game.Seed{seed}
		if more {
			a.Army(0, "M.E 1", 40, 0, 0)
		}
		b := a.Army(0, "M.E 2", 40, 0, 0)
		b.Points = 100
		a.PlansOnly()
		craft.Wild(a.Turn.Turn)
		return b.March.Plan
	}
	first := plan(1, 5, false)
	if first != plan(1, 5, true) || first == plan(2, 5, false) || first == plan(1, 6, false) ||
		first == (realm.Plan{}) {
		t.Errorf("plans %v, %v, %v, %v", first, plan(1, 5, true), plan(2, 5, false), plan(1, 6, false))
	}
}

// Decision 10: +10 % a turn, rounded up: 8 9 10 11 13 15 17 19 21 24, then the cap 25.
func TestKrakensBreed(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(0, 0, "was")
	k := a.Army(0, "M.K 1", 8, 0, 0)
	tame := a.Army(1, "M.K 1", 8, 0, 0)
	for _, want := range []int64{9, 10, 11, 13, 15, 17, 19, 21, 24, 25, 25} {
		if craft.Breed(a.Turn.Turn); k.Men != want {
			t.Fatalf("%d krakens, want %d", k.Men, want)
		}
	}
	if tame.Men != 8 {
		t.Errorf("%d tamed krakens: they breed no more", tame.Men)
	}
}

// Monsters and free demons have their tempers, on blessed land monsters are at
// peace; militia stays where it is.
func TestTempers(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules.HerdRest = 0
	lizards, elephants := a.Army(0, "M.N 1", 150, 0, 0), a.Army(0, "M.E 1", 40, 1, 0)
	calm, free := a.Army(0, "M.N 2", 150, 2, 0), a.Army(0, "D.N 1", 30, 3, 0)
	militia := a.Army(0, "K.L 1", 900, -1, 0)
	a.Field(a.XY(2, 0)).Blessed = 4
	a.PlansOnly()
	craft.Wild(a.Turn.Turn)
	for _, c := range []struct {
		army  *realm.Army
		want  realm.Command
		walks bool
	}{{lizards, realm.Plunder, true}, {elephants, realm.Defend, true}, {calm, realm.Defend, true},
		{free, realm.Plunder, true}, {militia, realm.Defend, false}} {
		if m := c.army.March; m.Command != c.want || m.Plan.Steps(0) != c.walks {
			t.Errorf("%s has order %c, steps: %v", c.army.Name, m.Command, m.Plan.Steps(0))
		}
	}
}

// A herd never flees out of its habitat: with no field of it free it falls.
func TestTrollsDoNotFleeToTheHills(t *testing.T) {
	for _, refuge := range []bool{false, true} {
		a := gametest.NewArena(t)
		a.Land(1, 0, "bla")
		for _, p := range [][2]int{{0, 0}, {2, 1}, {1, 1}, {2, -1}, {1, -1}} {
			a.Land(p[0], p[1], "hla")
		}
		a.Land(2, 0, "hla")
		if refuge {
			a.Land(2, 0, "bla")
		}
		trolls := a.Army(0, "M.B 1", 400, 1, 0)
		a.Army(1, "K.S 1", 1000, 0, 0)
		a.Order(1, "K.S 1", "2", "A+")
		a.WeeksOnly()
		if trolls.Gone() == refuge {
			t.Errorf("mountains to flee to: %v, and the trolls are gone: %v", refuge, trolls.Gone())
		}
	}
}

// An aggressive herd attacks whom its plan leads it to, and those it meets are
// told who it was. 300 goblins against 200 light warriors: r = 1.5; of the warriors
// 0.25 × 1.5 = 37.5 % fall, 75; of the goblins 0.25 / 2.25 = 11.1 %, 33.
func TestGoblinsAttack(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(0, 0, "hla")
	a.Land(1, 0, "hla")
	goblins, guard := a.Army(0, "M.H 3", 300, 0, 0), a.Army(1, "K.L 1", 200, 1, 0)
	a.PlansOnly()
	craft.Wild(a.Turn.Turn)
	goblins.March.Plan[0] = 2
	a.Week = 1
	a.Turn.Run(turn.Weekly)
	if goblins.Men != 267 || guard.Men != 125 || goblins.KK != 2 {
		t.Errorf("%d goblins with %d %% experience, %d warriors", goblins.Men, goblins.KK, guard.Men)
	}
	told := a.Told(1)
	a.Want(told[:4], "W1 battle 1/0", "W1 battle-attacker 0.M.H 3 300 267", "W1 battle-defender K.L 1 200 125",
		"W1 battle-attackers-won 1/0")
}
