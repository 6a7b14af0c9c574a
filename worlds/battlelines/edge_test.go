package battlelines

import (
	"math"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// Only who has some of its strike left moves: archers who charge or advance and have a foe in reach
// that takes all they do stay where they are, as long as it stands there.
func TestWhoStruckWithAllStays(t *testing.T) {
	for _, tactic := range []Tactic{Charge, Advance} {
		b := against([]Stack{men(archer, 20, 1, tactic)}, []Stack{men(soldier, 50_000, 2, Hold)})
		r := Fight(b, flat(4), seeded(1))
		if got := where(r, Ref{Attackers, 0}); len(got) != 0 {
			t.Errorf("%s: the archers went to rows %v", tactic.Key(), got)
		}
		if got := r.rounds(Blow, Ref{Attackers, 0}); !slices.Equal(got, []int{1, 2, 3, 4}) {
			t.Errorf("%s: they struck in rounds %v", tactic.Key(), got)
		}
	}
}

// A charge that fells a foe who came into reach while others moved runs on with what is
// left: knights of reach 2 in row 1, a soldier who charges from row 2. Whoever moves
// first, the knights run in round 1.
func TestChargeRunsOnOverWhoComes(t *testing.T) {
	for n := range byte(20) {
		b := against([]Stack{men(far(knight, 2), 200, 1, Charge)},
			[]Stack{men(soldier, 1, 2, Charge), men(soldier, 100, 10, Hold)})
		if got := where(Fight(b, flat(1), seeded(n)), Ref{Attackers, 0}); len(got) == 0 {
			t.Errorf("seed %d: the knights stayed", n)
		}
	}
}

// Walls behind who has flown over them: the distance is that to the nearer row, and of two
// equally near the one nearer to row 0 is struck. An eagle in row 1, where it has felled its
// foe, stands right between the palisade (rows 0 and 1) and the wall (1 and 2). In row 2 the
// palisade is a row away: out of reach in mêlée.
func TestWallsBehindTheAttacker(t *testing.T) {
	eagle := knight
	eagle.Flies = true
	palisade, wall := Wall{Name: "palisade", HP: 500_000}, Wall{Name: "wall", HP: 2_000_000}
	b := against([]Stack{men(eagle, 100, 1, Charge)}, []Stack{men(soldier, 1, 1, Hold)}, wall, palisade)
	got := Fight(b, flat(2), seeded(1)).of(Breach)
	if len(got) == 0 || got[0].Wall != 1 {
		t.Errorf("between two walls the eagle strikes %+v", got)
	}
	eagle.Speed = 4
	b = against([]Stack{men(eagle, 100, 1, Charge)}, []Stack{men(soldier, 1, 2, Hold)}, palisade)
	r := Fight(b, flat(5), seeded(1))
	if at := where(r, Ref{Attackers, 0}); !slices.Equal(at, []int32{2}) || len(r.of(Breach)) != 0 {
		t.Errorf("in row 2, a row from the palisade behind it, the eagle (rows %v) strikes %+v", at, r.of(Breach))
	}
}

// Behind two walls the nearer is the one that stands nearer to who has flown over both: in row 2 an eagle is right behind
// the wall (rows 1 and 2), and a row from the palisade.
func TestTheNearerOfTwoWallsBehind(t *testing.T) {
	eagle := knight
	eagle.Flies, eagle.Speed = true, 3
	b := against([]Stack{men(eagle, 100, 1, Charge)}, []Stack{men(soldier, 1, 2, Hold)},
		Wall{Name: "wall", HP: 2_000_000}, Wall{Name: "palisade", HP: 500_000})
	r := Fight(b, flat(2), seeded(1))
	if got := r.of(Breach); !slices.Equal(where(r, Ref{Attackers, 0}), []int32{2}) || len(got) == 0 || got[0].Wall != 0 {
		t.Errorf("in rows %v the eagle strikes %+v", where(r, Ref{Attackers, 0}), got)
	}
}

// Who has fled as far as anybody can, from row 10 five times two rows, is still there to be struck.
func TestTheFurthestIsStruck(t *testing.T) {
	for side := range Side(2) {
		var sides [2][]Stack
		sides[side], sides[side.Foe()] = []Stack{men(rider, 50_000, 10, Flee)}, []Stack{men(far(soldier, 30), 10, 1, Hold)}
		r := Fight(against(sides[Attackers], sides[Defenders]), flat(7), seeded(1))
		rows := where(r, Ref{side, 0})
		if got := r.rounds(Blow, Ref{side.Foe(), 0}); !slices.Equal(got, []int{1, 2, 3, 4, 5, 6, 7}) || len(rows) != 5 ||
			max(rows[4], -rows[4]) != 20 {
			t.Errorf("side %d, in rows %v: struck in rounds %v", side, rows, got)
		}
	}
}

// A wall stands as long as anything of it does.
func TestTheLeastOfAWallBars(t *testing.T) {
	b := against([]Stack{men(walls(knight, 0), 5, 2, Charge)}, []Stack{men(soldier, 5, 9, Hold)},
		Wall{Name: "wall", HP: 1})
	if got := where(Fight(b, flat(3), seeded(1)), Ref{Attackers, 0}); !slices.Equal(got, []int32{0}) {
		t.Errorf("the knights went to rows %v", got)
	}
}

// Half is half: riders (A 10) who have fled five rounds strike with A 5 at a foe of V 5, X
// = 5 ÷ 10.
func TestExhaustedStrikeWithHalf(t *testing.T) {
	soft := far(man(10, 5, 2, 10, 1, 0), 20)
	b := against([]Stack{men(soft, 50, 1, Hold)}, []Stack{men(far(soldier, 20), 500, 1, Flee)})
	for _, e := range Fight(b, flat(6), seeded(1)).of(Blow) {
		if e.By.Side == Defenders && e.X != 500 {
			t.Errorf("X %d", e.X)
		}
	}
}

// Who never meets a foe says nothing of those who do, in whatever order they stand.
func TestFirstContactOfSeveral(t *testing.T) {
	never, soon, later := men(soldier, 1, 8, Hold), men(soldier, 1, 1, Charge), men(soldier, 1, 5, Charge)
	foe := []Stack{men(soldier, 1, 1, Hold)}
	for _, own := range [][]Stack{{never, soon, later}, {soon, never, later}, {later, soon, never}} {
		if got := FirstContact(own, foe, &standard); got != 3 {
			t.Errorf("round %d, want 3", got)
		}
	}
}

// A blow that told is not told as none, and no more than it was.
func TestSufferedIsTold(t *testing.T) {
	for n, want := range map[int64]int64{0: 0, 1: 1, 999: 1, 1000: 1, 1999: 1, 2000: 2} {
		if got := suffered(n); got != want {
			t.Errorf("%d thousandths are told as %d", n, got)
		}
	}
}

// Who is felled while others move has its blow, and so has whom that blow fells: A giant
// runs into a second, who has not struck; that one fells a third in its reach on the other side,
// who has not struck either. All three have struck in the round, whoever is drawn first.
func TestTheFelledStrikeInTurn(t *testing.T) {
	giant := man(10, 10, 100_000, 10, 1, 0)
	for n := range byte(30) {
		b := against([]Stack{men(giant, 1, 1, Charge), men(giant, 1, 2, Charge)},
			[]Stack{men(giant, 1, 1, Charge), men(giant, 1, 2, Charge)})
		r := Fight(b, flat(4), seeded(n))
		struck := map[Ref]bool{}
		for _, e := range r.of(Blow) {
			struck[e.By] = true
		}
		for side, stacks := range r.After {
			for i, a := range stacks {
				if at := (Ref{Side(side), int32(i)}); a.Number == 0 && !struck[at] {
					t.Errorf("seed %d: %v fell and never struck", n, at)
				}
			}
		}
	}
}

// Who does nothing to walls (× 0) does not strike at them at all, nor does who flies while
// a single foe lives, be it out of reach.
func TestWhoLeavesWallsAlone(t *testing.T) {
	eagle := knight
	eagle.Flies, eagle.Speed = true, 0
	for name, s := range map[string]Stack{"archers": men(far(archer, 3), 100, 1, Charge),
		"an eagle": men(far(eagle, 2), 10, 1, Charge)} {
		b := against([]Stack{s}, []Stack{men(soldier, 1, 10, Hold)}, Wall{Name: "wall", HP: 2_000_000})
		if got := Fight(b, flat(3), seeded(1)).of(Breach); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The protocol of a blow at a wall has X as 1.000: the whole part and the thousandths.
func TestBreachIsToldWithX(t *testing.T) {
	b := against([]Stack{men(ram, 10, 1, Charge)}, []Stack{men(soldier, 10, 9, Hold)},
		Wall{Name: "wall", HP: 5_000_000})
	told := 0
	for _, p := range Fight(b, flat(3), seeded(1)).Protocol(b, nil) {
		if p.Code != "rows.breach" {
			continue
		}
		told++
		for _, a := range p.Args {
			if a.Name == "x" && a.N != 1 || a.Name == "x3" && a.S != "000" {
				t.Errorf("%+v", a)
			}
		}
	}
	if told == 0 {
		t.Error("no blow is told")
	}
}

// Who advances with speed 0 stays where he is, and who meets a wall that bars his way has not moved:
// the rounds are quiet.
func TestWhoCannotMoveIsNotMoved(t *testing.T) {
	for name, b := range map[string]*Battle{
		"no legs": against([]Stack{men(still, 10, 5, Advance)}, []Stack{men(soldier, 10, 5, Hold)}),
		"a wall": against([]Stack{men(soldier, 10, 1, Hold)}, []Stack{men(soldier, 10, 1, Advance)},
			Wall{Name: "wall", HP: 2_000_000}),
	} {
		r := Fight(b, flat(3), seeded(1))
		if got := r.of(Forward, Back); len(got) != 0 || len(r.of(Quiet)) != 3 {
			t.Errorf("%s: %+v, %d quiet rounds", name, got, len(r.of(Quiet)))
		}
	}
}

// A stack stands in one of the rows, and has hit points: anything else is the caller's slip.
func TestStacksHaveAPlace(t *testing.T) {
	dead := soldier
	dead.HP = 0
	for _, k := range []Stack{{Unit: soldier, Row: 0}, {Unit: soldier, Row: 11}, {Unit: dead, Row: 5}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("row %d, %d HP each: taken", k.Row, k.Unit.HP)
				}
			}()
			Fight(against([]Stack{k}, []Stack{men(soldier, 1, 1, Hold)}), flat(1), seeded(1))
		}()
	}
	for _, row := range []int{1, 10} {
		Fight(against([]Stack{men(soldier, 1, row, Hold)}, []Stack{men(soldier, 1, 1, Hold)}), flat(1), seeded(1))
	}
	weak := Unit{HP: 1} // the least that a man has
	if r := Fight(against([]Stack{men(weak, 5, 1, Hold)}, nil), flat(1), seeded(1)); r.After[Attackers][0].Number != 5 {
		t.Errorf("%+v", r.After)
	}
}

// Who falls in a round has its blow in it, and none after it: a hundred do 0.5 × 2 × 100 = 100 HP, one has 10.
func TestTheFallenStrikeNoMore(t *testing.T) {
	b := against([]Stack{men(far(soldier, 2), 100, 1, Hold)}, []Stack{men(far(soldier, 2), 1, 1, Hold)})
	if got := Fight(b, flat(3), seeded(1)).rounds(Blow, Ref{Defenders, 0}); !slices.Equal(got, []int{1}) {
		t.Errorf("struck in rounds %v", got)
	}
}

// A stack of nobody is not there: nobody runs to it or strikes it, and it does not hold the field.
func TestNobodyIsNotThere(t *testing.T) {
	b := against([]Stack{men(far(soldier, 2), 10, 1, Charge)}, []Stack{men(soldier, 0, 1, Hold)})
	r := Fight(b, flat(3), seeded(1))
	if len(r.of(Quiet)) != 3 || r.Drawn || r.Winner != Attackers {
		t.Errorf("%+v", r)
	}
}

// A share that no number holds is as much as one holds; one that just fits is exact.
func TestShare(t *testing.T) {
	const most = math.MaxInt64
	for _, c := range []struct{ n, num, den, want int64 }{
		{7, 3, 2, 10}, {0, 5, 3, 0}, {most, 1, 1, most}, {most, 1000, 1000, most}, {most, 2, 1, most},
		{most, 4, 1, most}, {most, most, 1, most}, {most, most, most, most}, {1 << 62, 3, 4, 3 << 60},
		{1 << 62, 8, 2, most}, {1 << 62, 4, 1, most}, {1 << 62, 1 << 32, 1 << 30, most},
	} {
		if got := share(c.n, c.num, c.den); got != c.want {
			t.Errorf("%d × %d ÷ %d is %d, want %d", c.n, c.num, c.den, got, c.want)
		}
	}
}

// Behind a silence each entry has its sentence, at its end as well.
func TestSilenceHidesNothing(t *testing.T) {
	b := against([]Stack{men(soldier, 1, 1, Hold)}, nil)
	var codes []string
	p := protocol{battle: b, army: func(Ref) string { return "" }}
	p.rounds([]LogEntry{{Kind: Round, N: 1}, {Kind: Quiet}, {Kind: Round, N: 2}, {Kind: Quiet}, {Kind: Round, N: 3},
		{Kind: Exhaustion}, {Kind: Round, N: 4}, {Kind: Quiet}, {Kind: Round, N: 5}, {Kind: Panic}})
	for _, s := range p.out {
		codes = append(codes, strings.TrimPrefix(s.Code, "rows."))
	}
	if got := strings.Join(codes, " "); got != "quiet-rounds round exhaustion quiet round panic" {
		t.Error(got)
	}
}

// The protocol names rows by their side, and the middle by itself; where who sallies out is told
// as the attackers, the sides change places.
func TestRowsAreNamedByTheirSide(t *testing.T) {
	for row, want := range map[int]string{-2: "Reihe 2 der Angreifer", -1: "Reihe 1 der Angreifer",
		0: "Reihe 0", 1: "Reihe 1 der Verteidiger", 2: "Reihe 2 der Verteidiger"} {
		for _, turned := range []bool{false, true} {
			p := protocol{battle: &Battle{Turned: turned}}
			at := row
			if turned {
				at = -row
			}
			who := []phrase.Arg{phrase.Key("who", "rows.who-army"), phrase.Str("army", "Heer")}
			got := books(t)[phrase.De].Say(phrase.P("rows.forward", append(who, p.rowArgs(at)...)...))
			if !strings.HasSuffix(got, want+".") {
				t.Errorf("row %d, turned %t: %q", at, turned, got)
			}
		}
	}
}
