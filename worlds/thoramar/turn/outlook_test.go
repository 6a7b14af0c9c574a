package turn_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Law 8 for money: where nobody marches, fights or trades, what the receipt says is
// left in the treasury after the harvest is what the turn leaves, work finished in
// autumn and upkeep unpaid included.
func TestHarvestIsAsForetold(t *testing.T) {
	const realms = 6
	p, _ := gametest.Crowd(t, 60, 40, realms, 8)
	p.State.Turn = 2
	p.State.Armies[0] = nil
	numbers := *p.Tables
	gametest.Calm(&numbers.Rules)
	p = realm.Position{Rules: p.Rules, Tables: &numbers, State: p.State}
	for r := 1; r <= realms; r++ {
		origin := p.State.Realms[r].Origin
		p.State.Fields[origin].Building.Damage = tables.Damage(r % 3)
		p.State.Fields[origin].Building.Ready = r % 4 // 0 none, 1 and 2 done by now, 3 later
		p.State.Fields[origin].Blessed = uint8(r % 2)
		p.State.Realms[r].Gold = int64(r-1) * 3000
		for _, a := range p.State.Armies[r] {
			a.Men *= int64(r) // 2000 men or so, 8 times: 16000 GS and more a factor
		}
	}
	short := 0
	after := turn.Resolve(p, 1, false, nil, game.Seed{5}).State
	for r := 1; r <= realms; r++ {
		got := gametest.Check(p, game.Sheet{Realm: r, Turn: 2})
		want := after.Realms[r].Gold
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
	p, _ := gametest.Crowd(t, 60, 40, 2, 3)
	for _, turn := range []int{1, 3, 4} {
		p.State.Turn = turn
		for _, p := range gametest.Check(p, game.Sheet{Realm: 1, Turn: turn}).Outlook {
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
