package sight_test

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// `+` shows realm and number; no sign hides them; `-` hides the army if it has at most so many men: 200 K, 100 R, 25
// points of P, 100 of Z. Realm 0 and one's own are always seen.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		number int
		army   string
		men    int64
		flag   realm.Flag
		want   sight.Look
		name   string
	}{
		{2, "K.M 3", 993, realm.Shown, sight.Signed, "2.K.M 3"},
		{2, "K.M 3", 993, realm.NoSign, sight.Unsigned, "?.K.M ?"},
		{2, "K.M 3", 100, realm.NoSign, sight.Unsigned, "?.K.M ?"},
		{2, "K.M 3", 200, realm.Hidden, sight.Unseen, "?.K.M ?"},
		{2, "K.M 3", 201, realm.Hidden, sight.Unsigned, "?.K.M ?"},
		{2, "R.L 3", 100, realm.Hidden, sight.Unseen, "?.R.L ?"},
		{2, "R.L 3", 101, realm.Hidden, sight.Unsigned, "?.R.L ?"},
		{2, "P.K 3", 25, realm.Hidden, sight.Unseen, "?.P.K ?"},
		{2, "P.K 3", 26, realm.Hidden, sight.Unsigned, "?.P.K ?"},
		{2, "Z.B 3", 100, realm.Hidden, sight.Unseen, "?.Z.B ?"},
		{2, "Z.B 3", 101, realm.Hidden, sight.Unsigned, "?.Z.B ?"},
		{2, "F.L 3", 100, realm.Hidden, sight.Unsigned, "?.F.L ?"},
		{0, "M.N 3", 10, realm.Hidden, sight.Signed, "0.M.N 3"},
		{1, "K.M 3", 100, realm.Hidden, sight.Signed, "K.M 3"},
	} {
		p := plain.New(12, 12)
		a := p.Army(c.number, c.army, c.men, 0, 0)
		a.Flag = c.flag
		if got, name := sight.Visible(p.Turn, 1, a), sight.NameFor(p.Turn, 1, a); got != c.want || name != c.name {
			t.Errorf("%d %s of realm %d with flag %q looks %d and is called %s, want %d and %s", c.men, c.army,
				c.number, c.flag, got, name, c.want, c.name)
		}
	}
}

// Whoever has an army or a building where a hidden army stands finds it with 10 % a week, without a sign; before week 1
// and after week 13, and from the field beside it, never.
func TestHiddenArmiesAreFound(t *testing.T) {
	for _, c := range []struct {
		what      string
		set       func(p plain.Plain)
		week      int
		low, high int
	}{
		{"an army", func(p plain.Plain) { p.Army(1, "K.L 1", 1000, 0, 0) }, 5, 60, 140},
		{"a building", built("BRG"), 5, 60, 140},
		{"land alone", func(p plain.Plain) { p.Land(1, 0, 0, "tla") }, 5, 0, 0},
		{"beside it", func(p plain.Plain) { p.Army(1, "K.L 1", 1000, 1, 0) }, 5, 0, 0},
		{"before week 1", func(p plain.Plain) { p.Army(1, "K.L 1", 1000, 0, 0) }, 0, 0, 0},
		{"after week 13", func(p plain.Plain) { p.Army(1, "K.L 1", 1000, 0, 0) }, 14, 0, 0},
	} {
		found := 0
		p := plain.New(12, 12)
		c.set(p)
		a := p.Army(2, "K.M 3", 200, 0, 0)
		a.Flag = realm.Hidden
		p.Week = c.week
		for n := range 1000 {
			p.Seed = game.Seed{byte(n), byte(n >> 8)}
			switch sight.Visible(p.Turn, 1, a) {
			case sight.Unsigned:
				found++
			case sight.Signed:
				t.Errorf("%s: found with its sign", c.what)
			}
		}
		if found < c.low || found > c.high {
			t.Errorf("%s: found %d times of 1000, want %d to %d", c.what, found, c.low, c.high)
		}
	}
}

// built gives realm 1 a building in 0/0.
func built(kind string) func(plain.Plain) {
	return func(p plain.Plain) { p.Land(1, 0, 0, "tla").Building = &realm.Building{Kind: kind} }
}

// A realm looks at its own land, the ring around its capital, and its armies' fields and those around them; not at the
// ring of other buildings.
func TestWhereARealmLooks(t *testing.T) {
	ring := func(x, y int) [][2]int { // of even rows: 1 to 6
		return [][2]int{{x, y}, {x + 1, y + 1}, {x + 1, y}, {x + 1, y - 1}, {x - 1, y - 1}, {x - 1, y}, {x - 1, y + 1}}
	}
	for _, c := range []struct {
		what string
		set  func(p plain.Plain)
		want [][2]int
	}{
		{"nothing", func(plain.Plain) {}, nil},
		{"land", func(p plain.Plain) { p.Land(1, 0, 0, "tla") }, [][2]int{{0, 0}}},
		{"a town", built("STD"), [][2]int{{0, 0}}},
		{"the capital", built("HST"), ring(0, 0)},
		{"one being built", func(p plain.Plain) {
			p.Land(1, 0, 0, "tla").Building = &realm.Building{Kind: "HST", New: true, Ready: 9}
		}, [][2]int{{0, 0}}},
		{"an army", func(p plain.Plain) { p.Army(1, "K.L 1", 100, 0, 0) }, ring(0, 0)},
		{"a partner's army", func(p plain.Plain) {
			p.Pledge(1, 2, realm.Partner)
			p.Army(2, "K.L 1", 100, 0, 0)
		}, nil},
	} {
		p := plain.New(12, 12)
		c.set(p)
		clear, want := sight.Locate(p.State).Clear(p.Tables, 1), map[game.Place]bool{}
		for _, at := range c.want {
			want[p.XY(at[0], at[1])] = true
		}
		for i := range p.State.Fields {
			at := game.Place(i)
			if got := clear.Has(at); got != want[at] || sight.LooksAt(p.Turn, 1, at) != want[at] ||
				slices.Contains(sight.Watchers(p.Turn, at), 1) != want[at] || sight.Sees(p.Turn, 1, at) != want[at] {
				t.Errorf("%s: field %d is looked at: %t, want %t (looks at %t, watched by %v, sees %t)", c.what, at,
					got, want[at], sight.LooksAt(p.Turn, 1, at), sight.Watchers(p.Turn, at), sight.Sees(p.Turn, 1, at))
			}
		}
	}
}

// Each week has who stood where, by place, realm and kind; what luck finds in one week is not known in the next. Who
// gave itself away is seen with its sign by those it fought, in that week alone.
func TestWeeksAreRecorded(t *testing.T) {
	p := plain.New(12, 12)
	p.Tables.Rules.FindHidden = 0
	p.Army(1, "K.L 1", 1000, 0, 0)
	rider, spy := p.Army(2, "R.L 2", 500, 1, 0), p.Army(2, "K.M 3", 150, 1, 0)
	rider.Flag, spy.Flag = realm.NoSign, realm.Hidden
	var w sight.Watch
	looks := func(week int) string {
		out := ""
		from, to := w.Weeks[week-1].At(p.XY(1, 0))
		for i := from; i < to; i++ {
			s := &w.Weeks[week-1].Spots[i]
			out += fmt.Sprint(s.Name(), " ", s.Men, " ", w.Weeks[week-1].Looks(1, i), "; ")
		}
		return out
	}
	for _, a := range []*realm.Army{rider, spy, p.State.Armies[1][0]} {
		a.March = &realm.March{}
	}
	for p.Week = 1; p.Week <= 3; p.Week++ {
		switch p.Week {
		case 2:
			p.Expose(rider, 1)
		case 3:
			p.MoveArmy(spy, p.XY(0, 0))
		}
		w.Look(p.Turn)
	}
	for week, want := range []string{"K.M 3 150 0; R.L 2 500 1; ", "K.M 3 150 0; R.L 2 500 2; ", "R.L 2 500 1; "} {
		if got := looks(week + 1); got != want {
			t.Errorf("week %d shows %s, want %s", week+1, got, want)
		}
	}
	if n := len(w.Weeks[2].Of(2)); n != 2 {
		t.Errorf("realm 2 has %d armies in week 3", n)
	}
}
