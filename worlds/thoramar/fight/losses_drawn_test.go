package fight_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// §9.8, §11.2: ten fleets of four lose on average what one of forty loses, in a storm as in
// a battle, and what is lost is the whole part of the share or one more.
func TestSmallFleetsLoseLikeBigOnes(t *testing.T) {
	const throws = 2000
	var small, big, fought, foughtBig int64
	a := gametest.NewArena(t)
	a.Phase, a.Week = "move", 1
	var fleets []*realm.Army
	for id := range 10 {
		fleets = append(fleets, a.Army(1,
			realm.ArmyName{Unit: tables.Unit{Type: 'S', Class: 'L'}, ID: int32(id + 1)}.String(), 4, 0, 0))
	}
	fleet := a.Army(2, "S.L 1", 40, 0, 2)
	for n := range throws {
		a.Seed = game.Seed{byte(n), byte(n >> 8), 7}
		for _, f := range append(fleets, fleet) {
			a.Shrink(f, 70, realm.GroundRest, phrase.Key("cause", "in.tse"))
		}
		for _, f := range fleets {
			if f.Men < 3 {
				t.Fatalf("7 %% of 4 ships are 0.28, and %d are lost", 4-f.Men)
			}
			small += 4 - f.Men
			f.Men = 4
		}
		if left := fleet.Men; left != 37 && left != 38 {
			t.Fatalf("7 %% of 40 ships are 2.8, and %d are left", left)
		}
		big += 40 - fleet.Men
		fleet.Men = 40

		b := &fight.Battle{At: a.XY(0, 0), From: a.XY(0, 0)}
		b.Join(fight.Attackers, fleet)
		for _, f := range fleets {
			b.Join(fight.Defenders, f)
		}
		fight.Lose(a.Turn.Turn, b, fight.Defenders, 33, 1000) // 1.32 of 40
		fight.Lose(a.Turn.Turn, b, fight.Attackers, 33, 1000)
		for _, f := range fleets {
			fought += 4 - f.Men
		}
		foughtBig += 40 - fleet.Men
		fleet.Men = 40
		for _, f := range fleets {
			f.Men = 4
		}
	}
	for _, c := range []struct {
		what      string
		lost      int64
		per10000s int64 // ships that are expected, in hundredths a throw
	}{{"small fleets at sea", small, 280}, {"the big fleet at sea", big, 280}, {"small fleets in battle", fought, 132},
		{"the big fleet in battle", foughtBig, 132}} {
		if want := c.per10000s * throws / 100; c.lost < want*95/100 || c.lost > want*105/100 {
			t.Errorf("%s lost %d ships in %d throws, about %d are right", c.what, c.lost, throws, want)
		}
	}
}

// Each army of a side loses its own share on average, whichever place it has in it.
func TestTheRestFallsOnEveryArmyAlike(t *testing.T) {
	const throws = 3000
	var lost [3]int64
	a := gametest.NewArena(t)
	a.Phase, a.Week = "move", 1
	b := &fight.Battle{At: a.XY(0, 0), From: a.XY(0, 0)}
	b.Join(fight.Attackers, a.Army(2, "K.L 1", 1000, 0, 0))
	sizes := [3]int64{10, 1000, 15}
	for i, unit := range []string{"M.E 1", "K.L 1", "M.M 1"} {
		b.Join(fight.Defenders, a.Army(1, unit, sizes[i], 0, 0))
	}
	for n := range throws {
		a.Seed = game.Seed{byte(n), byte(n >> 8), 8}
		fight.Lose(a.Turn.Turn, b, fight.Defenders, 30, 1000)
		for i, f := range b.Side[fight.Defenders] {
			lost[i] += sizes[i] - f.Army.Men
			f.Army.Men = sizes[i]
		}
	}
	for i, want := range [3]int64{throws * 3 / 10, throws * 30, throws * 45 / 100} {
		if lost[i] < want*92/100 || lost[i] > want*108/100 {
			t.Errorf("army %d lost %d, about %d are right", i+1, lost[i], want)
		}
	}
}

// A number of realm 0 is drawn by turn and field: how many others of the kind there are
// elsewhere does not change it, unless one of them has it.
func TestWildNumbersCountNothing(t *testing.T) {
	seed, at, unit := game.Seed{3}, game.Place(77), tables.Unit{Type: 'K', Class: 'L'}
	free := func(int) bool { return false }
	id := realm.WildID(seed, 5, at, unit, free)
	if again := realm.WildID(seed, 5, at, unit, func(n int) bool { return n != id && n < 900 }); again != id {
		t.Errorf("with others in the world the number is %d, not %d", again, id)
	}
	if other := realm.WildID(seed, 5, at, unit, func(n int) bool { return n == id }); other == id || other < 1 ||
		other > tables.MaxID {
		t.Errorf("the number %d is taken, and %d is drawn", id, other)
	}
	if last := realm.WildID(seed, 5, at, unit, func(n int) bool { return n != 456 }); last != 456 {
		t.Errorf("456 alone is free, and %d is given", last)
	}
	if none := realm.WildID(seed, 5, at, unit, func(int) bool { return true }); none != 0 {
		t.Errorf("no number is free, and %d is given", none)
	}
	seen := map[int]bool{}
	for p := range game.Place(200) {
		seen[realm.WildID(seed, 5, p, unit, free)] = true
	}
	if len(seen) < 150 {
		t.Errorf("200 fields have %d numbers: they are not drawn", len(seen))
	}
}
