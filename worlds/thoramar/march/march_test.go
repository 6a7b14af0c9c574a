package march_test

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// weeks plays so many weeks of a turn that has its orders, without the fights of who stands together.
func weeks(p plain.Plain, n int) {
	march.Plans(p.Turn)
	for p.Week = 1; p.Week <= n; p.Week++ {
		p.Phase = "standing"
		march.StandingFights(p.Turn)
		p.Phase = "move"
		new(march.Survey).Move(p.Turn)
		p.Phase = "plunder"
		march.Plunder(p.Turn)
	}
}

// A step to the east costs by the field it leaves, 1 over a road; then 1 more for a height, a river without bridge, a
// foreign wall, horse where it is slow, and land of another realm.
func TestStepsCost(t *testing.T) {
	edge := func(x int, d game.Direction, e realm.Edge) func(plain.Plain) {
		return func(p plain.Plain) { p.State.SetEdge(p.XY(x, 0), d, e, true) }
	}
	land := func(owner, x int, terrain string) func(plain.Plain) {
		return func(p plain.Plain) { p.Land(owner, x, 0, terrain) }
	}
	for _, c := range []struct {
		what string
		army string
		set  []func(plain.Plain)
		cost int
	}{
		{"lowland", "K.L 1", nil, 2},
		{"jungle", "K.L 1", []func(plain.Plain){land(0, 0, "tds")}, 3},
		{"by the field it leaves", "K.L 1", []func(plain.Plain){land(0, 1, "tds")}, 2},
		{"by road", "K.L 1", []func(plain.Plain){edge(0, 2, realm.Road)}, 1},
		{"by road through a jungle", "K.L 1", []func(plain.Plain){edge(0, 2, realm.Road), land(0, 0, "tds")}, 1},
		{"up", "K.L 1", []func(plain.Plain){land(0, 1, "hla")}, 3},
		{"up by road", "K.L 1", []func(plain.Plain){edge(0, 2, realm.Road), land(0, 1, "hla")}, 2},
		{"down", "K.L 1", []func(plain.Plain){land(0, 0, "hla")}, 3},
		{"over a river", "K.L 1", []func(plain.Plain){edge(0, 2, realm.River)}, 3},
		{"over a bridge", "K.L 1", []func(plain.Plain){edge(0, 2, realm.River), edge(0, 2, realm.Bridge)}, 2},
		{"over a foreign wall", "K.L 1", []func(plain.Plain){land(2, 1, "tla"), edge(1, 5, realm.Wall)}, 3},
		{"over one's own", "K.L 1", []func(plain.Plain){land(1, 1, "tla"), edge(1, 5, realm.Wall)}, 2},
		{"from behind a wall", "K.L 1", []func(plain.Plain){land(2, 1, "tla"), edge(0, 2, realm.Wall)}, 2},
		{"out of a realm", "K.L 1", []func(plain.Plain){land(2, 0, "tla")}, 3},
		{"into a realm", "K.L 1", []func(plain.Plain){land(2, 1, "tla")}, 2},
		{"out of a partner's", "K.L 1", []func(plain.Plain){land(2, 0, "tla"),
			func(p plain.Plain) { p.Pledge(1, 2, realm.Partner) }}, 2},
		{"out of a pact's", "K.L 1", []func(plain.Plain){land(2, 0, "tla"),
			func(p plain.Plain) { p.Pledge(1, 2, realm.Pact) }}, 3},
		{"horse", "R.L 1", nil, 2},
		{"horse in mountains", "R.L 1", []func(plain.Plain){land(0, 0, "bla"), land(0, 1, "bla")}, 3},
		{"horse there by road", "R.L 1", []func(plain.Plain){land(0, 0, "bla"), land(0, 1, "bla"),
			edge(0, 2, realm.Road)}, 1},
		{"all at once", "R.L 1", []func(plain.Plain){land(2, 0, "tsu"), land(3, 1, "hla"), edge(0, 2, realm.River),
			edge(1, 5, realm.Wall)}, 3 + 1 + 1 + 1 + 1 + 1},
	} {
		p := plain.New(12, 12)
		a := p.Army(1, c.army, 1000, 0, 0)
		for _, set := range c.set {
			set(p)
		}
		before := a.Points
		p.Orders(1, "$A\n"+c.army+" 2000000000000 V+\n")
		weeks(p, 1)
		if got := before - a.Points; got != c.cost || a.At != p.XY(1, 0) {
			t.Errorf("%s: %d points to field %d, want %d to 1/0", c.what, got, a.At, c.cost)
		}
	}
}

// A step is taken while there are points; they may go below nothing, and come back by T01, never to more than that.
func TestPointsRunOut(t *testing.T) {
	p := plain.New(12, 12)
	light, heavy := p.Army(1, "K.L 1", 1000, 0, 0), p.Army(1, "K.S 1", 1000, 0, 2) // 6 and 2 points
	heavy.Fit = int16(p.Land(0, 0, 2, "tsu").Terrain)                              // costs 3
	p.Orders(1, "$A\nK.L 1 2222000000000 V+\nK.S 1 0200000000000 V+\n")
	weeks(p, realm.Weeks)
	if light.At != p.XY(3, 0) || light.Points != 0 || heavy.At != p.XY(1, 2) || heavy.Points != -1 {
		t.Errorf("light in field %d with %d points, heavy in %d with %d", light.At, light.Points, heavy.At,
			heavy.Points)
	}
	if got := p.Told(1); len(got) != 1 || got[0] != "W4 out-of-points K.L 1 3/0" {
		t.Errorf("told %q", got)
	}
	march.Refill(p.Turn)
	if light.Points != 6 || heavy.Points != 1 {
		t.Errorf("next turn %d and %d points, want 6 and 2 - 1", light.Points, heavy.Points)
	}
}

// What no army can do ends its plan where it stands, and the realm is told why.
func TestImpossibleSteps(t *testing.T) {
	for terrain, c := range map[string]struct{ army, want string }{
		"was": {"K.L 1", "[W1 step-water K.L 1 0/0 2]"}, "ubk": {"K.L 1", "[W1 step-unknown K.L 1 0/0 2]"},
		"bla": {"K.L 1", "[W1 step-steep K.L 1 0/0 2]"}, "tla": {"S.L 1", "[W1 step-land S.L 1 0/0 2]"},
		"hla": {"K.L 1", "[]"},
	} {
		p := plain.New(12, 12)
		p.Land(0, 1, 0, terrain)
		if c.army[0] == 'S' {
			p.Land(0, 0, 0, "was")
		}
		a := p.Army(1, c.army, 1000, 0, 0)
		p.Orders(1, "$A\n"+c.army+" 2500000000000 V+\n")
		weeks(p, 2)
		stays := c.want != "[]"
		if got := fmt.Sprint(p.Told(1)); got != c.want || stays && (a.At != p.XY(0, 0) || !a.March.Broken) {
			t.Errorf("%s: told %s, in field %d", terrain, got, a.At)
		}
	}
}

// Leaving a loss terrain takes 5 to 10 % of who is not fit for it, and nothing of who is; ice takes 10 to 20 %, and a
// river up to 10 %. Priests lose none.
func TestLossesOfTheMarch(t *testing.T) {
	for _, c := range []struct {
		terrain, army string
		fit, river    bool
		low, high     int64
	}{
		{"tla", "K.L", false, false, 0, 0}, {"tsu", "K.L", false, false, 50, 100},
		{"tsu", "K.L", true, false, 0, 0},
		{"eis", "K.L", false, false, 100, 200}, {"tla", "K.L", false, true, 0, 100},
		{"tsu", "P.K", false, false, 0, 0},
	} {
		p, sheet := plain.New(12, 12), "$A\n"
		f := p.Land(0, 0, 0, c.terrain)
		p.State.SetEdge(p.XY(0, 0), 2, realm.River, c.river)
		for id := range 60 { // each has dice of its own
			name := fmt.Sprintf("%s %d", c.army, id+1)
			if a := p.Army(1, name, 1000, 0, 0); c.fit {
				a.Fit = int16(f.Terrain)
			}
			sheet += name + " 2000000000000 V+\n"
		}
		p.Orders(1, sheet)
		weeks(p, 1)
		least, most := int64(1000), int64(0)
		for _, a := range p.State.Armies[1] {
			least, most = min(least, 1000-a.Men), max(most, 1000-a.Men)
		}
		// the bounds hold, and sixty draws come near to both
		near := (c.high - c.low) / 5
		if least < c.low || most > c.high || least > c.low+near || most < c.high-near {
			t.Errorf("%s out of %s, fit %t, river %t: %d to %d of 1000 fall, want %d to %d", c.army, c.terrain, c.fit,
				c.river, least, most, c.low, c.high)
		}
	}
}

// Who is stopped in peace tries the same step again each week: the plan shifts, and what falls off week 13 is lost.
func TestAStepStaysDue(t *testing.T) {
	p := plain.New(12, 12)
	a := p.Army(1, "K.L 1", 1000, 0, 0)
	p.Army(2, "R.L 1", 1000, 1, 0)
	p.Orders(1, "$A\nK.L 1 2500000000005 V+\n")
	p.Orders(2, "$A\nR.L 1 0010000000000 V+\n") // leaves in week 3, before who is slower moves
	weeks(p, 3)
	if got := p.Told(1); a.At != p.XY(1, 0) || !slices.Equal(got, []string{"W1 held-up K.L 1 1/0 2.R.L 1",
		"W2 held-up K.L 1 1/0 2.R.L 1"}) {
		t.Errorf("in field %d after three weeks, told %q", a.At, got)
	}
	p = plain.New(12, 12)
	a = p.Army(1, "K.L 1", 1000, 0, 0)
	p.Army(2, "R.L 1", 1000, 1, 0)
	p.Orders(1, "$A\nK.L 1 2000000000005 V+\n")
	p.Orders(2, "$A\nR.L 1 0010000000000 V+\n")
	weeks(p, realm.Weeks)
	if a.At != p.XY(1, 0) || a.March.Walked() {
		t.Errorf("the thirteenth digit counts in week 15: in field %d, walked %t", a.At, a.March.Walked())
	}
}

// Those of one realm and its partners who take the same step with attacking orders attack together; others do not.
func TestWhoAttacksTogether(t *testing.T) {
	for _, c := range []struct {
		what         string
		treaty       realm.Treaty // of the realms 1 and 3
		second, plan string       // the orders of the other
		left         int64        // of the foe
		fought       bool         // the other
	}{
		// 3000 : 4000, r 1.333, 0.25 ÷ 1.777 of 4000 are 562.7
		{"partners", realm.Partner, "A+", "2", 3437, true},
		// 2000 : 4000, r 2, a sixteenth
		{"no treaty", realm.NoTreaty, "V+", "0", 3750, false},
		{"a partner who defends", realm.Partner, "V+", "2", 3750, false},
		{"a partner who stays", realm.Partner, "A+", "0", 3750, false},
		// then 1000 : 3750 × 1.02, since the foe has learned; r 3.825, 0.25 ÷ 14.63 of 3750 are 64.1
		{"a pact, by itself", realm.Pact, "A+", "2", 3686, true},
	} {
		p := plain.New(12, 12)
		p.Army(1, "R.L 1", 1000, 0, 0) // the faster
		other := p.Army(3, "K.L 1", 1000, 0, 0)
		foe := p.Army(2, "K.L 1", 4000, 1, 0)
		p.Pledge(1, 3, c.treaty)
		p.Orders(1, "$A\nR.L 1 2000000000000 A+\n")
		p.Orders(3, "$A\nK.L 1 "+c.plan+"000000000000 "+c.second+"\n")
		p.Week = 1
		march.Plans(p.Turn)
		p.Phase = "move"
		new(march.Survey).Move(p.Turn)
		if fought := other.March.Week == realm.Fought; foe.Men != c.left || fought != c.fought {
			t.Errorf("%s: %d of the foe are left, want %d; the other fought %t", c.what, foe.Men, c.left, fought)
		}
	}
}

// In each week without a step plunder costs a point of the army's and 25 of the yield. It brings a tenth of the field's
// yearly income, 2 % of free land's, at most 2 GS a man; nothing on own land and a partner's, nor without yield.
func TestPlunder(t *testing.T) {
	for _, c := range []struct {
		what   string
		owner  int
		men    int64
		yield  int16
		treaty realm.Treaty
		weeks  int
		gold   int64
		left   int16
		points int
	}{
		{"a week", 2, 1000, 100, realm.NoTreaty, 1, 300, 75, 5},
		{"until nothing is left", 2, 1000, 100, realm.NoTreaty, 6, 1200, 0, 2},
		{"free land", 0, 1000, 100, realm.NoTreaty, 1, 60, 75, 5},
		{"few men carry", 2, 500, 100, realm.NoTreaty, 1, 300, 75, 5},
		{"the last of the yield", 2, 1000, 10, realm.NoTreaty, 1, 300, 0, 5},
		{"too few", 2, 499, 100, realm.NoTreaty, 1, 0, 100, 6},
		{"own land", 1, 1000, 100, realm.NoTreaty, 1, 0, 100, 6},
		{"a pact", 2, 1000, 100, realm.Pact, 1, 0, 100, 6},
		{"a partner", 2, 1000, 100, realm.Partner, 1, 0, 100, 6},
		{"as long as there are points", 2, 1000, 400, realm.NoTreaty, 13, 1800, 250, 0},
	} {
		p := plain.New(12, 12)
		p.Land(c.owner, 0, 0, "tla").Yield = c.yield
		p.Pledge(1, 2, c.treaty)
		a := p.Army(1, "K.L 1", c.men, 0, 0)
		p.Orders(1, "$A\nK.L 1 0000000000000 P+\n")
		weeks(p, c.weeks)
		if got, f := p.State.Realms[1].Gold, p.Field(a.At); got != c.gold || f.Yield != c.left || a.Points != c.points {
			t.Errorf("%s: %d GS, %d %% and %d points left, want %d, %d and %d", c.what, got, f.Yield, a.Points, c.gold,
				c.left, c.points)
		}
	}
	p := plain.New(12, 12)
	p.Land(2, 0, 0, "tla")
	p.Army(1, "R.L 1", 250, 0, 0)
	p.Tables.Rules.PlunderAMan = 1
	p.Orders(1, "$A\nR.L 1 0000000000000 P+\n")
	weeks(p, 1)
	if got := p.State.Realms[1].Gold; got != 250 {
		t.Errorf("250 men who carry 1 GS each bring %d", got)
	}
}

// Men go aboard the fleet they name once it lies where their step leads, and ashore in the first week whose digit
// points at land; the fleet carries them there. 10 S.L have room for 1000 K.L, and for no more.
func TestByShip(t *testing.T) {
	for _, c := range []struct {
		men    int64
		aboard bool
	}{{1000, true}, {1001, false}} {
		p := plain.New(12, 12)
		for x := 1; x <= 3; x++ {
			p.Land(0, x, 0, "was")
		}
		a, fleet := p.Army(1, "K.L 1", c.men, 0, 0), p.Army(1, "S.L 1", 10, 2, 0)
		p.Orders(1, "$A\nK.L 1 2000000000000 V+ S.L 1\nS.L 1 0500000000000 V+\n")
		weeks(p, 3)
		if got := a.Aboard == fleet.Name; got != c.aboard {
			t.Fatalf("%d men are aboard: %t; told %q", c.men, got, p.Told(1))
		}
		if !c.aboard {
			continue
		}
		march.Refill(p.Turn)
		p.Annals.Clear()
		p.State.Turn, p.Number = 6, 6
		p.Orders(1, "$A\nK.L 1 0022200000000 V+\nS.L 1 2200000000000 V+\n")
		weeks(p, 4)
		if a.Aboard.ID != 0 || a.At != p.XY(4, 0) || fleet.At != p.XY(3, 0) {
			t.Errorf("the army in field %d, aboard %v, the fleet in %d; told %q", a.At, a.Aboard, fleet.At, p.Told(1))
		}
	}
}
