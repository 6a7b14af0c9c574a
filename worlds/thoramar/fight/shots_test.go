package fight_test

import (
	"testing"

	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// The strongest enemy in sight is shot at: not who is stronger but a partner,
// hidden, aboard, or cannot be hit.
func TestTargets(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Gold = 100000
	a.State.SetTreaty(1, 3, realm.Partner)
	f := a.Army(1, "F.L 1", 1000, 0, 0)
	a.Army(2, "K.L 1", 1000, 1, 0)                                              // 1000 LE
	strongest := a.Army(2, "R.S 1", 300, -1, 0)                                 // 1200 LE
	a.Army(3, "K.S 1", 5000, 1, 1)                                              // a partner
	a.Army(2, "K.S 2", 200, -1, 1).Flag = realm.Hidden                          // unseen, only 600 LE anyway
	a.Army(2, "Z.B 1", 100, 1, 0)                                               // no strength to hit
	a.Army(2, "D.E 1", 40, 1, -1)                                               // 8000 LE, not by shots
	a.Army(2, "K.S 3", 9000, 2, 0)                                              // two fields away
	a.TakeAboard(a.Army(2, "K.S 4", 2000, -1, 0), a.Army(2, "S.L 1", 20, 3, 0)) // cargo
	if got := fight.Target(a.Turn.Turn, f); got != strongest {
		t.Errorf("shoots at %v", got)
	}
	strongest.Men = 100 // 400 LE
	if got := fight.Target(a.Turn.Turn, f); got == nil || got.Name != gametest.ArmyName("K.L 1") {
		t.Errorf("shoots at %v", got)
	}
}

// Of several armies those first by initiative have the treasury first: light
// weapons (4 points) before medium ones (3).
func TestTreasuryGoesByInitiative(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Gold = 1100
	a.Army(1, "F.M 1", 1000, 0, 0)
	a.Army(1, "F.L 1", 1000, 0, 0)
	target := a.Army(2, "K.L 1", 4000, 1, 0)
	a.Order(1, "F.M 1", "0", "A+")
	a.Order(1, "F.L 1", "0", "A+")
	a.PlansOnly()
	a.Week = 1
	new(fight.Volley).Shots(a.Turn.Turn)
	// F.L: 1000 × 1 / 10 = 100 fall for 1000 GS; 100 GS pay 66 men of F.M at 1.5:
	// 66 × 2 / 10 = 13 fall, for which 65 men fire, 97.5 GS, 98.
	if target.Men != 4000-113 || a.State.Realms[1].Gold != 2 || a.Outlay[1]["shots"] != 1098 {
		t.Errorf("%d men left, %d gold, %d spent", target.Men, a.State.Realms[1].Gold, a.Outlay[1]["shots"])
	}
}

// A quarter at most, rounded down; who falls under the minimum strength is gone.
func TestAQuarterAtMost(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Gold = 100000
	a.Army(1, "F.S 1", 5000, 0, 0)
	target := a.Army(2, "R.L 1", 70, 1, 0)
	a.Order(1, "F.S 1", "0", "A+")
	a.WeeksOnly()
	// 70 − 17 = 53; 53 − 13 = 40, under the 50 of T03.
	a.Want(a.Told(2),
		"W1 was-shot R.L 1 1/0 1.F.S 1 17 53",
		"W2 was-shot R.L 1 1/0 1.F.S 1 13 40",
		"W2 shot-scattered R.L 1 1/0 40")
	if !target.Gone() {
		t.Error("the riders are still there")
	}
}

// Who shoots is seen by those it shoots at, in that week only.
func TestShotsGiveAway(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Gold = 50
	a.Army(1, "F.L 1", 1000, 0, 0)
	a.Army(2, "K.L 1", 1000, 1, 0)
	a.Army(3, "K.L 1", 100, 1, 0)
	a.State.SetTreaty(2, 3, realm.Partner)
	a.Order(1, "F.L 1", "0", "A")
	a.WeeksOnly()
	for week, want := range map[int]sight.Look{1: sight.Signed, 2: sight.Unsigned} {
		w := &a.Weeks[week-1]
		if got := w.Looks(2, w.Of(1)[0]); got != want {
			t.Errorf("week %d: realm 2 sees %d", week, got)
		}
		if got := w.Looks(3, w.Of(1)[0]); got != sight.Unsigned {
			t.Errorf("week %d: realm 3 sees %d", week, got)
		}
	}
}

// A beaten battery that had to give way shoots no more; neither does one that
// fights, in that week.
func TestNoShotsAfterARetreat(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Gold = 100000
	f := a.Army(1, "F.L 1", 1000, 0, 0)
	a.Army(2, "K.S 1", 1000, 1, 0)
	a.Order(1, "F.L 1", "0", "A+")
	a.Order(2, "K.S 1", "5", "A+")
	a.WeeksOnly()
	if f.Gone() || f.At == a.XY(0, 0) || a.Outlay[1] != nil {
		t.Errorf("at %d, spent %v", f.At, a.Outlay[1])
	}
}

// Spies (T03): priests up to 25 points, sorcerers up to 100, hide; others never.
func TestWhoHides(t *testing.T) {
	a := gametest.NewArena(t)
	for _, c := range []struct {
		army string
		men  int64
		want sight.Look
	}{
		{"P.K 1", 25, sight.Unseen}, {"P.K 2", 26, sight.Unsigned}, {"P.H 1", 25, sight.Unseen},
		{"P.H 2", 26, sight.Unsigned},
		{"Z.S 1", 100, sight.Unseen}, {"Z.S 2", 101, sight.Unsigned}, {"Z.M 1", 100, sight.Unseen},
		{"Z.B 2", 101, sight.Unsigned},
		{"K.L 1", 200, sight.Unseen}, {"K.L 2", 201, sight.Unsigned}, {"R.S 1", 100, sight.Unseen},
		{"R.S 2", 101, sight.Unsigned},
		{"F.L 1", 100, sight.Unsigned}, {"D.N 1", 1, sight.Unsigned}, {"D.E 1", 1, sight.Unsigned},
		{"H.K 1", 10, sight.Unsigned}, {"M.K 1", 1, sight.Unsigned},
	} {
		army := a.Army(1, c.army, c.men, 0, 0)
		army.Flag = realm.Hidden
		if got := sight.Visible(a.Turn.Turn, 2, army); got != c.want {
			t.Errorf("%s with %d looks %d, want %d", c.army, c.men, got, c.want)
		}
		army.Flag = realm.Shown
		if sight.Visible(a.Turn.Turn, 2, army) != sight.Signed {
			t.Errorf("%s with a flag is not recognized", c.army)
		}
		a.Army(0, c.army, c.men, 0, 0).Flag = realm.Hidden
		if sight.Visible(a.Turn.Turn, 2, a.State.Army(0, gametest.ArmyName(c.army))) != sight.Signed {
			t.Errorf("0.%s is not shown", c.army)
		}
	}
}

// Ships hit take with them what has no room left (manual, "Verschiedene
// Kriegsschiffe"): of 20 ships 5 may fall, 5000 × 3 / 10 LE are enough for 150; 15
// ships of 100 carry 1500.
func TestShotsAtShips(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(1, 0, "was")
	a.Army(1, "F.S 1", 5000, 0, 0)
	a.Army(2, "S.L 1", 20, 1, 0)
	cargo := a.Army(2, "K.L 1", 2000, 0, 0)
	a.TakeAboard(cargo, a.State.Army(2, gametest.ArmyName("S.L 1")))
	a.Order(1, "F.S 1", "0", "A+")
	a.State.Realms[1].Gold = 334 // 5 ships of 10 LE: 500 LE / 3 = 167 men at 2 GS
	a.WeeksOnly()
	if cargo.Men != 1500 || a.State.Realms[1].Gold != 0 {
		t.Errorf("%d men aboard, %d gold", cargo.Men, a.State.Realms[1].Gold)
	}
}

// Of a formation its strongest member is hit; the one who shoots sees but the
// whole. K.S 1 (400 × 3 = 1200 LE) beside K.L 1 (1000): 1000 × 3 / 10 = 300 LE would
// kill 100 of it, as many as a quarter: 1000 men fire for 2000 GS.
func TestShotsAtFormations(t *testing.T) {
	a := gametest.NewArena(t)
	a.State.Realms[1].Gold, a.State.Realms[2].Gold = 2000, 1000
	a.Army(1, "F.S 1", 1000, 0, 0)
	hit, spared := a.Army(2, "K.S 1", 400, 1, 0), a.Army(2, "K.L 1", 1000, 1, 0)
	for _, member := range []string{"K.S 1", "K.L 1"} {
		a.Order(2, member, "0", "V+", realm.Special{Form: realm.AnArmy, Army: gametest.ArmyName("V.L 1")})
	}
	a.Order(2, "V.L 1", "0", "V+")
	a.Order(1, "F.S 1", "0", "A+")
	a.WeeksOnly()
	if hit.Men != 300 || spared.Men != 1000 || a.State.Army(2, gametest.ArmyName("V.L 1")).Men != 1300 ||
		a.State.Realms[1].Gold != 0 {
		t.Errorf("%d and %d men left, %d gold", hit.Men, spared.Men, a.State.Realms[1].Gold)
	}
	a.Want(a.Told(1), "W1 shot F.S 1 1/0 2.V.L 1 100 1300 2000", "W2 shot-unpaid F.S 1 0/0")
}
