package fight_test

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// duel is a fight of K.M 1 and others of realm 1 in 0/0 against what realm 2 has in 1/0, over the edge in direction 2.
type duel struct {
	plain.Plain
	one, two []*realm.Army
}

func stage(one, two map[string]int64) duel {
	d := duel{Plain: plain.New(12, 12)}
	put := func(number, x int, armies map[string]int64) (out []*realm.Army) {
		names := make([]string, 0, len(armies))
		for name := range armies {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			out = append(out, d.Army(number, name, armies[name], x, 0))
		}
		return out
	}
	d.one, d.two = put(1, 0, one), put(2, 1, two)
	march.Plans(d.Turn)
	d.Week, d.Phase = 1, "move"
	return d
}

// fight tells whether the attackers have swept the field.
func (d duel) fight() bool {
	b := &fight.Battle{At: d.XY(1, 0), From: d.XY(0, 0), Dir: 2}
	for _, a := range d.one {
		b.Join(fight.Attackers, a)
	}
	for _, a := range d.two {
		b.Join(fight.Defenders, a)
	}
	return fight.Fight(d.Turn, b)
}

// men are those of armies, 0 of one that is no more.
func men(armies []*realm.Army) (out []int64) {
	for _, a := range armies {
		if a.Gone() {
			out = append(out, 0)
		} else {
			out = append(out, a.Men)
		}
	}
	return out
}

// With r = stronger ÷ weaker the loser loses 0.25 r of its men and the winner 0.25 ÷ r². Under 1.05 both lose a
// quarter. K.L count 1, K.M 2, K.S 3; R.L 2, R.M 3.
func TestLosses(t *testing.T) {
	type armies = map[string]int64
	stays, driven := [2]int{0, 1}, [2]int{0, 2}                       // the x of both
	nobody, first, second := [2]int{0, 0}, [2]int{2, 0}, [2]int{0, 2} // learns
	for _, c := range []struct {
		what     string
		one, two armies
		ground   func(d duel)
		men      string
		at       [2]int // x of who attacks first, and of who defends first, afterwards
		kk       [2]int
		swept    bool
	}{
		// 3000 : 2000, r 1.5: of 1000 fall 0.375, of 3000 fall 0.25 ÷ 2.25 = 0.1111
		{"r 1.5", armies{"K.L 1": 3000}, armies{"K.M 1": 1000}, nil, "[2667] [625]", driven, first, false},
		// 1050 : 1000, r 1.05 is no draw: 0.2625 (262.5, to the nearest man) and 0.25 ÷ 1.1025 = 0.22676 (238.1)
		{"r 1.05", armies{"K.L 1": 1050}, armies{"K.L 1": 1000}, nil, "[812] [737]", driven, first, false},
		// 1049 : 1000 is one: 262.25 and 250
		{"a draw", armies{"K.L 1": 1049}, armies{"K.L 1": 1000}, nil, "[787] [750]", stays, nobody, false},
		// 1000 : 2000, r 2: of the attackers a half, of the others 0.0625; who attacked stays where it came from
		{"beaten off", armies{"K.L 1": 1000}, armies{"K.M 1": 1000}, nil, "[500] [937]", stays, second, false},
		// r 3: three quarters, 250 are left of 1000; 0.25 ÷ 9 = 0.0278 of 3000 are 83.3; a third is not half as strong
		{"r 3", armies{"K.L 1": 3000}, armies{"K.L 1": 1000}, nil, "[2917] [250]", driven, nobody, false},
		// r 4: all; 0.25 ÷ 16 of 4000 are 62.5. Who wins by so much has swept the field.
		{"r 4", armies{"K.L 1": 4000}, armies{"K.L 1": 1000}, nil, "[3937] [0]", stays, nobody, true},
		// r 3, of 360 are 90 left, and 100 are the least for K: they scatter
		{"too few", armies{"K.L 1": 1080}, armies{"K.L 1": 360}, nil, "[1050] [0]", stays, nobody, false},
		// 2400 : 600 + 600, r 2: half of 600 and of 300; 0.0625 of 2400
		{"spread by men", armies{"K.L 1": 2400}, armies{"K.L 1": 600, "K.M 1": 300}, nil, "[2250] [300 150]",
			driven, first, false},
		// 1500 + 1500 : 2000, r 1.5: 0.1111 of 2000 men are 222; 166.5 of them fall of 1500, what is below one
		// of the next
		{"two attack", armies{"K.L 1": 1500, "K.S 1": 500}, armies{"K.M 1": 1000}, nil, "[1334 444] [625]",
			driven, first, false},
		// a fortress of one's own doubles: 3000 : 2000
		{"a fortress", armies{"K.L 1": 3000}, armies{"K.L 1": 1000}, fortress(tables.Intact), "[2667] [625]",
			driven, first, false},
		// damaged lightly it gives three quarters of that: 3000 : 1750, r 1.714: 428.5; 0.25 ÷ 2.9378 = 0.085098, 255.3
		{"a damaged one", armies{"K.L 1": 3000}, armies{"K.L 1": 1000}, fortress(tables.Light), "[2745] [571]",
			driven, first, false},
		// a ruin gives nothing: as r 3
		{"a ruin", armies{"K.L 1": 3000}, armies{"K.L 1": 1000}, fortress(tables.Ruin), "[2917] [250]",
			driven, nobody, false},
		// over the wall 5 % fall, then 2850 : 1500, r 1.9: 475; 0.25 ÷ 3.61 = 0.06925, 197.4
		{"a wall", armies{"K.L 1": 3000}, armies{"K.L 1": 1000}, wall, "[2653] [525]", driven, first, false},
		// a wall does nothing for horse: 3000 : 2000
		{"horse behind it", armies{"K.L 1": 3000}, armies{"R.L 1": 1000}, wall, "[2667] [625]", driven, first, false},
		// uphill 0.9: 2700 : 2000, r 1.35: 337.5; 0.25 ÷ 1.8225 = 0.13717, 411.5
		{"uphill", armies{"K.L 1": 3000}, armies{"K.M 1": 1000},
			func(d duel) { d.Land(0, 1, 0, "hla") }, "[2588] [662]",
			driven, first, false},
		// over a river 0.8: 2400 : 2000, r 1.2: 300; 0.25 ÷ 1.44 = 0.17361, 520.8
		{"over a river", armies{"K.L 1": 3000}, armies{"K.M 1": 1000}, river, "[2479] [700]", driven, first, false},
		// over a bridge nothing: as the first
		{"over a bridge", armies{"K.L 1": 3000}, armies{"K.M 1": 1000}, func(d duel) {
			river(d)
			d.State.SetEdge(d.XY(0, 0), 2, realm.Bridge, true)
		}, "[2667] [625]", driven, first, false},
		// horse in a wood 0.75: 2250 : 2000, r 1.125: 281.25; 0.25 ÷ 1.265625 = 0.19753, 197.5
		{"in a wood", armies{"R.M 1": 1000}, armies{"K.M 1": 1000}, func(d duel) { d.Land(0, 1, 0, "twa") },
			"[802] [719]", driven, first, false},
		// water all around: nobody retreats
		{"cornered", armies{"K.L 1": 3000}, armies{"K.M 1": 1000}, func(d duel) {
			for dir := game.Direction(1); dir <= 6; dir++ {
				if at := d.Grid.Step(d.XY(1, 0), dir); at != d.XY(0, 0) {
					sea, _ := d.Tables.FindTerrain("was")
					d.Field(at).Terrain = sea
				}
			}
		}, "[2667] [0]", stays, first, false},
	} {
		d := stage(c.one, c.two)
		if c.ground != nil {
			c.ground(d)
		}
		swept := d.fight()
		if got := fmt.Sprint(men(d.one), " ", men(d.two)); got != c.men || swept != c.swept {
			t.Errorf("%s: %s men are left, want %s; swept %t", c.what, got, c.men, swept)
		}
		for i, a := range []*realm.Army{d.one[0], d.two[0]} {
			if a.Gone() {
				continue
			}
			if a.At != d.XY(c.at[i], 0) || a.KK != c.kk[i] {
				t.Errorf("%s: realm %d is in field %d with +KK %d, want %d/0 and %d", c.what, i+1, a.At, a.KK, c.at[i],
					c.kk[i])
			}
		}
	}
}

func fortress(damage tables.Damage) func(duel) {
	return func(d duel) {
		d.Land(2, 1, 0, "tla").Building = &realm.Building{Kind: "FES", Name: "Fels", Damage: damage}
	}
}

func wall(d duel) {
	d.Land(2, 1, 0, "tla")
	d.State.SetEdge(d.XY(1, 0), 5, realm.Wall, true)
}

func river(d duel) { d.State.SetEdge(d.XY(0, 0), 2, realm.River, true) }

// Partners pass, a pact stops, and so do two of whom nobody attacks; who hides and defends is passed by. All
// else fights.
func TestHowArmiesMeet(t *testing.T) {
	for _, c := range []struct {
		treaty   realm.Treaty
		one, two string // orders
		want     fight.Clash
	}{
		{realm.NoTreaty, "A+", "V+", fight.Fights}, {realm.NoTreaty, "V+", "P+", fight.Fights},
		{realm.NoTreaty, "E+", "V+", fight.Fights}, {realm.NoTreaty, "V+", "V+", fight.Stops},
		{realm.NoTreaty, "V+", "V-", fight.Passes}, {realm.NoTreaty, "A+", "V-", fight.Passes},
		{realm.NoTreaty, "A-", "V+", fight.Fights},
		{realm.Pact, "A+", "A+", fight.Stops}, {realm.Pact, "V-", "V+", fight.Passes},
		{realm.Partner, "A+", "A+", fight.Passes},
	} {
		p := plain.New(12, 12)
		a, b := p.Army(1, "K.L 1", 200, 0, 0), p.Army(2, "K.L 1", 200, 3, 0) // 200 are unseen at most
		p.Pledge(1, 2, c.treaty)
		p.Orders(1, "$A\nK.L 1 0000000000000 "+c.one+"\n")
		p.Orders(2, "$A\nK.L 1 0000000000000 "+c.two+"\n")
		march.Plans(p.Turn)
		if got, back := fight.ClashOf(p.Turn, a, b), fight.ClashOf(p.Turn, b, a); got != c.want || back != c.want {
			t.Errorf("%c, %s meets %s: %d and %d, want %d", c.treaty, c.one, c.two, got, back, c.want)
		}
	}
}

// A shot kills a tenth of what shoots, in light warriors, and at most a quarter of those shot at; only who is
// needed for
// that fires, for 1 GS a man of F.L, 1.5 of F.M and 2 of F.S.
func TestShots(t *testing.T) {
	for _, c := range []struct {
		bow         string
		crew        int64
		target      string
		many        int64
		gold        int64
		fall, spent int64
	}{
		{"F.L 1", 1000, "K.L 1", 1000, 9000, 100, 1000},
		{"F.L 1", 1000, "K.S 1", 1000, 9000, 33, 990},   // 990 of 1000 are enough for 33 who count 3 each
		{"F.L 1", 4000, "K.L 1", 1000, 9000, 250, 2500}, // a quarter, which takes 2500
		{"F.S 1", 1000, "K.L 1", 2000, 9000, 300, 2000},
		{"F.M 1", 1001, "K.L 1", 2000, 9000, 200, 1500}, // 1001 × 2 ÷ 10 are 200; 1000 fire
		{"F.L 1", 1000, "K.L 1", 1000, 305, 30, 300},    // the treasury pays 305, 300 of whom kill 30
		{"F.L 1", 1000, "K.L 1", 1000, 9, 0, 0},
	} {
		p := plain.New(12, 12)
		p.Army(1, c.bow, c.crew, 0, 0)
		b := p.Army(2, c.target, c.many, 1, 0)
		p.State.Realms[1].Gold = c.gold
		p.Orders(1, "$A\n"+c.bow+" 0000000000000 A+\n")
		march.Plans(p.Turn)
		p.Week, p.Phase = 1, "shots"
		new(fight.Volley).Shots(p.Turn)
		if fall, spent := c.many-b.Men, c.gold-p.State.Realms[1].Gold; fall != c.fall || spent != c.spent {
			t.Errorf("%d %s at %d %s: %d fall for %d GS, want %d for %d", c.crew, c.bow, c.many, c.target, fall, spent,
				c.fall, c.spent)
		}
	}
}

// No shot is fired by who moves or defends, nor at a partner, a pact, a priest, or who is two fields away.
func TestNoShot(t *testing.T) {
	for what, change := range map[string]func(p plain.Plain) (order string){
		"it shoots": nil,
		"moving":    func(plain.Plain) string { return "1000000000000 A+" },
		"defending": func(plain.Plain) string { return "0000000000000 V+" },
		"a partner": func(p plain.Plain) string { p.Pledge(1, 2, realm.Partner); return "" },
		"a pact":    func(p plain.Plain) string { p.Pledge(1, 2, realm.Pact); return "" },
		"far away": func(p plain.Plain) string {
			p.MoveArmy(p.State.Armies[2][0], p.XY(2, 0))
			return ""
		},
		"a priest": func(p plain.Plain) string {
			p.RemoveArmy(p.State.Armies[2][0])
			p.Army(2, "P.K 1", 100, 1, 0)
			return ""
		},
	} {
		p := plain.New(12, 12)
		p.Army(1, "F.L 1", 1000, 0, 0)
		p.Army(2, "K.L 1", 1000, 1, 0)
		p.State.Realms[1].Gold = 5000
		order := ""
		if change != nil {
			order = change(p)
		}
		if order == "" {
			order = "0000000000000 A+"
		}
		p.Orders(1, "$A\nF.L 1 "+order+"\n")
		march.Plans(p.Turn)
		p.Week, p.Phase = 1, "shots"
		new(fight.Volley).Shots(p.Turn)
		if shot := p.State.Realms[1].Gold != 5000; shot != (change == nil) {
			t.Errorf("%s: shot %t", what, shot)
		}
	}
}

// Foreign armies lock a field once they could conquer it: 2000 foot or 1000 horse, 4000 light warriors of other
// kinds, or
// parts of each that are 1 together. Nobody locks it who is unseen, has a treaty or is a priest or trader.
func TestLockedFields(t *testing.T) {
	type armies = map[string]int64
	const none, pact, partner, shown = realm.NoTreaty, realm.Pact, realm.Partner, realm.Shown
	for _, c := range []struct {
		armies armies
		treaty realm.Treaty
		flag   realm.Flag
		want   bool
	}{
		{armies{"K.L 1": 2000}, none, shown, true}, {armies{"K.S 1": 1999}, none, shown, false},
		{armies{"R.L 1": 1000}, none, shown, true}, {armies{"R.L 1": 999}, none, shown, false},
		{armies{"K.L 1": 1000, "R.L 1": 500}, none, shown, true},
		{armies{"K.L 1": 1000, "R.L 1": 499}, none, shown, false},
		{armies{"F.L 1": 4000}, none, shown, true}, {armies{"F.M 1": 1999}, none, shown, false},
		{armies{"F.M 1": 1000, "K.L 1": 1000}, none, shown, true},
		{armies{"P.K 1": 9000}, none, shown, false}, {armies{"H.K 1": 9000}, none, shown, false},
		{armies{"K.L 1": 2000}, pact, shown, false}, {armies{"K.L 1": 2000}, partner, shown, false},
		{armies{"K.L 1": 2000}, none, realm.Hidden, true}, // too many to hide
	} {
		p := plain.New(12, 12)
		p.Land(1, 0, 0, "tla")
		p.Pledge(1, 2, c.treaty)
		for name, n := range c.armies {
			p.Army(2, name, n, 0, 0).Flag = c.flag
		}
		if got := fight.Locked(p.Turn, 1, p.XY(0, 0)); got != c.want {
			t.Errorf("%v with treaty %c: locked %t", c.armies, c.treaty, got)
		}
	}
	p := plain.New(12, 12)
	p.Land(1, 0, 0, "tla")
	for n := range 10 { // 200 each, whom nobody sees
		p.Army(2, fmt.Sprint("K.L ", n+1), 200, 0, 0).Flag = realm.Hidden
	}
	if fight.Locked(p.Turn, 1, p.XY(0, 0)) {
		t.Error("unseen armies lock a field")
	}
}

// Beaten by an attack to the east, an army goes to own land first, then straight on, then turns aside, clockwise before
// anticlockwise; not into water, up two heights, nor to an enemy that it sees.
func TestRefuge(t *testing.T) {
	for _, c := range []struct {
		what string
		set  func(p plain.Plain, bar func(dirs ...game.Direction))
		want game.Direction // 0: nowhere
	}{
		{"straight on", func(plain.Plain, func(...game.Direction)) {}, 2},
		{"own land first", func(p plain.Plain, _ func(...game.Direction)) {
			p.Field(p.Grid.Step(p.XY(0, 0), 6)).Owner = 1
		}, 6},
		{"clockwise", func(_ plain.Plain, bar func(...game.Direction)) { bar(2) }, 3},
		{"anticlockwise", func(_ plain.Plain, bar func(...game.Direction)) { bar(2, 3) }, 1},
		{"further", func(_ plain.Plain, bar func(...game.Direction)) { bar(2, 3, 1) }, 4},
		{"and back", func(_ plain.Plain, bar func(...game.Direction)) { bar(2, 3, 1, 4, 6) }, 5},
		{"nowhere", func(_ plain.Plain, bar func(...game.Direction)) { bar(1, 2, 3, 4, 5, 6) }, 0},
		{"from an enemy", func(p plain.Plain, _ func(...game.Direction)) { p.Army(2, "K.L 9", 100, 1, 0) }, 3},
		{"not from a hidden one", func(p plain.Plain, _ func(...game.Direction)) {
			p.Army(2, "K.L 9", 100, 1, 0).Flag = realm.Hidden
		}, 2},
		{"nor from a pact", func(p plain.Plain, _ func(...game.Direction)) {
			p.Pledge(1, 2, realm.Pact)
			p.Army(2, "K.L 9", 100, 1, 0)
		}, 2},
		{"not up a mountain", func(p plain.Plain, _ func(...game.Direction)) { p.Land(1, 1, 0, "bla") }, 3},
	} {
		p := plain.New(12, 12)
		a := p.Army(1, "K.L 1", 1000, 0, 0)
		c.set(p, func(dirs ...game.Direction) {
			sea, _ := p.Tables.FindTerrain("was")
			for _, d := range dirs {
				p.Field(p.Grid.Step(a.At, d)).Terrain = sea
			}
		})
		want := game.Nowhere
		if c.want != 0 {
			want = p.Grid.Step(a.At, c.want)
		}
		if got := fight.Refuge(p.Turn, a, 2); got != want {
			t.Errorf("%s: to field %d, want %d in direction %d", c.what, got, want, c.want)
		}
	}
}

// What an arch-demon kills at most holds for a turn: of D.E 4 400 LE, 200 K.M. In the next turn it is whole again, for
// the strength it has then: 300 LE, 150 K.M.
func TestFuryIsWholeInTheNextTurn(t *testing.T) {
	p := plain.New(12, 12)
	d, men := p.Army(1, "D.E 1", 4, 0, 0), p.Army(2, "K.M 1", 10000, 1, 0)
	strike := func() int64 {
		before := men.Men
		b := &fight.Battle{At: p.XY(0, 0), From: p.XY(0, 0)} // in a field where nobody retreats to
		men.At = b.At
		b.Join(fight.Attackers, d)
		b.Join(fight.Defenders, men)
		p.Week, p.Phase = 1, "standing"
		fight.Fight(p.Turn, b)
		d.Men++ // the 1 of any fight: strength shall not be what differs
		return before - men.Men
	}
	march.Plans(p.Turn)
	var got []int64
	got = append(got, strike(), strike())
	march.Refill(p.Turn)
	march.Plans(p.Turn)
	d.Men = 3
	if got = append(got, strike()); !slices.Equal(got, []int64{200, 0, 150}) {
		t.Errorf("killed %v, want 200, then none, and 150 in the next turn", got)
	}
}
