package realm_test

import (
	"fmt"
	"testing"

	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// Turn 1 is summer of year 1, and a year has four turns: turn 8 is spring of year 2.
func TestCalendar(t *testing.T) {
	for i, want := range []string{"summer 1", "autumn 1", "winter 1", "spring 1", "summer 2", "autumn 2", "winter 2",
		"spring 2"} {
		turn := i + 1
		if got := fmt.Sprint(realm.Season(turn), " ", realm.Year(turn)); got != want ||
			realm.Autumn(turn) != (turn%4 == 2) {
			t.Errorf("turn %d is %s, autumn %t; want %s", turn, got, realm.Autumn(turn), want)
		}
	}
}

// A treaty is both sides' or nobody's; to itself a realm is a partner.
func TestTreaties(t *testing.T) {
	p := plain.New(12, 12)
	for _, treaty := range []realm.Treaty{realm.Pact, realm.Partner, realm.NoTreaty} {
		p.Pledge(1, 3, treaty)
		if a, b, c := p.State.Treaty(1, 3), p.State.Treaty(3, 1), p.State.Treaty(1, 2); a != treaty || b != treaty ||
			c != realm.NoTreaty {
			t.Errorf("after %c: %c, %c, and %c with another", treaty, a, b, c)
		}
	}
	if got := p.State.Treaty(2, 2); got != realm.Partner {
		t.Errorf("to itself %c", got)
	}
}

// Gold that comes in and goes out is noted by source and purpose; the free lands have no treasury, and nothing is noted
// of nothing.
func TestTreasury(t *testing.T) {
	p := plain.New(12, 12)
	p.Earn(1, "trade", 300)
	p.Earn(1, "trade", 200)
	p.Earn(0, "trade", 200)
	p.Spend(1, "upkeep", 100)
	p.Spend(1, "shots", 0)
	if got := fmt.Sprint(p.State.Realms[1].Gold, p.Income[1], p.Outlay[1], p.State.Realms[0].Gold); got !=
		"400 map[trade:500] map[upkeep:100] 0" {
		t.Errorf("%s", got)
	}
}

// Walls are on one side of an edge; roads, rivers and bridges on both.
func TestEdgesHaveSides(t *testing.T) {
	for edge, both := range map[realm.Edge]bool{realm.Road: true, realm.River: true, realm.Bridge: true,
		realm.Wall: false} {
		p := plain.New(12, 12)
		p.State.SetEdge(p.XY(0, 0), 2, edge, true)
		here, there := *p.Field(p.XY(0, 0)).Edge(edge), *p.Field(p.XY(1, 0)).Edge(edge)
		if !here.Has(2) || there.Has(5) != both {
			t.Errorf("%c: %t here, %t there", edge, here.Has(2), there.Has(5))
		}
		p.State.SetEdge(p.XY(0, 0), 2, edge, false)
		if *p.Field(p.XY(0, 0)).Edge(edge) != 0 || *p.Field(p.XY(1, 0)).Edge(edge) != 0 {
			t.Errorf("%c is still there", edge)
		}
	}
}
