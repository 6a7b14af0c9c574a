package battlelines

import (
	"slices"
	"testing"
)

// More than two thirds of the hit points lost in one round turn a stack to
// flight; exactly two thirds do not. 10 men of X 0.5 and damage d do 5 × d HP to
// the 150 HP of 15 soldiers: d = 20 is 100 HP, two thirds; d = 21 is 105.
func TestPanic(t *testing.T) {
	for damage, want := range map[int64]bool{20: false, 21: true} {
		gun := far(man(10, 10, damage, 10, 0, 2), 2)
		for _, steadfast := range []bool{false, true} {
			foe := men(soldier, 15, 1, Hold)
			foe.Steadfast = steadfast
			r := Fight(against([]Stack{men(gun, 10, 1, Hold)}, []Stack{foe}), flat(1), seeded(1))
			if got := len(r.of(Panic)) == 1; got != (want && !steadfast) || r.After[Defenders][0].Fled != got {
				t.Errorf("damage %d, steadfast %v: panic %v", damage, steadfast, got)
			}
		}
	}
}

// The hit points are those of the round's start: 15 soldiers lose 100 HP in round
// 1 and stay, and 50 more, all they have left, in round 2.
func TestPanicCountsTheRound(t *testing.T) {
	gun := far(man(10, 10, 20, 10, 0, 2), 2)
	b := against([]Stack{men(gun, 10, 1, Hold)}, []Stack{men(soldier, 15, 1, Hold), men(soldier, 1000, 9, Hold)})
	if r := Fight(b, flat(2), seeded(1)); len(r.of(Panic)) != 0 || r.After[Defenders][0].Number != 0 {
		t.Errorf("%+v", r.Log)
	}
}

// An ordered flight runs the speed in rows backwards for five rounds, on behind
// row 10, without a blow; then the stack stands, exhausted, and is held to have fled.
func TestFlight(t *testing.T) {
	b := against([]Stack{men(soldier, 5, 10, Hold)}, []Stack{men(rider, 5, 9, Flee)})
	r := Fight(b, flat(20), seeded(1))
	if got := where(r, Ref{Defenders, 0}); !slices.Equal(got, []int32{11, 13, 15, 17, 19}) {
		t.Errorf("rows %v", got)
	}
	if got := r.rounds(Exhaustion, Ref{Defenders, 0}); !slices.Equal(got, []int{5}) {
		t.Errorf("exhausted in rounds %v", got)
	}
	if r.Drawn || r.Winner != Attackers || !r.After[Defenders][0].Fled || r.After[Defenders][0].Number != 5 {
		t.Errorf("drawn %v, winner %d, %+v", r.Drawn, r.Winner, r.After)
	}
}

// The exhausted count half: soldiers A and V 5. Who strikes them has X = 10 ÷ 15 =
// 0.666, they strike back with 5 ÷ 15 = 0.333.
func TestExhausted(t *testing.T) {
	b := against([]Stack{men(far(soldier, 20), 50, 1, Hold)}, []Stack{men(far(soldier, 20), 50, 1, Flee)})
	r := Fight(b, flat(6), seeded(1))
	var got [2][]int32
	for _, e := range r.of(Blow) {
		got[e.By.Side] = append(got[e.By.Side], e.X)
	}
	if !slices.Equal(got[Attackers], []int32{500, 500, 500, 500, 500, 666}) ||
		!slices.Equal(got[Defenders], []int32{333}) {
		t.Errorf("hits %v", got)
	}
}

// Who broke and stands exhausted does not charge again. A gun (0.5 × 150 × 10 = 750
// HP, reach 10) makes 100 soldiers in row 9, with 1000 HP, break in round 1, when
// they have made a row; marksmen in row 10 fell it at once. Five rows back, and
// there they stay, though a foe still stands in row 10.
func TestExhaustedStay(t *testing.T) {
	gun := man(10, 10, 150, 10, 0, 10)
	b := against(
		[]Stack{men(soldier, 100, 9, Charge), men(far(soldier, 20), 1000, 10, Hold)},
		[]Stack{men(gun, 10, 1, Hold), men(soldier, 50_000, 10, Hold)})
	for n := range byte(10) {
		r := Fight(b, flat(20), seeded(n))
		if got := where(r, Ref{Attackers, 0}); !slices.Equal(got, []int32{-8, -9, -10, -11, -12, -13}) {
			t.Errorf("seed %d: rows %v", n, got)
		}
	}
}

// Who is as fast catches whoever fled from his own row: soldiers break in round r,
// run five rows, stand from r + 5 on, and are struck again in r + 6 at the latest.
// A rider who flees from row 10 is caught by no foot: 11 + 10 + 10 rows are too far.
func TestPursuit(t *testing.T) {
	for n := range byte(20) {
		b := against([]Stack{men(soldier, 250, 1, Charge)}, []Stack{men(soldier, 34, 1, Hold)})
		r := Fight(b, flat(20), seeded(n))
		// They meet in round 2: 250 HP of 340 is more than two thirds.
		if got := r.rounds(Panic, Ref{Defenders, 0}); !slices.Equal(got, []int{3}) {
			t.Fatalf("seed %d: panic in rounds %v", n, got)
		}
		if r.After[Defenders][0].Number != 0 {
			t.Errorf("seed %d: %d got away", n, r.After[Defenders][0].Number)
		}
		b = against([]Stack{men(soldier, 250, 1, Charge)}, []Stack{men(rider, 34, 10, Flee)})
		if r := Fight(b, flat(20), seeded(n)); r.Contact != 0 {
			t.Errorf("seed %d: the riders were caught in round %d", n, r.Contact)
		}
	}
}

// The field is the side's that alone has somebody there who did not flee.
func TestField(t *testing.T) {
	stay, run := men(soldier, 5, 9, Hold), men(soldier, 5, 9, Flee)
	for _, c := range []struct {
		attackers, defenders []Stack
		drawn                bool
		winner               Side
	}{
		{[]Stack{stay}, []Stack{stay}, true, 0},
		{[]Stack{run}, []Stack{run}, true, 0},
		{[]Stack{run}, []Stack{stay}, false, Defenders},
		{[]Stack{run, stay}, []Stack{run}, false, Attackers},
		{[]Stack{stay}, []Stack{run, stay}, true, 0},
		{[]Stack{stay}, nil, false, Attackers},
	} {
		r := Fight(against(c.attackers, c.defenders), flat(20), seeded(1))
		if r.Drawn != c.drawn || !c.drawn && r.Winner != c.winner {
			t.Errorf("%d against %d: drawn %v, winner %d", len(c.attackers), len(c.defenders), r.Drawn, r.Winner)
		}
	}
}

// Whom a round has broken can be struck once more before it runs, for blows come
// before movement: 250 who strike over 2 rows do 0.5 × 2 × 250 = 250 of 340 HP in
// round 1, and in round 2 fell the 90 HP that are left. Where riders from row 2 have
// come to row 0 meanwhile, nearer than the broken, these take the blow, and it runs.
func TestBrokenAreStruckOnceMore(t *testing.T) {
	b := against([]Stack{men(far(soldier, 2), 250, 1, Hold)}, []Stack{men(soldier, 34, 1, Hold)})
	r := Fight(b, flat(3), seeded(1))
	if got := r.rounds(Blow, Ref{Attackers, 0}); !slices.Equal(got, []int{1, 2}) || len(r.of(Panic)) != 1 ||
		len(r.of(Back)) != 0 {
		t.Errorf("struck in rounds %v, %+v", got, r.of(Panic, Back))
	}
	b.Sides[Defenders] = append(b.Sides[Defenders], men(rider, 5000, 2, Charge))
	if got := where(Fight(b, flat(3), seeded(1)), Ref{Defenders, 0}); !slices.Equal(got, []int32{2, 3}) {
		t.Errorf("the broken ran to rows %v", got)
	}
}
