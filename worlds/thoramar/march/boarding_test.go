package march

import (
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// quay is an army of 1000 K.L in 0/0 that is to board ten S.L, which are in the water east of it.
func quay() (p plain.Plain, a, f *realm.Army) {
	p = plain.New(12, 12)
	p.Land(0, 1, 0, "was")
	p.Land(0, 2, 0, "was")
	a, f = p.Army(1, "K.L 1", 1000, 0, 0), p.Army(1, "S.L 1", 10, 1, 0)
	Plans(p.Turn)
	a.March.Kind, a.March.Special.Army = realm.Embark, f.Name
	a.March.Plan[0] = 2
	return p, a, f
}

// Why an army does not go aboard, and whether it tries again: the fleet may come, or become empty, but it stays in its
// formation, and does not grow. What an army is told, and whether its fleet could take it at all.
func TestBoarding(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(p plain.Plain, a, f *realm.Army)
		weeks  int
		told   string // all that the realm is told
		aboard bool
		broken bool
		may    bool
	}{
		{"in place", func(plain.Plain, *realm.Army, *realm.Army) {}, 1,
			"W1 boarded K.L 1 S.L 1 1/0", true, false, true},
		{"not there yet", func(p plain.Plain, _, f *realm.Army) { p.MoveArmy(f, p.XY(2, 0)) }, 3,
			"W1 embark-waits K.L 1 S.L 1 1/0", false, false, true},
		{"there in week 2", func(p plain.Plain, _, f *realm.Army) {
			p.MoveArmy(f, p.XY(2, 0))
			f.March.Plan[1] = 5
		}, 2, "W1 embark-waits K.L 1 S.L 1 1/0, W2 boarded K.L 1 S.L 1 1/0", true, false, true},
		{"taken", func(p plain.Plain, _, f *realm.Army) { p.TakeAboard(p.Army(1, "K.L 2", 9, 0, 2), f) }, 3,
			"W1 embark-taken K.L 1 S.L 1 1/0", false, false, true},
		{"in a formation", func(_ plain.Plain, _, f *realm.Army) { f.Aboard.Type, f.Aboard.ID = 'V', 1 }, 3,
			"W1 embark-formation K.L 1 S.L 1 1/0", false, true, false},
		{"full", func(_ plain.Plain, a, _ *realm.Army) { a.Men++ }, 3,
			"W1 embark-full K.L 1 S.L 1 1/0", false, true, false},
		{"gone", func(p plain.Plain, _, f *realm.Army) { p.RemoveArmy(f) }, 3,
			"W1 embark-gone K.L 1 S.L 1 1/0", false, true, false},
		{"from a hill", func(p plain.Plain, _, _ *realm.Army) { p.Land(0, 0, 0, "hla") }, 3,
			"W1 step-steep K.L 1 0/0 2", false, true, true},
		{"without points", func(_ plain.Plain, a, _ *realm.Army) { a.Points = 0 }, 3,
			"W1 out-of-points K.L 1 0/0", false, true, true},
	} {
		p, a, f := quay()
		c.change(p, a, f)
		for _, b := range p.State.Armies[1] {
			if b.March == nil {
				b.March = &realm.March{Command: realm.Defend}
			}
		}
		if got := MayBoard(p.Turn, a); got != c.may {
			t.Errorf("%s: the fleet could take it: %t", c.what, got)
		}
		points := a.Points
		for p.Week = 1; p.Week <= c.weeks; p.Week++ {
			p.Phase = "standing"
			StandingFights(p.Turn)
			p.Phase = "move"
			new(Survey).Move(p.Turn)
		}
		if got := strings.Join(p.Told(1), ", "); got != c.told {
			t.Errorf("%s: told %q, want %q", c.what, got, c.told)
		}
		if a.Cargo() != c.aboard || a.March.Broken != c.broken {
			t.Errorf("%s: aboard %t, given up %t", c.what, a.Cargo(), a.March.Broken)
		}
		if paid := points - a.Points; paid > 0 != c.aboard {
			t.Errorf("%s: it paid %d points", c.what, paid)
		}
	}
}

// A sorcerer whom demons obey does not go aboard, and demons do not fit into a ship.
func TestDemonsDoNotBoard(t *testing.T) {
	p, _, f := quay()
	z, d := p.Army(1, "Z.B 1", 60, 0, 0), p.Army(1, "D.N 1", 10, 0, 0)
	if why, again := noBerth(p.Turn, z, f, f.At); why != "" || again {
		t.Errorf("a sorcerer without demons: %q, %t", why, again)
	}
	if got := Room(p.Turn, d, f); got != -1 {
		t.Errorf("there is room for %d demons", got)
	}
	d.Master = z.Name
	if why, again := noBerth(p.Turn, z, f, f.At); why != "embark-demons" || again {
		t.Errorf("a sorcerer with demons: %q, %t", why, again)
	}
}

// What is known of boarding before week 1 is refused or warned of then, and a special that an army aboard cannot have
// is void.
func TestBoardingIsForeseen(t *testing.T) {
	onto := func(id int32) func(plain.Plain, *realm.Army, *realm.Army) {
		return func(_ plain.Plain, a, _ *realm.Army) { a.March.Special.Army.ID = id }
	}
	for _, c := range []struct {
		what   string
		change func(p plain.Plain, a, f *realm.Army)
		says   []string
		kind   realm.SpecialKind
	}{
		{"as it should be", onto(1), nil, realm.Embark},
		{"no such fleet", onto(2), []string{"0: embark-nobody K.L 1 S.L 2"}, realm.NoMeaning},
		{"already aboard", func(p plain.Plain, a, f *realm.Army) { p.TakeAboard(a, f) }, nil, realm.NoMeaning},
		{"aboard of another", func(p plain.Plain, a, _ *realm.Army) { p.TakeAboard(a, p.Army(1, "S.L 2", 10, 2, 0)) },
			[]string{"0: aboard-special K.L 1 S.L 2"}, realm.NoMeaning},
		{"aboard, to trade", func(p plain.Plain, a, f *realm.Army) {
			p.TakeAboard(a, f)
			a.March.Kind = realm.Trade
		}, nil, realm.Trade},
		{"without a step", func(_ plain.Plain, a, _ *realm.Army) { a.March.Plan = realm.Plan{} },
			[]string{"0: embark-no-step K.L 1 S.L 1"}, realm.NoMeaning},
		{"too many", func(_ plain.Plain, a, _ *realm.Army) { a.Men++ },
			[]string{"0: embark-no-room K.L 1 S.L 1 1001 1000"}, realm.Embark},
		{"no order to board", func(_ plain.Plain, a, _ *realm.Army) { a.March.Kind, a.Men = realm.Demolish, 1001 }, nil,
			realm.Demolish},
	} {
		p, a, f := quay()
		c.change(p, a, f)
		if AdmitAboard(p.Turn, a); a.March.Kind != realm.NoMeaning {
			DoubtBoarding(p.Turn, a)
		}
		if got := p.Refusals(1); !slices.Equal(got, c.says) || a.March.Kind != c.kind {
			t.Errorf("%s: %q, the special is %v", c.what, got, a.March.Kind)
		}
	}
	p, _, f := quay()
	z := p.Army(1, "Z.B 1", 60, 0, 0)
	p.Army(1, "D.N 1", 10, 0, 0).Master = z.Name
	z.March = &realm.March{Kind: realm.Embark, Special: realm.Special{Army: f.Name}, Plan: realm.Plan{2}}
	DoubtBoarding(p.Turn, z)
	if got := p.Refusals(1); !slices.Equal(got, []string{"0: embark-demons Z.B 1 S.L 1 1/0"}) {
		t.Errorf("with demons: %q", got)
	}
}

// A caravan comes to the field to which it was sent, and a fleet to one beside it.
func TestTradersCome(t *testing.T) {
	p := plain.New(12, 12)
	caravan, fleet := p.Army(1, "H.K 1", 10, 0, 0), p.Army(1, "S.L 1", 10, 0, 0)
	for _, a := range []*realm.Army{caravan, fleet} {
		a.March = &realm.March{Special: realm.Special{At: realm.XY{X: 2, Y: 0}}}
	}
	for x, want := range map[int][2]bool{0: {}, 1: {false, true}, 2: {true, false}, 3: {false, true}} {
		got := [2]bool{ComesTo(p.Turn, caravan, p.XY(x, 0)), ComesTo(p.Turn, fleet, p.XY(x, 0))}
		if got != want {
			t.Errorf("in %d/0 the caravan and the fleet have come: %v, want %v", x, got, want)
		}
	}
	for _, a := range []*realm.Army{caravan, fleet} {
		a.March.Special.At.Y = 99
		if ComesTo(p.Turn, a, p.XY(2, 0)) || ComesTo(p.Turn, a, game.Nowhere) {
			t.Errorf("%s has come beyond the world's end", a.Name)
		}
	}
}
