package march

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// What may bear on each other is one tract. In each case two armies step, each from its field to the east or west of
// it, and whatever else there is; whether both are of one tract is reckoned by hand.
func TestTracts(t *testing.T) {
	const east, west = 2, 5
	for _, c := range []struct {
		what      string
		set       func(p plain.Plain) (one, other *realm.Army)
		together  bool
		otherwise func(p plain.Plain) // what makes them apart, or together
	}{
		{"one goes where the other comes from", func(p plain.Plain) (_, _ *realm.Army) {
			return walk(p, 1, "K.L 1", 0, east), walk(p, 1, "K.L 2", 1, east)
		}, true, nil},
		{"a field between them", func(p plain.Plain) (_, _ *realm.Army) {
			return walk(p, 1, "K.L 1", 0, east), walk(p, 2, "K.L 2", 3, east)
		}, false, nil},
		{"nobody is to fight", func(p plain.Plain) (_, _ *realm.Army) {
			stand(p, 2, "K.L 9", 1)
			return walk(p, 1, "K.L 1", 0, east), walk(p, 1, "K.L 2", 2, east)
		}, false, func(p plain.Plain) { p.State.Armies[2][0].March.Command = realm.Attack }},
		{"a partner is no foe", func(p plain.Plain) (_, _ *realm.Army) {
			p.Pledge(1, 2, realm.Partner)
			attack(stand(p, 2, "K.L 9", 1))
			return walk(p, 1, "K.L 1", 0, east), walk(p, 1, "K.L 2", 2, east)
		}, false, func(p plain.Plain) { p.Pledge(1, 2, realm.NoTreaty) }},
		{"the beaten of two fights may go side by side", func(p plain.Plain) (_, _ *realm.Army) {
			attack(stand(p, 2, "K.L 9", 1))
			attack(stand(p, 4, "K.L 9", 4))
			return walk(p, 1, "K.L 1", 0, east), walk(p, 3, "K.L 2", 5, west)
		}, true, nil},
		{"the beaten of two fights stay apart", func(p plain.Plain) (_, _ *realm.Army) {
			attack(stand(p, 2, "K.L 9", 1))
			attack(stand(p, 4, "K.L 9", 5))
			return walk(p, 1, "K.L 1", 0, east), walk(p, 3, "K.L 2", 6, west)
		}, false, nil},
		{"beside where the beaten may go", func(p plain.Plain) (_, _ *realm.Army) {
			attack(stand(p, 2, "K.L 9", 1))
			return walk(p, 1, "K.L 1", 0, east), walk(p, 3, "K.L 2", 3, east)
		}, true, func(p plain.Plain) { p.State.Armies[2][0].March.Command = realm.Defend }},
		{"those of one realm who come to attack do not fight each other", func(p plain.Plain) (_, _ *realm.Army) {
			one := walk(p, 1, "K.L 1", 0, east)
			attack(one)
			attack(walk(p, 1, "K.L 3", 2, west))
			return one, walk(p, 3, "K.L 2", 3, east)
		}, false, func(p plain.Plain) { attack(walk(p, 4, "K.L 1", 2, west)) }},
		{"two fields from where the beaten may go", func(p plain.Plain) (_, _ *realm.Army) {
			attack(stand(p, 2, "K.L 9", 1))
			return walk(p, 1, "K.L 1", 0, east), walk(p, 3, "K.L 2", 4, east)
		}, false, nil},
		{"the beaten may be fought again where another comes", func(p plain.Plain) (_, _ *realm.Army) {
			attack(stand(p, 2, "K.L 9", 1))
			other := walk(p, 3, "K.L 2", 4, east)
			k := stand(p, 4, "K.L 3", 0) // steps into 2/0 from the north-east
			p.MoveArmy(k, p.Grid.Step(p.XY(2, 0), 1))
			k.March.Plan[0] = 4
			return walk(p, 1, "K.L 1", 0, east), other
		}, true, func(p plain.Plain) { p.State.Armies[4][0].March.Plan[0] = 0 }},
		{"a sorcerer may fall, and its demon is far", func(p plain.Plain) (_, _ *realm.Army) {
			z, d := stand(p, 2, "Z.B 1", 1), stand(p, 2, "D.N 1", 8)
			d.Master = z.Name
			attack(z)
			return walk(p, 1, "K.L 1", 0, east), walk(p, 2, "K.L 2", 7, east)
		}, true, func(p plain.Plain) { p.State.Armies[2][2].March.Command = realm.Defend }},
		{"beside a demon that may be free", func(p plain.Plain) (_, _ *realm.Army) {
			z, d := stand(p, 2, "Z.B 1", -4), stand(p, 2, "D.N 1", 1)
			d.Master = z.Name
			return walk(p, 2, "K.L 1", 0, east), walk(p, 2, "K.L 2", 3, east)
		}, true, func(p plain.Plain) { p.State.Armies[2][0].Master = realm.ArmyName{} }},
		{"one is to go aboard", func(p plain.Plain) (_, _ *realm.Army) {
			f := walk(p, 1, "S.L 1", 8, east)
			a := walk(p, 1, "K.L 1", 0, east)
			a.March.Kind, a.March.Special.Army = realm.Embark, f.Name
			return a, f
		}, true, func(p plain.Plain) { p.State.Armies[1][0].March.Kind = realm.NoMeaning }},
	} {
		p := plain.New(40, 12)
		p.Week = 1
		one, other := c.set(p)
		if got := joined(p, one, other); got != c.together {
			t.Errorf("%s: together %t, want %t", c.what, got, c.together)
		}
		if c.otherwise == nil {
			continue
		}
		if c.otherwise(p); joined(p, one, other) == c.together {
			t.Errorf("%s: otherwise together %t as well", c.what, c.together)
		}
	}
}

// stand puts an army into a field of the middle row, so many fields to the east.
func stand(p plain.Plain, number int, name string, x int) *realm.Army {
	a := p.Army(number, name, 1000, 0, 0)
	p.MoveArmy(a, p.XY(x, 0))
	a.March = &realm.March{Command: realm.Defend}
	return a
}

func walk(p plain.Plain, number int, name string, x int, d game.Direction) *realm.Army {
	a := stand(p, number, name, x)
	a.March.Plan[0] = d
	return a
}

func attack(a *realm.Army) { a.March.Command = realm.Attack }

// joined tells whether the steps of two armies are of one tract.
func joined(p plain.Plain, one, other *realm.Army) bool {
	p.Lanes = 2
	var s Survey
	realm.NoteCrews(p.Turn)
	s.of(p.Turn)
	s.join(p.Turn)
	return s.tracts.Root(one.At) == s.tracts.Root(other.At)
}

// Where armies can go from a field to that in the east of it: from land to land of at most one height more or less, from
// water to water, and never into the unknown.
func TestWaysOutOfAField(t *testing.T) {
	for _, c := range []struct {
		from, to string
		way      bool
	}{
		{"tla", "tla", true}, {"tla", "hla", true}, {"hla", "tla", true}, {"tla", "bla", false}, {"bla", "tla", false},
		{"hla", "bla", true}, {"tla", "ubk", false}, {"was", "was", true}, {"was", "rif", true}, {"was", "tla", false},
		{"tla", "was", false}, {"was", "ubk", false},
	} {
		p := plain.New(12, 12)
		p.Land(0, 0, 0, c.from)
		p.Land(0, 1, 0, c.to)
		at := p.XY(0, 0)
		s := Survey{ground: make([]ground, len(p.State.Fields))}
		g := s.around(p.Turn, at)
		if got := g.ways.Has(2); got != c.way || g.near[1] != p.XY(1, 0) {
			t.Errorf("from %s to %s: %t, to field %d", c.from, c.to, got, g.near[1])
		}
	}
}
