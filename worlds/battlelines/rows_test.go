package battlelines

import (
	"testing"

	"weltentor/worlds/game"
)

// standard are the numbers of the manual's chapter on battle.
var standard = Rules{
	Rounds: 20, Rows: 10, DrawMin: 900, DrawMax: 1100, CloseBow: 100,
	BreakAt: 2, BreakOf: 3, FlightRounds: 5, Exhausted: 500, WallReach: 1,
}

// flat are the same without luck and with so many rounds, for sums by hand.
func flat(rounds int) *Rules {
	r := standard
	r.DrawMin, r.DrawMax, r.Rounds = 1000, 1000, rounds
	return &r
}

// The units of the tests; the values of a man as a player reads them.
var (
	soldier  = man(10, 10, 2, 10, 1, 0)
	spear    = man(8, 14, 2, 10, 1, 0)
	knight   = man(18, 18, 4, 20, 2, 0)
	rider    = man(12, 10, 3, 14, 2, 0)
	archer   = bow(man(10, 6, 2, 8, 1, 3), 0)
	catapult = bow(man(12, 2, 10, 20, 1, 5), 10_000)
	ram      = walls(man(2, 10, 5, 40, 1, 0), 10_000)
	avatar   = man(40, 40, 200, 1500, 1, 0)
	still    = man(10, 10, 2, 10, 0, 0)
)

func man(a, v, damage, hp int64, speed, reach int) Unit {
	return Unit{Attack: 1000 * a, Defence: 1000 * v, Damage: 1000 * damage, HP: 1000 * hp, Speed: speed,
		Range: reach, Walls: 1000}
}

func walls(u Unit, permille int64) Unit { u.Walls = permille; return u }

func bow(u Unit, permille int64) Unit { u.Bow = true; return walls(u, permille) }

// far gives a unit so much reach.
func far(u Unit, reach int) Unit { u.Range = reach; return u }

func men(u Unit, n int64, row int, t Tactic) Stack {
	return Stack{Unit: u, Name: "man", HP: n * u.HP, Row: row, Tactic: t}
}

func against(attackers, defenders []Stack, walls ...Wall) *Battle {
	return &Battle{Sides: [2][]Stack{attackers, defenders}, Walls: walls}
}

func seeded(n byte) Dice { return Dice{Seed: game.Seed{n}, Turn: 1} }

// of are the entries of a kind, in order.
func (r *Result) of(kinds ...LogKind) []LogEntry {
	var out []LogEntry
	for _, e := range r.Log {
		for _, k := range kinds {
			if e.Kind == k {
				out = append(out, e)
			}
		}
	}
	return out
}

// rounds gives the round of each entry of a kind that a stack did.
func (r *Result) rounds(kind LogKind, by Ref) []int {
	var out []int
	round := 0
	for _, e := range r.Log {
		if e.Kind == Round {
			round = int(e.N)
		}
		if e.Kind == kind && e.By == by {
			out = append(out, round)
		}
	}
	return out
}

// 300 soldiers lose to an avatar, 350 win. An avatar's blow: X = 40 ÷ 50 = 0.8,
// 0.8 × 200 = 160 HP, 16 men; 300 men: X = 10 ÷ 50 = 0.2, 0.2 × 2 × 300 = 120 HP.
// They meet in row 0 after round 1, so 19 rounds of blows are left: 300 men do
// 0.4 × (300 + 284 + … ) = at most 1186 of 1500 HP, 350 men reach 1509 in the 17th.
func TestAvatar(t *testing.T) {
	for n := range byte(50) {
		for count, want := range map[int64]bool{300: false, 350: true} {
			a := men(avatar, 1, 1, Charge)
			a.Steadfast = true
			r := Fight(against([]Stack{men(soldier, count, 1, Charge)}, []Stack{a}), &standard, seeded(n))
			if won := !r.Drawn && r.Winner == Attackers; won != want {
				t.Errorf("seed %d: %d soldiers against an avatar: won %v, want %v", n, count, won, want)
			}
		}
	}
}

// 20 knights strike 30 soldiers: X = 18 ÷ 28 = 0.642 (rounded down), S = 0.642 × 4 ×
// 20 = 51.36 HP. 300 − 51.36 = 248.64 HP are 25 men, a wounded one stands: 5 fall.
// X is what the manual's formula gives: (18 − 10) ÷ 28 ÷ 2 + 0.5 = 0.6428….
func TestBlow(t *testing.T) {
	b := against([]Stack{men(far(knight, 2), 20, 1, Hold)}, []Stack{men(soldier, 30, 1, Hold)})
	r := Fight(b, flat(1), seeded(1))
	want := LogEntry{Kind: Blow, By: Ref{Attackers, 0}, At: Ref{Defenders, 0}, X: 642, Luck: 1000, Share: 1000, N: 5,
		Men: 20, HP: 51_360, Left: 25}
	if got := r.of(Blow); len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if r.After[Defenders][0] != (After{HP: 248_640, Number: 25, Struck: true}) || r.Contact != 1 {
		t.Errorf("%+v, contact %d", r.After, r.Contact)
	}
}

// Luck is drawn anew for each blow, from 0.9 to 1.1, over the whole span: of 1000
// blows each of the 201 values is missed with a chance of e^(−5), 0.7 %, so one or
// two of them are.
func TestLuck(t *testing.T) {
	seen := map[int32]int{}
	for n := range byte(50) {
		b := against([]Stack{men(far(soldier, 2), 1, 1, Hold)}, []Stack{men(soldier, 10_000, 1, Hold)})
		for _, e := range Fight(b, &standard, seeded(n)).of(Blow) {
			seen[e.Luck]++
			if e.Luck < 900 || e.Luck > 1100 {
				t.Fatalf("luck %d", e.Luck)
			}
			if want := 500 * 2 * int64(e.Luck) / 1000; e.HP != want { // X 0.5 × 2 × 1 man
				t.Fatalf("%d HP, want %d", e.HP, want)
			}
		}
	}
	if len(seen) < 185 {
		t.Errorf("only %d different draws", len(seen))
	}
}

// Knights (51.36 HP, as above) strike 3 and 10 soldiers in one row, whom first is
// drawn. The 3 first: 30 HP used, left are (51.36 − 30) ÷ 51.36 = 0.415 of the
// strike, rounded down, so 51.36 × 0.415 = 21.314 HP more. The 10 first: all of it.
func TestSurplus(t *testing.T) {
	var met [2]bool
	for n := range byte(40) {
		b := against([]Stack{men(far(knight, 2), 20, 1, Hold)},
			[]Stack{men(soldier, 3, 1, Hold), men(soldier, 10, 1, Hold)})
		r := Fight(b, flat(1), seeded(n))
		few, many := r.After[Defenders][0].HP, r.After[Defenders][1].HP
		switch {
		case few == 0 && many == 100_000-21_314:
			met[0] = true
			if got := r.of(Blow)[1]; got.Share != 415 || got.N != 2 {
				t.Errorf("the second blow is %+v", got) // 78.686 HP are 8 men
			}
		case few == 30_000 && many == 100_000-51_360:
			met[1] = true
		default:
			t.Errorf("seed %d: %d and %d HP left", n, few, many)
		}
	}
	if met != [2]bool{true, true} {
		t.Errorf("of the two only one was drawn first: %v", met)
	}
}

// Just as much damage as hit points uses up the strike: 10 soldiers, X 0.5, do 10 HP.
func TestNoSurplus(t *testing.T) {
	b := against([]Stack{men(far(soldier, 2), 10, 1, Hold)},
		[]Stack{men(soldier, 1, 1, Hold), men(soldier, 1, 1, Hold)})
	if r := Fight(b, flat(1), seeded(1)); len(r.of(Blow)) != 1 ||
		r.After[Defenders][0].Number+r.After[Defenders][1].Number != 1 {
		t.Errorf("%+v", r.of(Blow))
	}
}

// Blows of a round fall at the same time: each of two giants fells the other.
func TestDeadStrike(t *testing.T) {
	giant := man(10, 10, 1000, 10, 0, 2)
	for n := range byte(10) {
		r := Fight(against([]Stack{men(giant, 1, 1, Hold)}, []Stack{men(giant, 1, 1, Hold)}), &standard, seeded(n))
		if r.After[Attackers][0].Number+r.After[Defenders][0].Number != 0 || !r.Drawn {
			t.Errorf("seed %d: %+v, drawn %v", n, r.After, r.Drawn)
		}
	}
}

// The numbers of the round's start strike: 100 archers lose men to 100 others in
// the same round and do 100 men's damage all the same, X = 10 ÷ 16 = 0.625, 125 HP.
func TestNumbersOfTheStart(t *testing.T) {
	b := against([]Stack{men(archer, 100, 1, Hold)}, []Stack{men(archer, 100, 2, Hold)})
	r := Fight(b, flat(2), seeded(1))
	// After round 1: 800 − 125 = 675 HP, 85 men; in round 2 they do 0.625 × 2 × 85 = 106.25 HP.
	if r.After[Attackers][0].HP != 568_750 || r.After[Defenders][0].HP != 568_750 {
		t.Errorf("%+v", r.After)
	}
}

// 20 rounds always, though nobody can strike anybody: in each nothing happens.
func TestTwentyRounds(t *testing.T) {
	r := Fight(against([]Stack{men(soldier, 5, 8, Hold)}, []Stack{men(soldier, 5, 8, Hold)}), &standard, seeded(1))
	if len(r.of(Round)) != 20 || len(r.of(Quiet)) != 20 || len(r.Log) != 40 || !r.Drawn || r.Contact != 0 {
		t.Errorf("%d entries, drawn %v, contact %d", len(r.Log), r.Drawn, r.Contact)
	}
}
