package sight_test

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// know is what realm 1 knows of a plain.
func know(p plain.Plain) *realm.Known {
	return sight.Know(sight.Locate(p.State), p.Tables, 1, &realm.Room{})
}

// A world of 12 fields round: −5/0 is the neighbour of 6/0 in the east. Whoever has seen 6/0 and −5/0 knows it, whoever
// has seen only one of them, or 6/0 and −4/0, does not. Its board is as large as what it has seen, with a rim.
func TestRoundTheWorld(t *testing.T) {
	for _, c := range []struct {
		seen          [][2]int
		width, height int
		round         bool
	}{
		{[][2]int{{0, 0}}, 3, 3, false},
		{[][2]int{{0, 0}, {6, 0}}, 9, 3, false},
		{[][2]int{{0, 0}, {6, 0}, {-4, 0}}, 13, 3, false},
		{[][2]int{{0, 0}, {6, 0}, {-5, 0}}, 12, 3, true},
		{[][2]int{{0, 0}, {6, 0}, {-6, 1}}, 12, 4, true}, // 6/0 has −6/1 in the north-east
		{[][2]int{{0, 0}, {6, 1}, {-6, 1}}, 12, 4, true},
		{[][2]int{{0, 0}, {6, 1}, {-5, 1}}, 13, 4, false},
	} {
		for shift := range 12 { // wherever in the world the realm is
			for _, row := range []int{4, 5} {
				p := plain.New(12, 12)
				h := 2*shift + row&1
				p.State.Realms[1].Origin = p.Grid.At(h, row)
				for _, at := range c.seen {
					q := p.Grid.Absolute(p.State.Realms[1].Origin, at[0], at[1])
					p.State.Realms[1].Seen.Add(q)
				}
				k := know(p)
				g := k.State.Grid
				if g.WrapX != c.round || g.WrapY || g.Width < c.width || g.Width > c.width+1 || g.Height != c.height {
					t.Errorf("origin %d/%d, seen %v: the board is %+v, want %d × %d, round %t", shift, row, c.seen, g,
						c.width, c.height, c.round)
				}
				n := 0
				for i := range k.State.Fields {
					if k.Seen.Has(game.Place(i)) {
						n++
					}
				}
				for _, at := range c.seen {
					if !k.Seen.Has(g.Absolute(k.State.Realms[1].Origin, at[0], at[1])) || n != len(c.seen) {
						t.Errorf("origin %d/%d, seen %v: %v is not seen, or of %d", shift, row, c.seen, at, n)
					}
				}
			}
		}
	}
}

// The same bytes wherever the realm is in a world of whatever size.
func TestKnownIsTheRealmsOwn(t *testing.T) {
	want := ""
	for _, width := range []int{12, 13, 20, 200} {
		for _, row := range []int{4, 5} {
			p := plain.New(width, 12)
			p.State.Realms[1].Origin = p.Grid.At(2*(width-2)+row&1, row)
			home := p.State.Realms[1].Origin
			p.State.Fields[home].Owner = 1
			a := p.Army(1, "K.L 1", 1000, 0, 0)
			p.MoveArmy(a, p.Grid.Absolute(home, 3, 1))
			p.MoveArmy(p.Army(2, "R.L 7", 300, 0, 0), p.Grid.Absolute(home, 2, 2))
			if got := fmt.Sprintf("%x", realm.EncodeKnown(know(p))); want == "" {
				want = got
			} else if got != want {
				t.Errorf("in a world %d fields wide, row %d, it knows\n%s\nwant\n%s", width, row, got, want)
			}
		}
	}
}

// The same bytes whatever the numbers of a foreign army are that nobody sees; its place, its kind, its number and its
// men show.
func TestKnownOfForeignArmies(t *testing.T) {
	with := func(change func(a *realm.Army)) string {
		p := plain.New(20, 12)
		p.Army(1, "K.L 1", 1000, 0, 0)
		a := p.Army(2, "R.L 7", 300, 1, 0)
		change(a)
		return string(realm.EncodeKnown(know(p)))
	}
	plainly := with(func(*realm.Army) {})
	for what, change := range map[string]func(a *realm.Army){
		"points": func(a *realm.Army) { a.Points = -3 }, "experience": func(a *realm.Army) { a.KK = 12 },
		"fitness": func(a *realm.Army) { a.Fit = 3 }, "since": func(a *realm.Army) { a.Since = 4 },
		"gain": func(a *realm.Army) { a.Gain = 4 }, "command": func(a *realm.Army) { a.Command = realm.Attack },
	} {
		if with(change) != plainly {
			t.Errorf("the %s of a foreign army are known", what)
		}
	}
	for what, change := range map[string]func(a *realm.Army){
		"men": func(a *realm.Army) { a.Men++ }, "place": func(a *realm.Army) { a.At++ },
		"sign": func(a *realm.Army) { a.Flag = realm.NoSign }, "number": func(a *realm.Army) { a.Name.ID = 8 },
	} {
		if with(change) == plainly {
			t.Errorf("the %s of a foreign army do not show", what)
		}
	}
}

// A realm that has seen all of the greatest world there may be knows it, and its bytes open again; one field more than
// the tables allow is refused.
func TestAllOfTheGreatestWorldIsKnown(t *testing.T) {
	for _, round := range []bool{true, false} {
		p := plain.New(20, 12)
		p.State.Grid.WrapX = round
		p.Grid.WrapX = round
		p.Tables.Rules.MaxFields = len(p.State.Fields)
		for i := range p.State.Fields {
			p.State.Realms[1].Seen.Add(game.Place(i))
		}
		known := realm.EncodeKnown(know(p))
		k, err := realm.DecodeKnown(known, p.Tables)
		if err != nil || k.State.Grid.WrapX != round || string(realm.EncodeKnown(k)) != string(known) {
			t.Errorf("round %t: %v", round, err)
		}
		p.Tables.Rules.MaxFields = 100
		if _, err := realm.DecodeKnown(known, p.Tables); err == nil {
			t.Errorf("round %t: a world of 240 fields is opened, where it may have 100", round)
		}
	}
}
