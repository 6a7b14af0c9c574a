package turn_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// The manual's example of K.S 1, 2 points, on tla: "braucht sie 2
// Bewegungspunkte", by road 1; jungle 3 and by road 1; a river, a wall and
// foreign land one more each; a wall only for strangers.
func TestStepCosts(t *testing.T) {
	a := gametest.NewArena(t)
	from := a.XY(0, 0)
	f := a.Field(from)
	a.State.SetTreaty(1, 3, realm.Partner)
	for _, c := range []struct {
		what string
		unit tables.Unit
		set  func()
		want int
	}{
		{"tla", tables.Unit{Type: 'K', Class: 'S'}, func() {}, 2},
		{"jungle", tables.Unit{Type: 'K', Class: 'S'}, func() { a.Land(0, 0, "tds") }, 3},
		{"jungle, cavalry", tables.Unit{Type: 'R', Class: 'M'}, func() {}, 4},
		{"up from jungle", tables.Unit{Type: 'K', Class: 'S'}, func() { a.Land(1, 0, "hla") }, 4},
		{"road in jungle, up", tables.Unit{Type: 'K', Class: 'S'},
			func() { a.State.SetEdge(from, 2, realm.Road, true) }, 2},
		{"road in jungle, up, cavalry", tables.Unit{Type: 'R', Class: 'M'}, func() {}, 2},
		{"river", tables.Unit{Type: 'K', Class: 'S'}, func() { a.State.SetEdge(from, 2, realm.River, true) }, 3},
		{"bridge", tables.Unit{Type: 'K', Class: 'S'}, func() { a.State.SetEdge(from, 2, realm.Bridge, true) }, 2},
		{"wall on the far side, realm 0's", tables.Unit{Type: 'K', Class: 'S'},
			func() { a.State.SetEdge(a.XY(1, 0), 5, realm.Wall, true) }, 3},
		{"a partner's wall", tables.Unit{Type: 'K', Class: 'S'}, func() { a.Field(a.XY(1, 0)).Owner = 3 }, 2},
		{"own wall", tables.Unit{Type: 'K', Class: 'S'}, func() { a.Field(a.XY(1, 0)).Owner = 1 }, 2},
		{"a stranger's wall", tables.Unit{Type: 'K', Class: 'S'}, func() { a.Field(a.XY(1, 0)).Owner = 2 }, 3},
		{"leaving a partner's land", tables.Unit{Type: 'K', Class: 'S'}, func() { f.Owner = 3 }, 3},
		{"leaving a stranger's land", tables.Unit{Type: 'K', Class: 'S'}, func() { f.Owner = 2 }, 4},
		{"leaving own land", tables.Unit{Type: 'K', Class: 'S'}, func() { f.Owner = 1 }, 3},
		// 2 +1 down +1 horse +1 wall
		{"hills, cavalry without road", tables.Unit{Type: 'R', Class: 'L'},
			func() { a.Land(0, 0, "bla"); a.State.SetEdge(from, 2, realm.Road, false) }, 5},
	} {
		c.set()
		to, got, why := a.Step(1, c.unit, from, 2)
		if why != "" || to != a.XY(1, 0) || got != c.want {
			t.Errorf("%s: %d points (%s), want %d", c.what, got, why, c.want)
		}
	}
}

func TestHurdles(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(1, 0, "was")
	a.Land(-1, 0, "bla")
	a.Land(1, 1, "ubk")
	for d, want := range map[int]realm.Hurdle{2: realm.Shore, 5: realm.Steep, 1: realm.WorldsEnd, 3: ""} {
		if _, _, why := a.Step(1, tables.Unit{Type: 'K', Class: 'M'}, a.XY(0, 0), 0+dir(d)); why != want {
			t.Errorf("direction %d: %q, want %q", d, why, want)
		}
	}
}

// Manual, "Die Bewegung": steps are taken as long as there are points at the
// start of one; what is overdrawn is missing next turn; never more than T01.
func TestPointsMayBeOverdrawn(t *testing.T) {
	a := gametest.NewArena(t)
	for x := 0; x <= 4; x++ {
		a.Land(x, 0, "tst")
	}
	k := a.Army(1, "K.M 1", 1000, 0, 0) // 4 points: 2 + 2, no third step
	s := a.Army(1, "K.S 1", 1000, 0, 2)
	a.Land(0, 2, "vul") // 3 points of 2: −1
	s.Fit = int16(a.Field(s.At).Terrain)
	a.Land(1, 2, "hla")
	r := a.Army(1, "R.M 1", 1000, 0, -2) // waits: stays at 8
	a.Order(1, "K.M 1", "2222", "V+")
	a.Order(1, "K.S 1", "2", "V+")
	a.War()
	a.Want(a.Told(1), "W3 out-of-points K.M 1 2/0")
	a.StandsAt(k, 2, 0, 1000, 4) // 4 − 4 + 4
	a.StandsAt(s, 1, 2, 1000, 1) // 2 − 3 + 2
	a.StandsAt(r, 0, -2, 1000, 8)
}

// Decision 6: losses on leaving loss terrain, 5–10 %, unless fit or spared;
// under T03's minimum strength the army is lost.
func TestMarchLosses(t *testing.T) {
	a := gametest.NewArena(t)
	for x := -4; x <= 4; x++ {
		for y := -4; y <= 4; y += 2 {
			a.Land(x, y, "tws")
		}
	}
	a.People(2, "desert") // spared: tws
	lossy := a.Army(1, "K.M 1", 10000, 0, 0)
	fit := a.Army(1, "K.M 2", 10000, 0, 2)
	fit.Fit = int16(a.Field(fit.At).Terrain)
	spared := a.Army(2, "K.M 1", 10000, 0, -2)
	small := a.Army(1, "K.M 3", 100, 0, 4)
	for _, o := range []struct {
		realm int
		army  string
	}{{1, "K.M 1"}, {1, "K.M 2"}, {2, "K.M 1"}, {1, "K.M 3"}} {
		a.Order(o.realm, o.army, "2", "V+")
	}
	a.War()
	if lossy.Men < 9000 || lossy.Men > 9500 {
		t.Errorf("%d of 10000 left, want 9000 to 9500", lossy.Men)
	}
	a.StandsAt(fit, 1, 2, 10000, 4)
	a.StandsAt(spared, 1, -2, 10000, 4)
	if !small.Gone() || a.State.Army(1, small.Name) != nil {
		t.Errorf("100 men less at least 5 are under T03's 100, but %d live", small.Men)
	}
}

// Steps that cannot be made end the plan and say why.
func TestPlanEndsAtTheShore(t *testing.T) {
	a := gametest.NewArena(t)
	a.Land(1, 0, "was")
	k := a.Army(1, "K.L 1", 1000, 0, 0)
	a.Order(1, "K.L 1", "25", "V+")
	a.War()
	a.Want(a.Told(1), "W1 step-water K.L 1 0/0 2")
	a.StandsAt(k, 0, 0, 1000, 6)
}

func dir(d int) game.Direction { return game.Direction(d) }
