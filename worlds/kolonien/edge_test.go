package kolonien

import (
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// An allied refuge is a colony on land: never an ally's home, nor a realm's that is not
// allied with all who are left.
func TestAlliedRefugeIsLand(t *testing.T) {
	c := newCase(t, "-- world --\nland 8 9 10\ntreaty 1 2 P\ntreaty 1 3 P\ncolony 8 2 level 1\ncolony 10 3 level "+
		"1\nleader 1 Cortez 1 9 INF 1\n")
	refuges := func(left ...int) []realm.Place { return fight.Refuges(c.world.at, 9, &fight.Party{}, left) }
	if got := refuges(1); !slices.Equal(got, []realm.Place{{Area: 8}, {Area: 10}}) {
		t.Errorf("refuges %v", got)
	}
	if got := refuges(1, 2); !slices.Equal(got, []realm.Place{{Area: 8}}) {
		t.Errorf("refuges of two allies %v, of whom 3 is allied with one", got)
	}
	c.world.at.State.Areas[9].Ground = realm.Home // as if an ally's home lay beside
	if got := refuges(1); !slices.Equal(got, []realm.Place{{Area: 8}}) {
		t.Errorf("with a home beside: refuges %v", got)
	}
}

// Who is away misses no year, and one that was missed before stays counted.
func TestAbsenceIsNoYear(t *testing.T) {
	c := newCase(t, "-- world --\nplayer 1 Isabel\nmissed 1 2\n")
	out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Absent: true}}, game.Seed{}, 1, nil)
	if got := out.Next().(*World).at.State.Realms[0].Missed; got != 2 {
		t.Errorf("%d years missed, want 2", got)
	}
}

// Natives of area 1 lose men like any, a fleet of number 1 has its own order of losses, and a
// report leaves a line free above each combat.
func TestTheFirstAreaAndFleet(t *testing.T) {
	c := newCase(t, "-- world --\nland 1 2\nleader 1 Cortez 1 2 INF 1\nnatives 1 tribe N-INF 3 N-CAV 3\nfleet 1 1 "+
		"31 TRA 1\nstand 1 Cortez rueckzug immer\n")
	out := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$K\nFlotte_1 verluste ESK TRA\n$A\nCortez 1\n"}},
		game.Seed{}, 1, nil)
	next := out.Next().(*World)
	if got := next.at.State.Realms[0].Fleets[0].Orders.Sinking; !slices.Equal(got,
		[]tables.Class{tables.ESK, tables.TRA}) {
		t.Errorf("the fleet loses %v", got)
	}
	if !strings.Contains(string(out.Report(1, nil).Text), "\n\n  Kampf in 1:") {
		t.Errorf("no line is free above the combat:\n%s", out.Report(1, nil).Text)
	}
}
