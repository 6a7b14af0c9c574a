package march_test

import (
	"testing"

	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// Armies that stand together fight without a step, once a week, if one of them has an attacking order and no treaty
// stops it; the fight takes the week's step.
func TestStandingFights(t *testing.T) {
	for _, c := range []struct {
		treaty   realm.Treaty
		one, two string
		fight    bool
	}{
		{realm.NoTreaty, "A+", "V+", true}, {realm.NoTreaty, "V+", "P+", true}, {realm.NoTreaty, "V+", "V+", false},
		{realm.Pact, "A+", "A+", false}, {realm.Partner, "A+", "A+", false},
	} {
		p := plain.New(12, 12)
		a, b := p.Army(1, "K.L 1", 1000, 0, 0), p.Army(2, "K.L 1", 1000, 0, 0)
		p.Pledge(1, 2, c.treaty)
		p.Orders(1, "$A\nK.L 1 0000000000000 "+c.one+"\n")
		p.Orders(2, "$A\nK.L 1 2000000000000 "+c.two+"\n")
		weeks(p, 1)
		// a draw, of which each loses a quarter; realm 2 stays where it would have left
		if fought := a.Men == 750 && b.Men == 750 && b.At == p.XY(0, 0); fought != c.fight {
			t.Errorf("%s and %s, treaty %c: %d and %d men, the other in field %d", c.one, c.two, c.treaty, a.Men, b.Men,
				b.At)
		}
	}
}

// Who wins four to one, and leaves no foe in the field, takes its step at once; with less it takes it in the week
// after.
func TestASmallBandStopsNobody(t *testing.T) {
	for _, c := range []struct {
		men   int64
		weeks int
	}{{4000, 1}, {3999, 2}} {
		p := plain.New(12, 12)
		a := p.Army(1, "K.L 1", c.men, 0, 0)
		p.Army(2, "K.L 1", 1000, 1, 0)
		p.Orders(1, "$A\nK.L 1 2000000000000 A+\n")
		weeks(p, 1)
		if in := a.At == p.XY(1, 0); in != (c.weeks == 1) {
			t.Errorf("%d men are in the field after a week: %t", c.men, in)
		}
	}
	p := plain.New(12, 12)
	a := p.Army(1, "K.L 1", 3000, 0, 0)
	p.Army(2, "K.L 1", 1000, 1, 0)
	p.Orders(1, "$A\nK.L 1 2000000000000 A+\n")
	weeks(p, 2)
	if a.At != p.XY(1, 0) || a.Points != 4 {
		t.Errorf("after two weeks in field %d with %d points, want 1/0 and 4", a.At, a.Points)
	}
}

// A formation has the points of its slowest member less one, and takes its members along; each pays the step.
func TestAFormationMarches(t *testing.T) {
	p := plain.New(12, 12)
	v := realm.ArmyName{ID: 1}
	v.Type, v.Class = 'V', 'L'
	foot, horse := p.Army(1, "K.M 1", 1000, 0, 0), p.Army(1, "R.L 1", 500, 0, 0)
	p.Leave(foot)
	p.Leave(horse)
	foot.Aboard, horse.Aboard = v, v
	body := p.AddArmy(realm.Army{Realm: 1, Name: v, At: p.XY(0, 0), Fit: -1, Since: 1, Flag: realm.Shown})
	p.Formations = append(p.Formations, body)
	p.Muster()
	if body.Men != 1500 || body.Points != 3 {
		t.Errorf("%d men and %d points, want 1500 and 4 - 1", body.Men, body.Points)
	}
	p.Orders(1, "$A\nV.L 1 2200000000000 V+\n")
	weeks(p, 2)
	if body.At != p.XY(2, 0) || foot.At != body.At || horse.At != body.At || foot.Points != 0 || horse.Points != 6 {
		t.Errorf("in fields %d, %d, %d with %d and %d points", body.At, foot.At, horse.At, foot.Points, horse.Points)
	}
}
