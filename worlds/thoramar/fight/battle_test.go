package fight_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Decision 7: 2000 K.M against 1000 K.M is 4000 LE against 2000, r = 2. The
// loser loses 0.25 × 2 = 50 %: 500. The winner loses 0.25 / 4 = 6.25 %: 125.
// The beaten were half as strong: +2 experience. The step is made a week later.
func TestBattleByHand(t *testing.T) {
	a := gametest.NewArena(t)
	one := a.Army(1, "K.M 1", 2000, 0, 0)
	two := a.Army(2, "K.M 1", 1000, 1, 0)
	a.Army(3, "K.L 1", 1000, 1, 2)
	a.Army(4, "K.L 1", 1000, 2, 1) // beside 1/0: sees it
	a.Order(1, "K.M 1", "2", "A+")
	a.Order(2, "K.M 1", "0", "V")
	a.War()
	a.Want(a.Told(1),
		"W1 battle 1/0",
		"W1 battle-attacker K.M 1 2000 1875",
		"W1 battle-defender 2.K.M 1 1000 500",
		"W1 battle-attackers-won 1/0")
	a.Want(a.Told(2),
		"W1 battle 1/0",
		"W1 battle-attacker 1.K.M 1 2000 1875",
		"W1 battle-defender K.M 1 1000 500",
		"W1 battle-attackers-won 1/0",
		"W1 retreat K.M 1 1/0 2/0")
	a.Want(a.Told(3)) // 1/2 is two fields away
	a.Want(a.Told(4),
		"W1 battle 1/0",
		"W1 battle-attacker 1.K.M 1 2000 1875",
		"W1 battle-defender ?.K.M ? 1000 500", // it had no sign, and realm 4 was not in the fight
		"W1 battle-attackers-won 1/0",
		"W1 retreat ?.K.M ? 1/0 2/0") // it stands beside 2/0 too; realm 1 sees nothing of 2/0
	a.StandsAt(one, 1, 0, 1875, 4) // week 2: 4 − 2, then + 4, at most 4
	a.StandsAt(two, 2, 0, 500, 4)
	if one.KK != 2 || two.KK != 0 {
		t.Errorf("experience %d and %d, want 2 and 0", one.KK, two.KK)
	}
}

// A wall stormed: 5 % of 1000 riders stay behind. 950 × 3 LE × 0.9 uphill × 0.8
// river × 0.75 riders in a wood = 1539. Behind the wall 1000 × 2 × 1.5 = 3000.
// r = 3000 / 1539 = 1.949. Of the attackers 0.25 × 1.949 = 48.725 % of 950 =
// 462.9, so 463 fall; of the defenders 0.25 / 1.949² = 6.581 % = 65.8, so 66.
func TestBattleModifiers(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(1, 0, "hwa").Owner = 2
	a.State.SetEdge(a.XY(0, 0), 2, realm.River, true)
	a.State.SetEdge(a.XY(1, 0), 5, realm.Wall, true)
	one := a.Army(1, "R.M 1", 1000, 0, 0)
	two := a.Army(2, "K.M 1", 1000, 1, 0)
	a.Order(1, "R.M 1", "2", "A+")
	a.War()
	a.Want(a.Told(1),
		"W1 march-losses R.M 1 0/0 50 950 cause-wall",
		"W1 battle 1/0",
		"W1 battle-attacker R.M 1 950 487",
		"W1 battle-defender 2.K.M 1 1000 934",
		"W1 battle-defenders-won 1/0")
	a.StandsAt(one, 0, 0, 487, 8) // stays where it came from, its plan has ended
	a.StandsAt(two, 1, 0, 934, 4)
}

// What shelters: HST ×1.75, FES ×2, BRG ×1.5, STD ×1.1, temple cities ×1.25,
// the bonus part by state; at most ×3 in all; only for owner and partners.
func TestShelter(t *testing.T) {
	a := gametest.NewArena(t)
	f := a.Land(1, 0, "tla")
	f.Owner = 2
	a.State.SetEdge(a.XY(1, 0), 5, realm.Wall, true)
	a.State.SetTreaty(2, 3, realm.Partner)
	foe := a.Army(1, "K.L 1", 1000, 0, 0)
	for _, c := range []struct {
		kind   string
		damage tables.Damage
		realm  int
		unit   string
		want   int64 // thousandths
	}{
		{"HST", tables.Intact, 2, "F.L 1", 1750},
		{"FES", tables.Intact, 2, "F.L 1", 2000},
		{"FES", tables.Light, 2, "F.L 1", 1750}, // 1 + 1 × 0.75
		{"BRG", tables.Heavy, 2, "F.L 1", 1125}, // 1 + 0.5 × 0.25
		{"BRG", tables.Ruin, 2, "F.L 1", 1000},
		{"HTS", tables.Intact, 3, "F.L 1", 1250},
		{"TPL", tables.Intact, 3, "F.L 1", 1100},
		{"FES", tables.Intact, 4, "F.L 1", 1000},
		{"HST", tables.Intact, 2, "K.L 1", 2625}, // 1.75 × 1.5 behind the wall
		{"FES", tables.Intact, 2, "K.L 1", 3000}, // 2 × 1.5
		{"FES", tables.Intact, 4, "K.L 1", 1500}, // the wall helps whoever stands behind it
	} {
		f.Building = &realm.Building{Kind: c.kind, Damage: c.damage}
		two := a.Army(c.realm, c.unit, 1000, 1, 0)
		b := &fight.Battle{At: a.XY(1, 0), From: a.XY(0, 0), Dir: 2}
		b.Join(fight.Attackers, foe)
		b.Join(fight.Defenders, two)
		if got := fight.Modifiers(a.Turn.Turn, b, fight.Defenders, two); got != c.want {
			t.Errorf("realm %d %s in %s, damage %d: ×%d, want ×%d", c.realm, c.unit, c.kind, c.damage, got, c.want)
		}
		a.RemoveArmy(two)
	}
	f.Building = &realm.Building{Kind: "FES", New: true, Ready: 9}
	two := a.Army(2, "F.L 1", 1000, 1, 0)
	if got := fight.Shelter(a.Turn.Turn, &fight.Battle{At: two.At}, two); got != 0 {
		t.Errorf("a fortress still being built gives %d", got)
	}
	// The whole strength: 1000 K.S × 3 LE × 80 % × 1.1 = 2640 LE.
	a.People(4, "sea") // K.S 80 %
	s := a.Army(4, "K.S 1", 1000, 0, 2)
	s.KK = 10
	b := &fight.Battle{At: s.At, From: s.At}
	b.Join(fight.Attackers, s)
	if got := fight.Power(a.Turn.Turn, b, fight.Attackers, s); got != 2640*1000 {
		t.Errorf("%d thousandths of LE, want 2640000", got)
	}
}

// r < 1.05 is a draw: both lose a quarter, nobody moves, and the step is tried
// again: 1000 against 1000, then 750 against 750.
func TestDrawIsTriedAgain(t *testing.T) {
	a := gametest.NewArena(t)
	a.Army(1, "K.M 1", 1000, 0, 0)
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Order(1, "K.M 1", "2", "A+")
	a.War()
	a.Want(a.Told(1)[:8],
		"W1 battle 1/0", "W1 battle-attacker K.M 1 1000 750", "W1 battle-defender 2.K.M 1 1000 750",
		"W1 battle-even 1/0",
		// 187.5 fall: 188
		"W2 battle 1/0", "W2 battle-attacker K.M 1 750 562", "W2 battle-defender 2.K.M 1 750 562", "W2 battle-even 1/0")
}

// Luck is from 0.9 to 1.1 for each side. So 4,000 LE always beat 2,000: 3,600 are more than 2,200. The winner loses
// 250 ÷ r² ‰ of 2,000, and r is from 3,600 ÷ 2,200 = 1.636 to 4,400 ÷ 1,800 = 2.444: 42 ‰ at least, 93 ‰ at most. Of
// equals each wins 28.6 of 100 fights, the part of all pairs of lucks with r ≥ 1.05, and the rest is drawn.
func TestLuckOfBattles(t *testing.T) {
	fights := func(men int64) (won, lost, drawn int, least, most int64) {
		least = men
		for i := range 300 {
			a := gametest.NewArena(t)
			a.Seed = game.Seed{byte(i), byte(i >> 8)}
			a.Tables.Rules.DrawMin, a.Tables.Rules.DrawMax = 900, 1100
			one, two := a.Army(1, "K.M 1", men, 0, 0), a.Army(2, "K.M 1", 1000, 1, 0)
			a.Order(1, "K.M 1", "2", "A+")
			a.PlansOnly()
			a.Week = 1
			a.Turn.Run(turn.Weekly)
			switch {
			case two.At != a.XY(1, 0):
				won++
			case one.Men*1000/men < two.Men:
				lost++
			default:
				drawn++
			}
			least, most = min(least, one.Men), max(most, one.Men)
		}
		return won, lost, drawn, least, most
	}
	if won, _, _, least, most := fights(2000); won != 300 || least < 2000-187 || most > 2000-83 || least == most {
		t.Errorf("2000 win %d of 300 and keep %d to %d", won, least, most)
	}
	// 86, 86 and 128, within four standard deviations
	if won, lost, drawn, _, _ := fights(1000); min(won, lost) < 54 || max(won, lost) > 118 || drawn < 94 || drawn > 163 {
		t.Errorf("of equals %d win, %d lose and %d are drawn", won, lost, drawn)
	}
}

// The odds of the book's examples (§29.3). 2,000 K.M win whatever the luck, and keep 100 − 1.6 %. Against as many K.L of
// an unknown culture luck wins 28.6 of 100, or 74.3 against the one culture of seven whose K.L count 90 %: 35.1 on
// average, and 40 are drawn. Three standard deviations of a hundred fights are 15.
func TestOddsByHand(t *testing.T) {
	p := gametest.World(cases.New(t, `-- tables --
[rules]
draw_min = 900
draw_max = 1100
-- world --
army 1 K.M 1 2000 0/0
army 2 K.L 1 1000 1/0
army 1 K.L 2 1000 0/2
army 2 K.L 2 1000 1/2
`))
	got := map[int]phrase.Phrase{}
	for _, f := range gametest.Check(p, game.Sheet{Realm: 1, Turn: 3, Text: "$A\nK.M 1 2 A+\nK.L 2 2 A+\n"}).InForce {
		if f.What.Code == "odds" {
			got[f.Line] = f.What
		}
	}
	if sure := got[2]; sure.Arg("won").N != 100 || sure.Arg("left").N != 98 {
		t.Errorf("2,000 K.M against 1,000 K.L: %v", sure)
	}
	if even := got[3]; even.Arg("won").N < 20 || even.Arg("won").N > 50 || even.Arg("drawn").N < 25 || even.Arg("drawn").N > 55 {
		t.Errorf("1,000 K.L against as many: %v", even)
	}
}

// Losses of a side are spread by men: 50 % of 1000 and 3000 is 500 and 1500.
// All of the beaten fall at r = 4.
func TestLossesAreSpread(t *testing.T) {
	for r, want := range map[int64][2]int64{2000: {500, 1500}, 4000: {0, 0}, 9000: {0, 0}} {
		a := gametest.NewArena(t)
		b := &fight.Battle{}
		one, two := a.Army(1, "K.M 1", 1000, 0, 0), a.Army(1, "K.L 1", 3000, 0, 0)
		b.Join(fight.Attackers, one)
		b.Join(fight.Attackers, two)
		fight.Lose(a.Turn.Turn, b, fight.Attackers, a.Tables.Rules.LoserLoss*r, 1000*1000)
		if one.Men != want[0] || two.Men != want[1] {
			t.Errorf("r = %d: %d and %d left, want %v", r, one.Men, two.Men, want)
		}
	}
}

// Decision 7: own land first, else straight away from the attack; with no
// passable field free of enemies it is destroyed.
func TestRetreat(t *testing.T) {
	a := gametest.NewArena(t)
	two := a.Army(2, "K.M 1", 1000, 1, 0)
	if got := fight.Refuge(a.Turn.Turn, two, 2); got != a.XY(2, 0) {
		t.Error("not straight away from the attack")
	}
	a.Army(4, "K.M 1", 1000, 2, 0)
	if got := fight.Refuge(a.Turn.Turn, two, 2); got != a.Grid.Step(two.At, 3) {
		t.Error("past an enemy: want one direction further, clockwise")
	}
	spied := a.Army(4, "K.M 2", 200, 3, -1)
	spied.Flag = realm.Hidden
	a.PlansOnly()
	spied.Flag = realm.Hidden
	a.MoveArmy(spied, a.Grid.Step(two.At, 3))
	if got := fight.Refuge(a.Turn.Turn, two, 2); got != a.Grid.Step(two.At, 3) {
		t.Error("an army nobody sees bars the way")
	}
	a.RemoveArmy(spied)
	own := a.Grid.Step(two.At, 6)
	a.Field(own).Owner = 2
	if got := fight.Refuge(a.Turn.Turn, two, 2); got != own {
		t.Error("not to own land first")
	}
	for d := game.Direction(1); d <= 6; d++ {
		was, _ := a.Tables.FindTerrain("was")
		a.Field(a.Grid.Step(two.At, d)).Terrain = was
	}
	a.Land(0, 0, "tla")
	a.Army(1, "K.M 1", 1500, 0, 0)
	a.Order(1, "K.M 1", "2", "A+")
	a.War()
	// 3000 : 2000, r = 1.5: the loser loses 37.5 %, 375, and its 625 are destroyed.
	a.Want(a.Told(2)[2:],
		"W1 battle-defender K.M 1 1000 0",
		"W1 battle-attackers-won 1/0",
		"W1 cornered K.M 1 1/0 625 counted.men")
	if a.State.Army(2, two.Name) != nil {
		t.Error("it lives")
	}
}

// Realm 1 and its partner 3 take the same step with attacking orders: together,
// when the faster rider's turn comes: 1000 × 3 + 500 × 2 = 4000 against 2000.
// Realm 4, partner to realm 2, stands by it: 2000 more. r = 1: a draw.
func TestJointAttackAndDefence(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.SetTreaty(1, 3, realm.Partner)
	a.State.SetTreaty(2, 4, realm.Partner)
	a.Army(1, "R.M 1", 1000, 0, 0)
	a.Army(3, "K.M 1", 500, 0, 0)
	a.Army(3, "K.M 2", 500, 0, 0) // another step: does not take part
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Army(4, "K.M 1", 1000, 1, 0)
	a.Order(1, "R.M 1", "2", "A+")
	a.Order(3, "K.M 1", "2", "A+")
	a.Order(3, "K.M 2", "5", "A+")
	a.War()
	a.Want(a.Told(1)[:6],
		"W1 battle 1/0",
		"W1 battle-attacker R.M 1 1000 750",
		"W1 battle-attacker 3.K.M 1 500 375",
		"W1 battle-defender 2.K.M 1 1000 750",
		"W1 battle-defender 4.K.M 1 1000 750",
		"W1 battle-even 1/0")
}

// No points, no part in a joint attack: 2000 LE against 2000, and the slower K.S 2 looks on.
func TestNoAttackWithoutPoints(t *testing.T) {
	a := gametest.NewArena(t)
	a.Army(1, "K.M 1", 1000, 0, 0)
	a.Army(1, "K.S 2", 1000, 0, 0).Points = 0
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Order(1, "K.M 1", "2", "A+")
	a.Order(1, "K.S 2", "2", "A+")
	a.War()
	a.Want(a.Told(1)[:4],
		"W1 battle 1/0", "W1 battle-attacker K.M 1 1000 750", "W1 battle-defender 2.K.M 1 1000 750",
		"W1 battle-even 1/0")
}

// A week of fighting is no week of plundering, though no step was due in it.
func TestNoPlunderInAFight(t *testing.T) {
	a := gametest.NewArena(t)
	a.Field(a.XY(1, 0)).Owner = 2
	a.Army(1, "K.M 1", 1000, 1, 0)
	a.Army(2, "K.M 1", 1000, 0, 0)
	a.Order(1, "K.M 1", "0", "P+")
	a.Order(2, "K.M 1", "2", "A+")
	a.WeeksOnly()
	for _, e := range a.Events() {
		if e.Code == "plundered" && e.Week == 1 {
			t.Error("it plundered in the week of the first fight")
		}
	}
}

// A fortress may recruit for 60,000 a year, lightly damaged for 45,000: what was used of
// it stays used, whatever the damage.
func TestDamageTakesCapacity(t *testing.T) {
	a := gametest.NewArena(t)
	for used, want := range map[int64]int64{0: 45000, 40000: 5000, 50000: 0} {
		f := a.Field(a.XY(1, 0))
		f.Building = &realm.Building{Kind: "FES", Used: used}
		k := a.Army(1, "K.M 1", 500, 1, 0)
		k.March = &realm.March{Special: realm.Special{Form: realm.ABuilding, Building: "FES"}}
		if left := turn.CapacityLeft(a.Turn.Turn, f); !turn.BreakBuilding(a.Turn.Turn, k, nil) ||
			turn.CapacityLeft(a.Turn.Turn, f) != want || f.Building.Damage != tables.Light {
			t.Errorf("%+v with %d left before, want %d", *f.Building, left, want)
		}
		a.RemoveArmy(k)
	}
}

// Peace: with a pact, or without an attacking order on either side, the mover
// stays and tries again each week; partners pass.
func TestPeacefulMeeting(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.SetTreaty(1, 3, realm.Pact)
	a.State.SetTreaty(1, 4, realm.Partner)
	first := a.Army(1, "K.M 1", 1000, 0, 0)
	a.Army(2, "K.M 1", 1000, 1, 0)
	pact := a.Army(1, "K.M 2", 1000, 0, 2)
	a.Army(3, "K.M 1", 1000, 1, 2)
	through := a.Army(1, "K.M 3", 1000, 0, -2)
	a.Army(4, "K.M 1", 1000, 1, -2)
	a.Order(1, "K.M 1", "2", "V+")
	a.Order(1, "K.M 2", "2", "A+")
	a.Order(1, "K.M 3", "2", "A+")
	a.Order(3, "K.M 1", "0", "A+")
	a.War()
	held := 0
	for _, line := range a.Told(1) {
		if !strings.Contains(line, "held-up") {
			t.Error(line)
		}
		held++
	}
	if held != 2*realm.Weeks {
		t.Errorf("held up %d times, want %d", held, 2*realm.Weeks)
	}
	a.StandsAt(first, 0, 0, 1000, 4)
	a.StandsAt(pact, 0, 2, 1000, 4)
	a.StandsAt(through, 1, -2, 1000, 4)
}

// Decision 7: the plan shifts. Held up in week 1 and free in week 3, the army
// makes both steps; what falls off week 13 is lost.
func TestPlanShifts(t *testing.T) {
	a := gametest.NewArena(t)
	one := a.Army(1, "R.L 1", 1000, 0, 0)
	a.Army(2, "R.L 1", 1000, 1, 0)
	a.Order(1, "R.L 1", "2000000000002", "V+")
	a.Order(2, "R.L 1", "0011", "V+") // off 1/0 in week 3
	a.War()
	// Week 3 or 4, by the lot; the last digit, due in week 15 or 16, never comes.
	a.StandsAt(one, 1, 0, 1000, 10)
	if n := len(a.Told(1)); n != 2 && n != 3 {
		t.Errorf("%v", a.Told(1))
	}
}

// Attacked after its step, an army that is not beaten has made the step all the
// same: R.L 1 steps to 1/0 before K.M 1 (slower) attacks it there. 4000 riders
// × 2 LE against 1000 × 2: r = 4, all attackers fall, 0.25 / 16 of 4000 = 62.5,
// so 63. In week 2 it goes on in the direction of its second digit.
func TestFightAfterTheStep(t *testing.T) {
	a := gametest.NewArena(t)
	one := a.Army(1, "R.L 1", 4000, 0, 0)
	a.Army(2, "K.M 1", 1000, 2, 0)
	a.Order(1, "R.L 1", "26", "E+")
	a.Order(2, "K.M 1", "5", "A+")
	a.War()
	a.StandsAt(one, 1, 1, 3937, 10) // 6 of 1/0 is 1/1
	if a.Field(a.XY(1, 1)).Owner != 1 {
		t.Error("the plan was walked to its end, but the field was not taken")
	}
}

// Decision 8: at most 200 men under `-` with order V are unseen: they neither
// stop anybody nor are stopped, but for 10 % a week in a shared field.
func TestUnseenPass(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules.FindHidden = 0
	spy := a.Army(1, "K.M 1", 200, 0, 0)
	tall := a.Army(1, "K.M 2", 201, 0, 2)
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Army(2, "K.M 2", 1000, 1, 2)
	a.Order(1, "K.M 1", "22", "V-")
	a.Order(1, "K.M 2", "22", "V-")
	a.Order(2, "K.M 1", "0", "A+")
	a.War()
	a.StandsAt(spy, 2, 0, 200, 4)
	a.StandsAt(tall, 0, 2, 201, 4)
}

// Found in a shared field, a spy is fought where it stands; beaten it retreats.
func TestStandingFight(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules.FindHidden = 1000
	spy := a.Army(1, "K.M 1", 200, 1, 0)
	a.Army(2, "K.M 1", 400, 1, 0)
	a.Order(1, "K.M 1", "0", "V-")
	a.Order(2, "K.M 1", "0", "A+")
	a.War()
	// 400 : 200, r = 2: half of 200 fall, 25 of 400.
	a.Want(a.Told(1),
		"W1 battle 1/0",
		"W1 battle-defender K.M 1 200 100", // they stood together: realm 1's side is told first
		"W1 battle-attacker 2.K.M 1 400 375",
		"W1 battle-attackers-won 1/0",
		"W1 retreat K.M 1 1/0 2/1") // no direction: from the north-east on
	a.StandsAt(spy, 2, 1, 100, 4)
}

// Nobody is in two standing fights of one week. 1 attacks 2: a draw, 2000 LE
// each; 4, partner to 2, has a pact with 1 and looks on. Then 3, slower, attacks
// 4 alone: 2 would stand by its partner, but has fought.
func TestOneStandingFightAWeek(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.SetTreaty(1, 3, realm.Pact)
	a.State.SetTreaty(1, 4, realm.Pact)
	a.State.SetTreaty(2, 4, realm.Partner)
	a.Army(1, "R.L 1", 1000, 1, 0)
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Army(3, "K.S 1", 1000, 1, 0)
	a.Army(4, "K.S 1", 1000, 1, 0)
	a.Order(1, "R.L 1", "0", "A+")
	a.Order(3, "K.S 1", "0", "A+")
	a.Phases("plans", "specials")
	a.Week = 1
	a.Phases("standing")
	a.Want(a.Told(2),
		"W1 battle 1/0", "W1 battle-attacker 1.R.L 1 1000 750", "W1 battle-defender K.M 1 1000 750",
		"W1 battle-even 1/0",
		"W1 battle 1/0", "W1 battle-attacker 3.K.S 1 1000 750", "W1 battle-defender 4.K.S 1 1000 750",
		"W1 battle-even 1/0")
}

// Decision 9: on a realm's field the army must have stood since before the turn.
func TestConquestAsksWhenItCame(t *testing.T) {
	a := gametest.NewArena(t)
	k := a.Army(1, "K.M 1", 2000, 1, 0)
	a.Field(k.At).Owner = 2
	a.Order(1, "K.M 1", "0", "E+")
	a.Phases("plans", "specials")
	for since, want := range map[int]string{a.State.Turn - 1: "", a.State.Turn: "conquest-season"} {
		if k.Since = since; turn.NoClaim(a.Turn.Turn, k) != want {
			t.Errorf("since turn %d of %d: %q, want %q", since, a.State.Turn, turn.NoClaim(a.Turn.Turn, k), want)
		}
	}
}

// A wall can be the end of an attack: of 100 men 5 fall, and 95 are too few.
func TestAttackBreaksAtTheWall(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.SetEdge(a.XY(1, 0), 5, realm.Wall, true)
	a.Army(1, "K.M 1", 100, 0, 0)
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Order(1, "K.M 1", "2", "A+")
	a.War()
	a.Want(a.Told(1), "W1 march-lost K.M 1 0/0 100 cause-wall", "W1 battle-wall 1/0")
	a.Want(a.Told(2), "W1 battle-wall 1/0")
}

// Ranged weapons on the move attack nobody; where they stand they do.
func TestRangedAttackOnlyStanding(t *testing.T) {
	a := gametest.NewArena(t)
	a.Army(1, "F.M 1", 1000, 0, 0)
	a.Army(2, "K.M 1", 1000, 1, 0)
	a.Order(1, "F.M 1", "2", "A+")
	a.War()
	a.Want(a.Told(1)[:1], "W1 held-up F.M 1 1/0 2.K.M 1")
	a.Want(a.Refusals(1), "warning ranged-moving F.M 1")
}
