package fight

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// §6.7: a king without land goes before a nation, even if he has a battle more; of
// kings and of nations who has the fewest goes first; equals are drawn. The attacker,
// who does not play and who has no room lead nothing.
func TestStandIn(t *testing.T) {
	const most = 2
	for name, c := range map[string]struct {
		kings, idle []int
		taken       [6]int // by realm
		want        []int  // each of them in some round, nobody else in any
	}{
		"a king before nations":       {kings: []int{4}, taken: [6]int{0, 1, 0, 0, 1, 2}, want: []int{4}},
		"the king with fewer battles": {kings: []int{3, 4}, taken: [6]int{0, 1, 0, 1, 0, 0}, want: []int{4}},
		"kings have no room":          {kings: []int{3, 4}, taken: [6]int{0, 1, 1, 2, 2, 1}, want: []int{2, 5}},
		"the nation with fewest":      {taken: [6]int{0, 1, 1, 0, 1, 1}, want: []int{3}},
		"equals":                      {taken: [6]int{0, 0, 1, 1, 1, 1}, want: []int{2, 3, 4, 5}},
		"who does not play":           {kings: []int{4}, idle: []int{2, 4, 5}, taken: [6]int{}, want: []int{3}},
		"nobody":                      {idle: []int{2, 3}, taken: [6]int{0, 1, 0, 0, 2, 2}, want: []int{0}},
	} {
		s := &realm.State{Turn: 1, Realms: make([]realm.Realm, 5)}
		for i := range s.Realms {
			s.Realms[i].Number, s.Realms[i].Plays = i+1, true
		}
		for _, n := range c.kings {
			s.Realms[n-1].King = true
		}
		for _, n := range c.idle {
			s.Realms[n-1].Plays = false
		}
		found := map[int]bool{}
		for seed := range byte(60) {
			run, at := on(tables.StandardTables(), s, game.Seed{seed}, "pairings")
			b := &realm.Battle{At: 7, Sides: [2]realm.Side{{Role: realm.Standing, Owner: 1}, {Role: realm.Garrison}}}
			found[standIn(&run, at, &seats{most: most, taken: c.taken[:]}, b)] = true
		}
		for _, n := range c.want {
			if !found[n] {
				t.Errorf("%s: realm %d never leads the garrison, only %v", name, n, found)
			}
		}
		if len(found) != len(c.want) {
			t.Errorf("%s: led by %v, want %v", name, found, c.want)
		}
	}
}

// §6.5, §6.6: of battles of equal rank the order is drawn: each is at the table in
// some round, where there is room for one of two only.
func TestSeatsAreDrawn(t *testing.T) {
	played := [2]int{}
	for seed := range byte(60) {
		s := &realm.State{Turn: 1, Width: 8, Height: 6, Fields: make([]realm.Field, 48), Realms: make([]realm.Realm, 2)}
		s.Realms[0], s.Realms[1] = realm.Realm{Person: rulekit.Person{Number: 1}, Plays: true},
			realm.Realm{Person: rulekit.Person{Number: 2}, Plays: true, King: true}
		numbers, err := tables.StandardTables().With([]byte("[rules]\ntable = 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		run, at := on(numbers, s, game.Seed{seed}, "pairings")
		found := []*realm.Battle{
			{At: 3, Sides: [2]realm.Side{{Role: realm.Standing, Owner: 1, Army: 1}, {Role: realm.Garrison}}},
			{At: 9, Sides: [2]realm.Side{{Role: realm.Standing, Owner: 1, Army: 2}, {Role: realm.Garrison}}},
		}
		seat(&run, at, found)
		for i, b := range found {
			if b.Table {
				played[i]++
			}
		}
	}
	// 60 throws of a fair coin: below 12 or above 48 once in a million.
	if played[0]+played[1] != 60 || played[0] < 12 || played[1] < 12 {
		t.Errorf("of 60 rounds the battles are at the table in %v", played)
	}
}

// §6.5, §6.6: however the order is drawn, the battle of two armies is given out before
// those against garrisons, wherever it is.
func TestArmiesBeforeGarrisons(t *testing.T) {
	for seed := range byte(40) {
		s := &realm.State{Turn: 1, Width: 8, Height: 6, Fields: make([]realm.Field, 48),
			Realms: []realm.Realm{{Person: rulekit.Person{Number: 1}, Plays: true},
				{Person: rulekit.Person{Number: 2}, Plays: true}, {Person: rulekit.Person{Number: 3}, Plays: true,
					King: true}}}
		numbers, err := tables.StandardTables().With([]byte("[rules]\ntable = 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		run, at := on(numbers, s, game.Seed{seed}, "pairings")
		found := []*realm.Battle{
			{At: 3, Sides: [2]realm.Side{{Role: realm.Standing, Owner: 1, Army: 1}, {Role: realm.Garrison, Owner: 2}}},
			{At: 9, Sides: [2]realm.Side{{Role: realm.Standing, Owner: 1, Army: 2},
				{Role: realm.Standing, Owner: 2, Army: 1}}},
		}
		seat(&run, at, found)
		if found[0].Table || !found[1].Table {
			t.Fatalf("seed %d: at the table are the garrison %t, the army %t", seed, found[0].Table, found[1].Table)
		}
	}
}

// The bonus begins just at its ratio, §7.4; who has no strength at all has all
// of them against him.
func TestBonus(t *testing.T) {
	numbers := tables.StandardTables()
	for _, c := range []struct {
		attack, defence int64
		favours, row    int
	}{
		{1000, 1000, realm.Attacker, 0}, {1249, 1000, realm.Attacker, 0}, {1250, 1000, realm.Attacker, 1},
		{1499, 1000, realm.Attacker, 1}, {1500, 1000, realm.Attacker, 2},
		{1999, 1000, realm.Attacker, 2}, {2000, 1000, realm.Attacker, 3}, {1000, 1250, realm.Defender, 1},
		{1, 2, realm.Defender, 3}, {0, 1, realm.Defender, 3}, {1, 0, realm.Attacker, 3}, {0, 0, realm.Attacker, 0},
	} {
		if favours, row := bonus(numbers, c.attack, c.defence); favours != c.favours || row != c.row {
			t.Errorf("%d to %d: bonus %d for side %d, want %d for %d", c.attack, c.defence, row, favours, c.row,
				c.favours)
		}
	}
}

// on is the core of a turn in one phase, and the position it has.
func on(numbers *tables.Tables, s *realm.State, seed game.Seed, phase string) (rulekit.Turn, realm.Position) {
	t := rulekit.Begin(seed, s.Turn, len(s.Realms))
	t.Phase = phase
	return t, realm.Position{Tables: numbers, State: s}
}
