package fight

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// atOdds is a battle computed many times over: an army of 3000 attacks a garrison
// of 1000, at just these strengths; who is beaten gives up half, who wins a fifth.
func atOdds(t *testing.T, attack, defence int64, do func(b *realm.Battle)) {
	t.Helper()
	numbers, err := tables.StandardTables().With([]byte("[rules]\nloser_least = 500\nloser_most = 500\nwinner_least " +
		"= 200\nwinner_most = 200\n"))
	if err != nil {
		t.Fatal(err)
	}
	run, at := on(numbers, &realm.State{Turn: 1}, game.Seed{8}, "results")
	for n := range 20000 {
		b := realm.Battle{At: game.Place(n),
			Sides: [2]realm.Side{{Role: realm.Standing, Status: 3000, Strength: attack},
				{Role: realm.Garrison, Status: 1000, Strength: defence}}}
		Compute(&run, at, &b)
		do(&b)
	}
}

// §8.10: with p = 3000 / 4000 = 750, u from 0 to 649 wins for the attacker, 650 of 1000; u
// from 851 to 999 for the defender, 149; the other 201 are draws. Of 20,000 battles
// that is 13,000, 2,980 and 4,020; the standard deviation is at most
// sqrt(20000 · 0.65 · 0.35) = 67.
// §8.11: the beaten garrison gives up 500, the army that won a fifth of 3000, 600, a third
// of it for the strength of 1000 to 3000: 200. The beaten army gives up 1500, the
// garrison a fifth of 1000, 200, and nothing less: the army was the stronger. In a
// draw it is 750 and 250.
func TestComputedBattles(t *testing.T) {
	var won [3]int
	atOdds(t, 3000, 1000, func(b *realm.Battle) {
		won[b.Winner]++
		want := [3][2]int64{{250, 750}, {500, 200}, {200, 1500}}[b.Winner]
		if got := [2]int64{b.Sides[realm.Attacker].Points, b.Sides[realm.Defender].Points}; got != want {
			t.Fatalf("won by %d, the points are %v, want %v", b.Winner, got, want)
		}
	})
	for i, want := range [3]int{4020, 13000, 2980} {
		if won[i] < want-270 || won[i] > want+270 {
			t.Errorf("%v battles are drawn, won and lost; of the %dth about %d", won, i, want)
		}
	}
}

// §8.10: without any strength p is 500: 400, 399 and 201 of 1000.
func TestComputedBattlesOfTheSpent(t *testing.T) {
	var won [3]int
	atOdds(t, 0, 0, func(b *realm.Battle) { won[b.Winner]++ })
	for i, want := range [3]int{4020, 8000, 7980} {
		if won[i] < want-280 || won[i] > want+280 {
			t.Errorf("%v battles are drawn, won and lost; of the %dth about %d", won, i, want)
		}
	}
}

// §8.10: just at p ± 100 a battle is drawn; here it is p itself. Without strength
// p is 0, no u is below it, and only 0, one of 1000, is not above it: about 20 of 20,000.
func TestComputedBattlesAtTheEdge(t *testing.T) {
	var won [3]int
	numbers, err := tables.StandardTables().With([]byte("[rules]\nluck = 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	run, at := on(numbers, &realm.State{Turn: 1}, game.Seed{8}, "results")
	for n := range 20000 {
		b := realm.Battle{At: game.Place(n),
			Sides: [2]realm.Side{{Role: realm.Standing, Status: 3000},
				{Role: realm.Garrison, Status: 1000, Strength: 1000}}}
		Compute(&run, at, &b)
		won[b.Winner]++
	}
	if won[1+realm.Attacker] > 0 || won[0] == 0 || won[0] > 60 {
		t.Errorf("%v battles are drawn, won and lost", won)
	}
}

// §8.11: what is given up is drawn between 40 and 70 %, 10 and 35 %.
func TestComputedLossesAreInRange(t *testing.T) {
	run, at := on(tables.StandardTables(), &realm.State{Turn: 1}, game.Seed{9}, "results")
	least, most := [2]int64{9999, 9999}, [2]int64{}
	for n := range 3000 {
		b := realm.Battle{At: game.Place(n),
			Sides: [2]realm.Side{{Status: 1000, Strength: 1000}, {Status: 1000, Strength: 1000}}}
		Compute(&run, at, &b)
		if b.Winner == 0 {
			continue
		}
		// by the winner, by the beaten
		for i, lost := range [2]int64{b.Sides[2-b.Winner].Points, b.Sides[b.Winner-1].Points} {
			least[i], most[i] = min(least[i], lost), max(most[i], lost)
		}
	}
	if least != [2]int64{100, 400} || most != [2]int64{350, 700} {
		t.Errorf("winners lose %d to %d, the beaten %d to %d", least[0], most[0], least[1], most[1])
	}
}

// §8.9: objectives first; then a quarter of the army's size, 4500 / 4 = 1125.
func TestDecide(t *testing.T) {
	n := &tables.StandardTables().Rules
	for _, c := range []struct {
		points [2]int64
		goals  [2]int
		want   int
	}{
		{[2]int64{0, 0}, [2]int{0, 0}, 0},
		{[2]int64{1125, 0}, [2]int{0, 0}, 1}, {[2]int64{1124, 0}, [2]int{0, 0}, 0},
		{[2]int64{0, 1124}, [2]int{1, 1}, 0}, {[2]int64{0, 1125}, [2]int{3, 3}, 2},
		{[2]int64{4500, 0}, [2]int{0, 1}, 2}, {[2]int64{0, 4500}, [2]int{2, 1}, 1},
	} {
		b := realm.Battle{Sides: [2]realm.Side{{Points: c.points[0], Goals: c.goals[0]},
			{Points: c.points[1], Goals: c.goals[1]}}}
		if Decide(n, &b); b.Winner != c.want {
			t.Errorf("%v points, %v objectives: won by %d, want %d", c.points, c.goals, b.Winner, c.want)
		}
	}
}
