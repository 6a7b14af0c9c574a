package craft_test

import (
	"fmt"
	"testing"

	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// cast gives one army of realm 1 its line of $A, and lets it do its special.
func cast(p plain.Plain, line string, do func(*realm.Turn, *realm.Army), a *realm.Army) {
	p.Orders(1, "$A\n"+line+"\n")
	march.Plans(p.Turn)
	p.Phase = "specials"
	do(p.Turn, a)
}

// A D.N costs 2 points, a D.E 20 for each of its strength. Who lacks them is destroyed, and no demon comes; on blessed
// land no D.N can be called, which costs nothing.
func TestSummon(t *testing.T) {
	for _, c := range []struct {
		points  int64
		demons  string
		blessed uint8
		left    int64 // 0: the sorcerer is no more
		called  int64
	}{
		{60, "D.N 1 25", 0, 10, 25}, {50, "D.N 1 25", 0, 0, 25}, {49, "D.N 1 25", 0, 0, 0}, {65, "D.E 1 3", 0, 5, 3},
		{59, "D.E 1 3", 0, 0, 0}, {60, "D.N 1 25", 2, 60, 0}, {10, "D.N 1 25", 2, 10, 0},
	} {
		p := plain.New(12, 12)
		p.Land(1, 0, 0, "tla").Blessed = c.blessed
		z := p.Army(1, "Z.B 1", c.points, 0, 0)
		cast(p, "Z.B 1 0000000000000 V+ "+c.demons, craft.Summon, z)
		left, called := z.Men, int64(0)
		if z.Gone() {
			left = 0
		}
		for _, d := range p.State.OfType(1, 'D') {
			called += d.Men
			if d.Master != z.Name || d.At != z.At {
				t.Errorf("%s: obeys %v in field %d", c.demons, d.Master, d.At)
			}
		}
		if left != c.left || called != c.called || z.Gone() != (c.points < 50 && c.blessed == 0 || c.points == 59) {
			t.Errorf("%s for %d points: %d left, %d called, want %d and %d; gone %t", c.demons, c.points, left, called,
				c.left, c.called, z.Gone())
		}
	}
}

// Taming costs for each M.L 1, M.S 2, M.K 3, M.M and M.E 1, M.N and M.B a half, M.H a fifth, a D.N 2, and a man of
// realm 0's the price of T04 in 500ths; all of it rounded up. The cheapest army comes first, while points last.
func TestTame(t *testing.T) {
	for _, c := range []struct {
		wild []string
		men  []int64
		left int64
		mine int
	}{
		{[]string{"M.L 1"}, []int64{20}, 80, 1}, {[]string{"M.S 1"}, []int64{12}, 76, 1},
		{[]string{"M.K 1"}, []int64{8}, 76, 1}, {[]string{"M.M 1"}, []int64{40}, 60, 1},
		{[]string{"M.N 1"}, []int64{151}, 24, 1}, {[]string{"M.B 1"}, []int64{99}, 50, 1},
		{[]string{"M.H 1"}, []int64{301}, 39, 1}, {[]string{"D.N 1"}, []int64{10}, 80, 1},
		{[]string{"K.L 1"}, []int64{1001}, 79, 1}, {[]string{"K.S 1"}, []int64{1000}, 60, 1}, // 10 and 20 GS a man
		{[]string{"M.S 1", "M.L 1"}, []int64{45, 20}, 80, 1}, // 90 and 20: for the dearer too little is left
		{[]string{"M.S 1", "M.L 1"}, []int64{40, 20}, 0, 2},
		{[]string{"M.L 1"}, []int64{101}, 100, 0}, {nil, nil, 100, 0},
	} {
		p := plain.New(12, 12)
		z := p.Army(1, "Z.M 1", 100, 0, 0)
		for i, name := range c.wild {
			p.Army(0, name, c.men[i], 1, 0)
		}
		cast(p, "Z.M 1 0000000000000 V+ 1 0", craft.Tame, z)
		if mine := len(p.State.Armies[1]) - 1; z.Men != c.left || mine != c.mine {
			t.Errorf("%v, %v: %d points left and %d armies taken over, want %d and %d; refused %v", c.wild, c.men,
				z.Men, mine, c.left, c.mine, p.Refusals(1))
		}
	}
}

// What is not seen, and what is more than four fields away, cannot be aimed at.
func TestSpellsNeedEyesAndReach(t *testing.T) {
	for _, c := range []struct {
		x, eyes int // the field aimed at, and where an own army stands to see it
		want    string
	}{
		{1, 1, "[]"}, {4, 4, "[]"}, {4, 0, "[2: spell-unseen Z.M 1 4/0]"}, {5, 5, "[2: spell-far Z.M 1 5/0 5 4]"},
	} {
		p := plain.New(24, 12)
		z := p.Army(1, "Z.M 1", 100, 0, 0)
		if c.eyes > 0 {
			p.Army(1, "K.L 1", 100, c.eyes, 0)
		}
		p.Army(0, "M.L 1", 20, c.x, 0)
		cast(p, fmt.Sprintf("Z.M 1 0000000000000 V+ %d 0", c.x), craft.Tame, z)
		if got := fmt.Sprint(p.Refusals(1)); got != c.want || (z.Men == 80) != (c.want == "[]") {
			t.Errorf("field %d/0: %d points left, refused %s, want %s", c.x, z.Men, got, c.want)
		}
	}
}

// An army's points of T01 come once more for its men times the price of T04 in 500ths, rounded up, once a turn.
func TestAccelerate(t *testing.T) {
	p := plain.New(12, 12)
	one, two := p.Army(1, "Z.S 1", 100, 0, 0), p.Army(1, "Z.S 2", 100, 0, 0)
	a := p.Army(1, "K.M 1", 2001, 1, 0)
	p.Orders(1, "$A\nZ.S 1 0000000000000 V+ K.M 1\nZ.S 2 0000000000000 V+ K.M 1\n")
	march.Plans(p.Turn)
	craft.Accelerate(p.Turn, one)
	craft.Accelerate(p.Turn, two)
	if a.Points != 8 || one.Men != 59 || two.Men != 100 {
		t.Errorf("%d movement points, %d and %d points left, want 8, 59 and 100", a.Points, one.Men, two.Men)
	}
	if got := fmt.Sprint(p.Refusals(1)); got != "[3: haste-twice Z.S 2 K.M 1]" {
		t.Errorf("refused %s", got)
	}
}

// Breaking another's hold costs half of what summoning costs: 40 points for a D.E of strength 4 (manual). A partner's
// demons are left alone; a pact protects nobody's.
func TestFreeDemons(t *testing.T) {
	for _, c := range []struct {
		demon  string
		men    int64
		treaty realm.Treaty
		left   int64
	}{
		{"D.E 1", 4, realm.NoTreaty, 60}, {"D.E 1", 4, realm.Pact, 60}, {"D.E 1", 4, realm.Partner, 100},
		{"D.N 1", 25, realm.NoTreaty, 75}, {"D.E 1", 11, realm.NoTreaty, 100}, // 110 are too many
	} {
		p := plain.New(12, 12)
		z, d := p.Army(1, "Z.B 1", 100, 0, 0), p.Army(2, c.demon, c.men, 1, 0)
		d.Master = p.Army(2, "Z.B 7", 100, 2, 0).Name
		p.Pledge(1, 2, c.treaty)
		cast(p, "Z.B 1 0000000000000 V+ 1 0", craft.FreeDemons, z)
		if free := d.Realm == 0; z.Men != c.left || free != (c.left < 100) {
			t.Errorf("%d %s with treaty %c: %d points left, want %d; free %t", c.men, c.demon, c.treaty, z.Men, c.left,
				free)
		}
	}
}

// A blessing takes 10 points, lasts four turns, and banishes the D.N there; only own land can be blessed, beside the
// priest at most.
func TestBless(t *testing.T) {
	for _, c := range []struct {
		points int64
		owner  int
		x      int
		left   int64
	}{
		{15, 1, 0, 5}, {15, 1, 1, 5}, {10, 1, 1, 0}, {9, 1, 1, 9}, {15, 2, 1, 15}, {15, 0, 1, 15}, {15, 1, 2, 15},
	} {
		p := plain.New(12, 12)
		f := p.Land(c.owner, c.x, 0, "tla")
		a, demon := p.Army(1, "P.H 1", c.points, 0, 0), p.Army(0, "D.N 1", 20, c.x, 0)
		cast(p, fmt.Sprintf("P.H 1 0000000000000 V %d 0", c.x), craft.Bless, a)
		blessed := c.left < c.points
		if a.Men != c.left || (f.Blessed == 4) != blessed || demon.Gone() != blessed {
			t.Errorf("%d points for %d/0 of realm %d: %d left, want %d; blessed for %d, demon gone %t; refused %v",
				c.points, c.x, c.owner, a.Men, c.left, f.Blessed, demon.Gone(), p.Refusals(1))
		}
		for turn := 3; blessed && turn >= -1; turn-- {
			craft.Blessings(p.Turn)
			if want := uint8(max(turn, 0)); f.Blessed != want {
				t.Errorf("the blessing lasts for %d turns more, want %d", f.Blessed, want)
			}
		}
	}
}

// At the end of a turn a sorcerer pays 2 for each army of D.N and 10 for each D.E within a field of it, then 10 for its
// training; with less than 5 it is gone. Demons further away are free, and all are where it cannot pay. D.N fade by 5.
func TestTheHoldOnDemons(t *testing.T) {
	for _, c := range []struct {
		points int64
		far    int   // where its second army of D.N is
		left   int64 // 0: gone
		free   string
	}{
		{50, 1, 26, "[false false false]"}, // 2 + 2 + 10, and 10
		{50, 2, 28, "[false true false]"},
		{29, 1, 5, "[false false false]"}, {28, 1, 0, "[true true true]"}, // 4 are too few for it to live
		{13, 1, 0, "[true true true]"},
	} {
		p := plain.New(12, 12)
		z := p.Army(1, "Z.B 1", c.points, 0, 0)
		demons := []*realm.Army{p.Army(1, "D.N 1", 25, 0, 0), p.Army(1, "D.N 2", 25, c.far, 0),
			p.Army(1, "D.E 1", 3, 1, 0)}
		for _, d := range demons {
			d.Master = z.Name
		}
		p.Week, p.Phase = realm.Weeks+1, "sorcery"
		craft.Sorcery(p.Turn)
		left := z.Men
		if z.Gone() {
			left = 0
		}
		var free []bool
		for _, d := range demons {
			free = append(free, d.Realm == 0)
		}
		if got := fmt.Sprint(free); left != c.left || got != c.free {
			t.Errorf("%d points: %d left, want %d; free are %s, want %s", c.points, left, c.left, got, c.free)
		}
		if got := fmt.Sprint(demons[0].Men, demons[1].Men, demons[2].Men); got != "20 20 2" {
			t.Errorf("%d points: %s demons are left, want 20 20 2", c.points, got)
		}
	}
}
