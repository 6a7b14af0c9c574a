package march_test

import (
	"slices"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// A caravan that was sent to a town enters it past those who would stop it there, but not past a foe who attacks. Others
// are stopped, and so is a caravan on its way, or one that does not trade.
func TestACaravanEntersItsTown(t *testing.T) {
	for _, c := range []struct {
		what, army string
		kind       realm.SpecialKind
		goal       int
		order      realm.Command
		want       fight.Clash
	}{
		{"at its goal", "H.K 1", realm.Trade, 1, realm.Defend, fight.Passes},
		{"on its way", "H.K 1", realm.Trade, 2, realm.Defend, fight.Stops},
		{"without a goal", "H.K 1", realm.NoMeaning, 1, realm.Defend, fight.Stops},
		{"no caravan", "K.L 1", realm.Trade, 1, realm.Defend, fight.Stops},
		{"attacked", "H.K 1", realm.Trade, 1, realm.Attack, fight.Fights},
	} {
		p := plain.New(12, 12)
		a, b := p.Army(1, c.army, 10, 0, 0), p.Army(2, "K.L 1", 1000, 1, 0)
		a.March = &realm.March{Command: realm.Defend, Kind: c.kind, Special: realm.Special{At: realm.XY{X: c.goal}}}
		b.March = &realm.March{Command: c.order}
		if got := march.Encounter(p.Turn, a, b, p.XY(1, 0)); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// Who has swept a field is still stopped by those in it with whom its realm has a pact, and told by whom.
func TestAPactStopsWhoSwept(t *testing.T) {
	p := plain.New(12, 12)
	p.Pledge(1, 3, realm.Pact)
	a, foe := p.Army(1, "K.L 1", 4000, 0, 0), p.Army(2, "K.L 1", 1000, 1, 0)
	p.Army(3, "K.L 1", 1000, 1, 0)
	p.Orders(1, "$A\nK.L 1 2000000000000 A+\n")
	weeks(p, 1)
	if got := p.Told(1); a.At != p.XY(0, 0) || !foe.Gone() || !slices.Contains(got, "W1 held-up K.L 1 1/0 3.K.L 1") {
		t.Errorf("in field %d, the foe gone: %t, told %q", a.At, foe.Gone(), got)
	}
}

// Without points nobody attacks along with a partner; with one it does. 3000 fell more of 4000 than 2000 alone.
func TestWhoHasNoPointsStepsWithNobody(t *testing.T) {
	left := map[int]int64{}
	for _, points := range []int{0, 1} {
		p := plain.New(12, 12)
		p.Pledge(1, 3, realm.Partner)
		p.Army(1, "K.L 1", 2000, 0, 0)
		other, foe := p.Army(3, "K.L 1", 1000, 0, 0), p.Army(2, "K.L 1", 4000, 1, 0)
		other.Points = points
		for _, number := range []int{1, 3} {
			p.Orders(number, "$A\nK.L 1 2000000000000 A+\n")
		}
		weeks(p, 1)
		if left[points] = foe.Men; (other.Men < 1000) != (points > 0) {
			t.Errorf("with %d points the partner has %d of 1000 men", points, other.Men)
		}
	}
	if left[1] >= left[0] {
		t.Errorf("of the foe are left %v, by the partner's points", left)
	}
}

// F.M make one step a turn without a road, and then none, not even onto a ship; over roads they go on.
func TestHeavyWeaponsNeedRoads(t *testing.T) {
	for _, c := range []struct {
		what    string
		roads   []int // fields out of which a road leads east
		terrain string
		x       int
		told    []string
	}{
		{"no road", nil, "tla", 1, []string{"W2 step-road F.M 1 1/0 2"}},
		{"a road first", []int{0}, "tla", 2, nil},
		{"a road then", []int{1}, "tla", 2, nil},
		{"onto a ship", nil, "was", 1, []string{"W2 step-road F.M 1 1/0 2"}},
		{"onto a ship by road", []int{1}, "was", 2, []string{"W2 boarded F.M 1 S.L 1 2/0"}},
	} {
		p := plain.New(12, 12)
		p.Tables.Rules.OffRoad = 1
		p.Land(0, 2, 0, c.terrain)
		for _, x := range c.roads {
			p.State.SetEdge(p.XY(x, 0), 2, realm.Road, true)
		}
		a := p.Army(1, "F.M 1", 10, 0, 0)
		a.Points = 99
		special := ""
		if c.terrain == "was" {
			p.Army(1, "S.L 1", 100, 2, 0)
			special = " S.L 1"
		}
		p.Orders(1, "$A\nF.M 1 2200000000000 V+"+special+"\n")
		weeks(p, 2)
		if got := p.Told(1); a.At != p.XY(c.x, 0) || !slices.Equal(got, c.told) {
			t.Errorf("%s: in field %d, want %d/0; told %q", c.what, a.At, c.x, got)
		}
	}
}

// Who has no line holds and is shown, whatever it did before. Armies of realm 0 have none: they do what they always do.
func TestWhoHasNoLineHolds(t *testing.T) {
	for _, c := range []struct {
		realm      int
		had, has   realm.Command
		was, shows realm.Flag
	}{
		{1, 0, realm.Defend, realm.Hidden, realm.Shown},
		{1, realm.Plunder, realm.Defend, realm.Shown, realm.Shown},
		{0, 0, realm.Defend, realm.Hidden, realm.Hidden},
		{0, realm.Plunder, realm.Plunder, realm.Hidden, realm.Hidden},
	} {
		p := plain.New(12, 12)
		a := p.Army(c.realm, "K.L 1", 1000, 0, 0)
		a.Command, a.Flag = c.had, c.was
		march.Plans(p.Turn)
		if m := a.March; m.Command != c.has || a.Flag != c.shows || m.Due() != game.Direction(0) {
			t.Errorf("realm %d, before %c %c: %c %c, step %d", c.realm, c.had, c.was, m.Command, a.Flag, m.Due())
		}
	}
}
