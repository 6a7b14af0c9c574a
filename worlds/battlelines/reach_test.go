package battlelines

import (
	"slices"
	"testing"
)

// Both sides share row 0, so attackers in row n and defenders in row m are n + m
// apart: archers (3) reach from row 1 to row 2, not to row 3.
func TestReach(t *testing.T) {
	for row, want := range map[int]int{1: 1, 2: 1, 3: 0, 10: 0} {
		r := Fight(against([]Stack{men(archer, 10, 1, Hold)}, []Stack{men(soldier, 50, row, Hold)}), flat(1), seeded(1))
		if got := len(r.of(Blow)); got != want || r.Contact != want {
			t.Errorf("row %d: %d blows, contact %d", row, got, r.Contact)
		}
	}
}

// The nearest first, then further and further: 1000 archers do 0.5 × 2 × 1000 HP
// to V 10; one soldier a row falls to them by turns of nearness.
func TestNearestFirst(t *testing.T) {
	rows := []int{3, 1, 5, 2}
	var foes []Stack
	for _, row := range rows {
		foes = append(foes, men(soldier, 1, row, Hold))
	}
	for n := range byte(10) {
		r := Fight(against([]Stack{men(far(soldier, 5), 1000, 1, Hold)}, foes), flat(1), seeded(n))
		var hit []int
		for _, e := range r.of(Blow) {
			hit = append(hit, rows[e.At.Index])
		}
		if !slices.Equal(hit, []int{1, 2, 3}) { // row 5 is 6 away
			t.Errorf("struck rows %v", hit)
		}
	}
}

// Bows with a foe in their own row as a round begins count a tenth: A 10 → 1, so
// X = 1 ÷ (1 + 10) = 0.090; V 6 → 0.6, so soldiers hit with X = 10 ÷ 10.6 = 0.943.
// Before that, at a distance: X = 10 ÷ 20 and 10 ÷ 16.
func TestBowsInMelee(t *testing.T) {
	b := against([]Stack{men(soldier, 50, 1, Charge)}, []Stack{men(archer, 50, 1, Hold)})
	r := Fight(b, flat(3), seeded(1))
	var bows, swords []int32
	for _, e := range r.of(Blow) {
		if e.By.Side == Defenders {
			bows = append(bows, e.X)
		} else {
			swords = append(swords, e.X)
		}
	}
	// Round 1: 2 apart; the soldiers step into row 0. Round 2: 1 apart; they step
	// into the archers' row. Round 3: mêlée.
	if !slices.Equal(bows, []int32{500, 500, 90}) || !slices.Equal(swords, []int32{943}) {
		t.Errorf("bows hit with %v, swords with %v", bows, swords)
	}
	dragon := far(soldier, 1) // shoots, but is no bow
	r = Fight(against([]Stack{men(soldier, 50, 1, Charge)}, []Stack{men(dragon, 50, 1, Hold)}), flat(3), seeded(1))
	for _, e := range r.of(Blow) {
		if e.X != 500 {
			t.Errorf("%+v", e)
		}
	}
}

// The catapult of range 5 reaches the wall between row 0 and the defenders' row 1
// from row 5 on: the nearer row counts. In row 6 it goes forward first.
func TestWallDistance(t *testing.T) {
	for row, want := range map[int]int{5: 1, 6: 0} {
		b := against([]Stack{men(catapult, 1, row, Charge)}, []Stack{men(soldier, 1, 10, Hold)},
			Wall{Name: "wall", HP: 2_000_000})
		r := Fight(b, flat(1), seeded(1))
		if got := len(r.of(Breach)); got != want {
			t.Errorf("row %d: %d blows at the wall, want %d", row, got, want)
		}
	}
}

// A wall has no defence: X = 1; 3 catapults do 3 × 10 × 10 = 300 HP a round.
// A wall of 500 HP falls in the second round with 100 HP to spare: a third of the
// strike is left (0.333), with which they go on to the next wall, 2000 HP, one row
// further and so 6 away from row 5: out of reach. They move a row instead.
func TestWallFalls(t *testing.T) {
	b := against([]Stack{men(catapult, 3, 5, Charge)}, []Stack{men(soldier, 1, 10, Hold)},
		Wall{Name: "wall", HP: 2_000_000}, Wall{Name: "palisade", HP: 500_000})
	r := Fight(b, flat(2), seeded(1))
	got := r.of(Breach, Forward)
	if len(got) != 3 || got[0].HP != 300_000 || got[0].Left != 200_000 || got[1].HP != 200_000 || got[1].Left != 0 ||
		got[1].Wall != 1 || got[2].Row != -4 {
		t.Fatalf("%+v", got)
	}
	if !slices.Equal(r.Walls, []int64{2_000_000, 0}) { // the weaker stood nearer to row 0
		t.Errorf("walls %v", r.Walls)
	}
	// One row nearer the rest of the strike goes to the second wall: 300 × 0.333.
	b.Sides[Attackers][0].Row = 4
	if got := Fight(b, flat(2), seeded(1)).of(Breach); len(got) != 3 || got[2].HP != 99_900 || got[2].Share != 333 ||
		got[2].Wall != 0 {
		t.Errorf("%+v", got)
	}
}

// The smallest kind of wall stands nearest to row 0, however little is left of a
// greater one: a castle of 100 HP behind a palisade of 500.
func TestDamagedWallsKeepTheirPlace(t *testing.T) {
	castle, palisade := Wall{Name: "castle", HP: 100_000, Full: 5_000_000},
		Wall{Name: "palisade", HP: 500_000, Full: 500_000}
	b := against([]Stack{men(catapult, 1, 5, Charge)}, []Stack{men(soldier, 1, 10, Hold)}, castle, palisade)
	if got := Fight(b, flat(1), seeded(1)).of(Breach); len(got) != 1 || got[0].Wall != 1 {
		t.Errorf("%+v", got)
	}
}

// Who strikes at walls: only who charges, with its multiple, foes in reach first.
func TestWhoBreaches(t *testing.T) {
	wall := Wall{Name: "wall", HP: 5_000_000}
	for _, c := range []struct {
		name  string
		stack Stack
		hp    int64 // done to the wall in the first round
	}{
		{"a ram, 10 × 5 × 2 men", men(far(ram, 1), 2, 1, Charge), 100_000},
		{"a ram that advances", men(far(ram, 1), 2, 1, Advance), 0},
		{"a ram that holds", men(far(ram, 1), 2, 1, Hold), 0},
		{"archers: × 0", men(archer, 100, 1, Charge), 0},
		{"riders: × 0.5 × 3 × 10 men", men(far(walls(rider, 500), 1), 10, 1, Charge), 15_000},
	} {
		b := against([]Stack{c.stack}, []Stack{men(spear, 10, 9, Hold)}, wall)
		if r := Fight(b, flat(1), seeded(1)); wall.HP-r.Walls[0] != c.hp {
			t.Errorf("%s: %d done, want %d", c.name, wall.HP-r.Walls[0], c.hp)
		}
	}
	b := against([]Stack{men(catapult, 1, 1, Charge)}, []Stack{men(spear, 100, 4, Hold)}, wall)
	if r := Fight(b, flat(1), seeded(1)); len(r.of(Breach)) != 0 || len(r.of(Blow)) != 1 {
		t.Errorf("a foe in reach comes before the wall: %+v", r.Log)
	}
}

// Right behind a wall of theirs defenders reach one row more, in mêlée too; a
// fallen wall gives nothing, nor one further off, nor does it help who flies.
func TestReachBehindWalls(t *testing.T) {
	flyer := spear
	flyer.Flies = true
	for _, c := range []struct {
		name  string
		stack Stack
		walls []Wall
		hits  int
	}{
		{"behind the wall", men(spear, 10, 1, Hold), []Wall{{Name: "wall", HP: 1000}}, 1},
		{"without one", men(spear, 10, 1, Hold), nil, 0},
		{"fallen", men(spear, 10, 1, Hold), []Wall{{Name: "wall", HP: 0}}, 0},
		{"a row behind", men(far(spear, 1), 10, 2, Hold), []Wall{{Name: "wall", HP: 1000}}, 0},
		{"behind the second", men(far(spear, 1), 10, 2, Hold),
			[]Wall{{Name: "wall", HP: 1000}, {Name: "castle", HP: 2000}}, 1},
		{"flying", men(flyer, 10, 1, Hold), []Wall{{Name: "wall", HP: 1000}}, 0},
	} {
		// The attackers stand in row 1 and step into row 0; hit they are in round 2.
		b := against([]Stack{men(walls(soldier, 0), 50, 1, Charge)}, []Stack{c.stack}, c.walls...)
		r := Fight(b, flat(2), seeded(1))
		hits := len(r.rounds(Blow, Ref{Defenders, 0}))
		if hits != c.hits {
			t.Errorf("%s: %d hits, want %d", c.name, hits, c.hits)
		}
	}
}

// Blows of a round fall at the same time: who stood right behind the wall as the
// round began reaches a row further in it, though the wall falls by an earlier
// blow. Ten rams are at the wall after round 1; in round 2 they do 10 × 5 × 10 =
// 500 HP to it, all it has, and the soldiers, in whichever order is drawn, X =
// 10 ÷ 20, 0.5 × 2 × 10 = 10 HP to them. In round 3 no wall stands.
func TestReachBehindAFallingWall(t *testing.T) {
	var first [2]int
	for n := range byte(20) {
		b := against([]Stack{men(ram, 10, 1, Charge)}, []Stack{men(soldier, 10, 1, Hold)},
			Wall{Name: "wall", HP: 500_000})
		r := Fight(b, flat(3), seeded(n))
		if got := r.rounds(Blow, Ref{Defenders, 0}); !slices.Equal(got, []int{2}) || r.Walls[0] != 0 {
			t.Errorf("seed %d: the soldiers struck in rounds %v, the wall has %d", n, got, r.Walls[0])
		}
		both := r.of(Blow, Breach)
		first[both[0].By.Side]++
		for _, e := range both {
			if e.Kind == Blow && e.HP != 10_000 {
				t.Errorf("seed %d: %+v", n, e)
			}
		}
	}
	if first[Attackers] == 0 || first[Defenders] == 0 {
		t.Errorf("of the two only one was drawn first: %v", first)
	}
}

// Who comes to the wall in a round has its reach from the next on, whoever moves
// first: riders (speed 2) charge from row 2 to row 1 with half a strike left while
// soldiers advance to row 0, one away.
func TestReachBehindAWallBeginsWithARound(t *testing.T) {
	for n := range byte(20) {
		b := against([]Stack{men(soldier, 50, 1, Advance)}, []Stack{men(rider, 10, 2, Charge)},
			Wall{Name: "wall", HP: 1000})
		if got := Fight(b, flat(2), seeded(n)).rounds(Blow, Ref{Defenders, 0}); !slices.Equal(got, []int{2}) {
			t.Errorf("seed %d: struck in rounds %v, want 2", n, got)
		}
	}
}

// Who leaves his place leaves its reach: a catapult in row 5 takes the 100 HP of a wall
// (10 × 10) in round 1, and riders who stood behind it charge out of row 1. In row 0 soldiers are
// one away: they run on into their row, and strike in round 2.
func TestReachEndsWithAStep(t *testing.T) {
	for n := range byte(20) {
		b := against([]Stack{men(catapult, 1, 5, Charge), men(soldier, 50, 1, Hold)},
			[]Stack{men(rider, 10, 1, Charge)}, Wall{Name: "wall", HP: 100_000})
		r := Fight(b, flat(2), seeded(n))
		if got := where(r, Ref{Defenders, 0}); !slices.Equal(got, []int32{-1}) || r.Walls[0] != 0 {
			t.Errorf("seed %d: the riders went to rows %v, the wall has %d", n, got, r.Walls[0])
		}
		if got := r.rounds(Blow, Ref{Defenders, 0}); !slices.Equal(got, []int{2}) {
			t.Errorf("seed %d: struck in rounds %v", n, got)
		}
	}
}
