package rows

import (
	"testing"

	"weltentor/worlds/game"
)

// standard are the numbers of the manual's chapter on battle.
var standard = Rules{
	Rounds: 20, Rows: 10, DrawMin: 900, DrawMax: 1100, CloseBow: 100,
	BreakAt: 2, BreakOf: 3, FlightRounds: 5, Exhausted: 500, WallReach: 1,
}

// flat are the same without luck, for sums by hand.
func flat() *Rules {
	r := standard
	r.DrawMin, r.DrawMax = 1000, 1000
	return &r
}

// The units of the tests; the values of a man as a player reads them.
var (
	soldier  = man(10, 10, 2, 10, 1, 0)
	knight   = man(18, 18, 4, 20, 2, 0)
	catapult = Unit{Attack: 12000, Defence: 2000, Damage: 10000, HP: 20000, Speed: 1, Range: 5, Bow: true, Walls: 10000}
	avatar   = man(40, 40, 200, 1500, 1, 0)
)

func man(a, v, damage, hp int64, speed, reach int) Unit {
	return Unit{Attack: 1000 * a, Defence: 1000 * v, Damage: 1000 * damage, HP: 1000 * hp, Speed: speed, Range: reach, Walls: 1000}
}

func archer() Unit {
	u := man(10, 6, 2, 8, 1, 3)
	u.Bow, u.Walls = true, 0
	return u
}

func men(u Unit, n int64, row int, t Tactic) Stack {
	return Stack{Unit: u, Name: "man", HP: n * u.HP, Row: row, Tactic: t}
}

func seeded(n byte) Dice { return Dice{Seed: game.Seed{n}, Turn: 1} }

// 300 soldiers lose to an avatar, 350 win. An avatar's blow: X = 40 ÷ 50 = 0.8,
// 0.8 × 200 = 160 HP, 16 men; 300 men: X = 10 ÷ 50 = 0.2, 0.2 × 2 × 300 = 120 HP.
// They meet in row 0 after round 1, so 19 rounds of blows are left: 300 men do
// 0.4 × (300 + 284 + … ) = at most 1186 of 1500 HP, 350 men reach 1509 in the 17th.
func TestAvatar(t *testing.T) {
	for n := range byte(50) {
		for count, want := range map[int64]bool{300: false, 350: true} {
			a := men(avatar, 1, 1, Charge)
			a.Steadfast = true
			b := &Battle{Sides: [2][]Stack{{men(soldier, count, 1, Charge)}, {a}}}
			r := Fight(b, &standard, seeded(n))
			if won := !r.Drawn && r.Winner == Attackers; won != want {
				t.Errorf("seed %d: %d soldiers against an avatar: won %v, want %v", n, count, won, want)
			}
		}
	}
}
