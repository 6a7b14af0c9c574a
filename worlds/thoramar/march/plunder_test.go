package march

import (
	"slices"
	"testing"

	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// An army that may not plunder spares the field, and its realm is told why, once a turn. Wild armies spare free land,
// and nobody is told. A field without yield has nothing to give.
func TestWhoSparesAField(t *testing.T) {
	for _, c := range []struct {
		what    string
		by, men int
		owner   int
		change  func(p plain.Plain, a *realm.Army)
		told    []string
		yield   int16
	}{
		{"as many as it needs", 1, 500, 0, nil,
			[]string{"W1 plundered K.L 1 0/0 60 75", "W2 plundered K.L 1 0/0 60 50"}, 50},
		{"too few", 1, 499, 0, nil, []string{"W1 plunder-weak K.L 1 0/0"}, 100},
		{"a partner's land", 1, 1000, 2, nil, []string{"W1 plunder-treaty K.L 1 0/0"}, 100},
		{"its own land", 1, 1000, 1, nil, []string{"W1 plunder-treaty K.L 1 0/0"}, 100},
		{"wild, on free land", 0, 1000, 0, nil, nil, 100},
		{"wild, on a realm's land", 0, 1000, 1, nil,
			[]string{"W1 was-plundered 0.K.L 1 0/0 75", "W2 was-plundered 0.K.L 1 0/0 50"}, 50},
		{"nothing left", 1, 1000, 0, func(p plain.Plain, a *realm.Army) { p.Field(a.At).Yield = 0 }, nil, 0},
		{"out of points", 1, 1000, 0, func(_ plain.Plain, a *realm.Army) { a.Points = 0 }, nil, 100},
		{"on its way", 1, 1000, 0, func(_ plain.Plain, a *realm.Army) { a.March.Plan[0] = 2 }, nil, 100},
		{"after a fight", 1, 1000, 0, func(_ plain.Plain, a *realm.Army) { a.March.Week = realm.Fought }, nil, 100},
		{"aboard", 1, 1000, 0, func(p plain.Plain, a *realm.Army) { p.TakeAboard(a, p.Army(1, "S.L 1", 10, 0, 0)) },
			nil, 100},
	} {
		p := plain.New(12, 12)
		p.Land(c.owner, 0, 0, "tla")
		p.Pledge(1, 2, realm.Partner)
		a := p.Army(c.by, "K.L 1", int64(c.men), 0, 0)
		a.March = &realm.March{Command: realm.Plunder}
		if c.change != nil {
			c.change(p, a)
		}
		for _, b := range p.State.Armies[1] {
			if b.March == nil {
				b.March = &realm.March{Command: realm.Defend}
			}
		}
		for p.Week = 1; p.Week <= 2; p.Week++ {
			Plunder(p.Turn)
		}
		if got := p.Told(1); !slices.Equal(got, c.told) || p.Field(p.XY(0, 0)).Yield != c.yield {
			t.Errorf("%s: told %q, %d %% are left", c.what, got, p.Field(p.XY(0, 0)).Yield)
		}
	}
}
