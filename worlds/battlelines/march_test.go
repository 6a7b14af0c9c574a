package battlelines

import (
	"slices"
	"testing"
)

// where gives the rows a stack moved to, by round.
func where(r *Result, by Ref) []int32 {
	var out []int32
	for _, e := range r.of(Forward, Back) {
		if e.By == by {
			out = append(out, e.Row)
		}
	}
	return out
}

// Knights (speed 2) in row 4 charge two rows a round, advancing they go one, as
// all who advance do; holding they stay.
func TestPace(t *testing.T) {
	for tactic, want := range map[Tactic][]int32{Charge: {-2, 0, 2}, Advance: {-3, -2, -1}, Hold: nil} {
		b := against([]Stack{men(knight, 5, 4, tactic)}, []Stack{men(soldier, 5, 10, Hold)})
		if got := where(Fight(b, flat(3), seeded(1)), Ref{Attackers, 0}); !slices.Equal(got, want) {
			t.Errorf("%s: rows %v, want %v", tactic.Key(), got, want)
		}
	}
}

// A charge that finds its foe half-way strikes with the rest: knights in row 1
// are 3 from row 2; after two rows in round 1 they use 500 of 1000 for the third
// in round 2. 20 of them do 51.36 × 0.5 = 25.68 HP with the other half.
func TestChargeStrikesWithTheRest(t *testing.T) {
	b := against([]Stack{men(knight, 20, 1, Charge)}, []Stack{men(soldier, 30, 2, Hold)})
	r := Fight(b, flat(2), seeded(1))
	if got := r.of(Blow); len(got) != 1 || got[0].Share != 500 || got[0].HP != 25_680 || r.Contact != 2 {
		t.Errorf("%+v", got)
	}
	// Who advances strikes only when the next round begins: 3 rows, round 4.
	b.Sides[Attackers][0].Tactic = Advance
	if got := Fight(b, flat(4), seeded(1)).rounds(Blow, Ref{Attackers, 0}); !slices.Equal(got, []int{4}) {
		t.Errorf("struck in rounds %v", got)
	}
}

// A few skirmishers do not hold up a great charge: 200 knights do 0.642 × 4 × 200 =
// 513.6 HP. In round 2 half a strike is left when they find one soldier in row 2,
// 256.8 HP, of which he takes 10: 0.480 is left. ceil(0.480 × 2) = 1 row more.
func TestSkirmishersRunOver(t *testing.T) {
	b := against([]Stack{men(knight, 200, 1, Charge)}, []Stack{men(soldier, 1, 2, Hold), men(soldier, 100, 9, Hold)})
	r := Fight(b, flat(2), seeded(1))
	if got := where(r, Ref{Attackers, 0}); !slices.Equal(got, []int32{1, 2, 3}) {
		t.Errorf("the knights went to rows %v", got)
	}
	// Found as the round begins, in the own row, he takes 10 of 513.6 HP: 0.980 is
	// left, ceil(0.980 × 2) = 2 rows, none of them kept from running.
	b.Sides[Defenders][0].Row = 1
	b.Sides[Attackers][0].Unit.Speed = 2
	r = Fight(b, flat(2), seeded(1))
	// Row 1 is 2 away: reached with the whole speed in round 1, struck in round 2.
	if got := where(r, Ref{Attackers, 0}); !slices.Equal(got, []int32{1, 3}) {
		t.Errorf("the knights went to rows %v", got)
	}
}

// A move ends in the row of a foe, and who stands in one with a foe does not pass.
func TestFoesStopMoves(t *testing.T) {
	for n := range byte(20) {
		b := against([]Stack{men(knight, 5, 3, Charge)},
			[]Stack{men(soldier, 50_000, 1, Hold), men(soldier, 10, 2, Hold)})
		r := Fight(b, flat(4), seeded(n))
		if got := where(r, Ref{Attackers, 0}); !slices.Equal(got, []int32{-1, 1}) {
			t.Errorf("rows %v", got)
		}
	}
}

// A wall bars both sides until it is down; who flies goes over it.
func TestWallsBar(t *testing.T) {
	wall := Wall{Name: "wall", HP: 1_000_000}
	eagle := knight
	eagle.Flies = true
	for _, c := range []struct {
		name         string
		attack, back Stack
		rows         [2][]int32
	}{
		{"charging", men(walls(knight, 0), 5, 2, Charge), men(soldier, 5, 9, Hold), [2][]int32{{0}, nil}},
		{"flying", men(eagle, 5, 2, Charge), men(soldier, 5, 9, Hold), [2][]int32{{0, 2, 4}, nil}},
		{"advancing from behind", men(soldier, 5, 9, Hold), men(soldier, 5, 3, Advance), [2][]int32{nil, {2, 1}}},
	} {
		r := Fight(against([]Stack{c.attack}, []Stack{c.back}, wall), flat(3), seeded(1))
		for s, want := range c.rows {
			if got := where(r, Ref{Side(s), 0}); !slices.Equal(got, want) {
				t.Errorf("%s: side %d went to %v, want %v", c.name, s, got, want)
			}
		}
	}
}

// Who flies leaves walls alone while a foe lives, and breaks them when none does.
func TestFlyersAndWalls(t *testing.T) {
	eagle := far(knight, 1)
	eagle.Flies = true
	b := against([]Stack{men(eagle, 100, 1, Charge)}, []Stack{men(soldier, 1, 1, Hold)},
		Wall{Name: "wall", HP: 5_000_000})
	r := Fight(b, flat(3), seeded(1))
	// Round 1: 2 apart; a row on they reach row 1, and with the rest of the
	// strike (0.5, 128.4 HP) fell the soldier; what is left then goes to the wall.
	first := r.of(Blow, Breach)
	if first[0].Kind != Blow || first[0].Share != 500 || first[1].Kind != Breach {
		t.Errorf("%+v", first)
	}
	if got := r.rounds(Breach, Ref{Attackers, 0}); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("walls struck in rounds %v", got)
	}
}

// Who is felled by a charge in the movement, and has not struck, has its blow: in
// round 2 knights find 5 soldiers in row 2 with half a strike, 0.642 × 4 × 50 × 0.5 =
// 64.2 HP. They do X = 10 ÷ 28 = 0.357, 0.357 × 2 × 5 = 3.57 HP to them.
func TestLastBlowOfTheCharged(t *testing.T) {
	b := against([]Stack{men(knight, 50, 1, Charge)}, []Stack{men(soldier, 5, 2, Hold)})
	got := Fight(b, flat(2), seeded(1)).of(Blow)
	if len(got) != 2 || got[0].By.Side != Attackers || got[0].Left != 0 || got[1].By.Side != Defenders ||
		got[1].HP != 3_570 {
		t.Errorf("%+v", got)
	}
	// In flight nobody strikes.
	b.Sides[Defenders][0].Tactic = Flee
	for n := range byte(20) {
		for _, e := range Fight(b, flat(5), seeded(n)).of(Blow) {
			if e.By.Side == Defenders {
				t.Errorf("seed %d: %+v", n, e)
			}
		}
	}
}

// What a stack has walked is no more for its last blow: 5 knights advance one of
// their 2 rows, half of their strike, towards 1000 who charge. 4 rows apart, they are
// 1 apart after round 1. In round 2 the charge finds them where they are, and they
// have their whole blow, or they were drawn first and have walked: half of it.
func TestLastBlowOfWhoWalked(t *testing.T) {
	seen := map[int32]bool{}
	for n := range byte(20) {
		b := against([]Stack{men(knight, 1000, 1, Charge)}, []Stack{men(knight, 5, 3, Advance)})
		for _, e := range Fight(b, flat(2), seeded(n)).of(Blow) {
			if e.By.Side == Defenders {
				seen[e.Share] = true
			}
		}
	}
	if len(seen) != 2 || !seen[500] || !seen[1000] {
		t.Errorf("parts of a strike: %v", seen)
	}
}
