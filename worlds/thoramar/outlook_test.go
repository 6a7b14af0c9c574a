package thoramar

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Law 8 for money: where nobody marches, fights or trades, what the receipt says is
// left in the treasury after the harvest is what the turn leaves, work finished in
// autumn and upkeep unpaid included.
func TestHarvestIsAsForetold(t *testing.T) {
	const realms = 6
	w, _ := crowd(t, 60, 40, realms, 8)
	w.at.State.Turn = 2
	w.at.State.Armies[0] = nil
	numbers := *w.at.Tables
	gametest.Calm(&numbers.Rules)
	w = &World{at: realm.Position{Rules: w.at.Rules, Tables: &numbers, State: w.at.State}}
	for r := 1; r <= realms; r++ {
		origin := w.at.State.Realms[r].Origin
		w.at.State.Fields[origin].Building.Damage = tables.Damage(r % 3)
		w.at.State.Fields[origin].Building.Ready = r % 4 // 0 none, 1 and 2 done by now, 3 later
		w.at.State.Fields[origin].Blessed = uint8(r % 2)
		w.at.State.Realms[r].Gold = int64(r-1) * 3000
		for _, a := range w.at.State.Armies[r] {
			a.Men *= int64(r) // 2000 men or so, 8 times: 16000 GS and more a factor
		}
	}
	short := 0
	outcome := w.Resolve(nil, game.Seed{5}, 1, nil)
	for r := 1; r <= realms; r++ {
		got := w.Check(game.Sheet{Realm: r, Turn: 2})
		want := outcome.Next().(*World).at.State.Realms[r].Gold
		if left := argument(t, got.Outlook, "outlook-upkeep", "left"); left != want {
			t.Errorf("realm %d: foretold %d, left %d", r, left, want)
		}
		for _, p := range got.Problems {
			if p.What.Code == "upkeep-short" {
				short++
				if want != 0 {
					t.Errorf("realm %d: warned, and has %d", r, want)
				}
			}
		}
	}
	if short == 0 || short == realms {
		t.Errorf("%d of %d realms cannot pay: the test is too tame", short, realms)
	}
}

// Only autumn has a harvest.
func TestNoHarvestInOtherSeasons(t *testing.T) {
	w, _ := crowd(t, 60, 40, 2, 3)
	for _, turn := range []int{1, 3, 4} {
		w.at.State.Turn = turn
		for _, p := range w.Check(game.Sheet{Realm: 1, Turn: turn}).Outlook {
			if strings.HasPrefix(p.Code, "outlook-harvest") || p.Code == "outlook-upkeep" {
				t.Errorf("turn %d: %s", turn, p.Code)
			}
		}
	}
}

// argument is a number of the phrase with the code.
func argument(t *testing.T, list []phrase.Phrase, code, name string) int64 {
	t.Helper()
	for _, p := range list {
		for _, a := range p.Args {
			if p.Code == code && a.Name == name {
				return a.N
			}
		}
	}
	t.Fatalf("no %s of %s in %v", name, code, list)
	return 0
}
