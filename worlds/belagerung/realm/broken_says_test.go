package realm_test

import (
	"slices"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// What is broken is named as the game master would look for it: realms, walls and rounds
// counted from 1, dice and tiles by their number. And what is just within a bound is not
// broken.
func TestBrokenSays(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 2)
	at := func(x, y int) game.Place { return realm.Place(p.State.Grid, x, y) }
	for say, change := range map[string]func(*realm.State){
		"realm 1: 7 hits on the wall in direction 3":  func(s *realm.State) { s.Realms[0].Walls[2] = 7 },
		"realm 2: -1 hits on the wall in direction 1": func(s *realm.State) { s.Realms[1].Walls[0] = -1 },
		"the castles of realms 1 and 2 share walls":   func(s *realm.State) { s.Realms[1].Castle = at(4, 6) },
		"realm 1: treasure -1, looter 0, 0 turns, 0 missed": func(s *realm.State) {
			s.Bank, s.Realms[0].Treasure = s.Bank+s.Realms[0].Treasure+1, -1
		},
		"realm 1: treasure 4, looter -1, 0 turns, 0 missed": func(s *realm.State) { s.Realms[0].Looter = -1 },
		"realm 1: treasure 4, looter 0, -1 turns, 0 missed": func(s *realm.State) { s.Realms[0].Played = -1 },
		"realm 1: treasure 4, looter 0, 0 turns, -1 missed": func(s *realm.State) { s.Realms[0].Missed = -1 },
		"realm 2: looter 7": func(s *realm.State) { s.Realms[1].Looter = 7 },
		"realm 1: -1 hits on the castle, fallen false, over false": func(s *realm.State) { s.Realms[0].Hits = -1 },
		"realm 1: fortresses of power -1 and range 5": func(s *realm.State) {
			s.Realms[0].Fortress = realm.Values{Power: -1, Range: 5}
		},
		"realm 1: fortresses of power 5 and range -1": func(s *realm.State) {
			s.Realms[0].Fortress = realm.Values{Power: 5, Range: -1}
		},
		"realm 1 has 2 units and 3 settlers": func(s *realm.State) {
			s.Add(&realm.Unit{Number: 3, Realm: 1, Settler: true, At: at(5, 2)})
		},
		"a quarry at 49 with -1 hits": func(s *realm.State) { s.Building(at(5, 4)).Hits = -1 },
		"a quarry at 49 counts -1":    func(s *realm.State) { s.Building(at(5, 4)).Counter = -1 },
		"-1 dice are in the bank":     func(s *realm.State) { s.Bank = -1 },
		"E1: a weakening die of 7 pips": func(s *realm.State) {
			s.LastWeak, s.Units[0].Weak = 1,
				[]realm.Weakening{{Seq: 1, Pips: 7}}
		},
		"E1: weakening die 2 of 1 pips": func(s *realm.State) {
			s.LastWeak, s.Units[0].Weak = 1,
				[]realm.Weakening{{Seq: 2, Pips: 1}}
		},
		"the turn is realm 0's, over false":                    func(s *realm.State) { s.Next = 0 },
		"realm 1 has won, over false":                          func(s *realm.State) { s.Winners = []int{1} },
		"turn 1, round 0, a board of 15 by 11 with 165 fields": func(s *realm.State) { s.Round = 0 },
		"a board of 7 by 11": func(s *realm.State) {
			s.Grid.Width, s.Terrain = 7,
				s.Terrain[:77]
		},
		"realm 2 has number 2 and a castle at 165": func(s *realm.State) { s.Realms[1].Castle = 165 },
		"E1 has [sword] and learns \"dance\"":      func(s *realm.State) { s.Units[0].Learning = "dance" },
		"E1 has the trainings [dance]": func(s *realm.State) {
			s.Units[0].Symbols = []tables.Symbol{"dance"}
		},
		"1.S1 has the trainings [], learns \"bow\"": func(s *realm.State) { s.Settler(1, 1).Learning = tables.Bow },
		"a fortress at 82 counts 1":                 func(s *realm.State) { s.Building(at(8, 6)).Counter = 1 },
		"E1 and E2 stand in the same field":         func(s *realm.State) { s.Unit(1).At = s.Unit(2).At },
	} {
		s := p.State.Clone()
		change(s)
		if got := realm.Broken(p.Tables, s, true); !slices.Contains(got, say) {
			t.Errorf("it says %q, want %q", got, say)
		}
	}
}

// What is just within a limit is lawful: two settlers and eight units, a looter of six,
// walls that lie in ruins, a fortress of 15 points and range 7, a building one hit from its fall, a
// counter of five, all three weakening dice, all tiles of a kind, all of them on one realm.
func TestLimitsAreNotBroken(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 2)
	s := p.State
	at := func(x, y int) game.Place { return realm.Place(s.Grid, x, y) }
	for x := range 6 { // beside a sword and a bow
		s.LastUnit++
		s.Add(&realm.Unit{Number: s.LastUnit, Realm: 1, At: at(x+4, 1), Symbols: []tables.Symbol{tables.Bow}})
	}
	s.Realms[0].Walls[2], s.Realms[0].Hits, s.Realms[0].Looter = 6, 5, 6
	s.Realms[0].Fortress = realm.Values{Power: 8, Range: 7}
	s.Building(at(8, 6)).Hits = 5
	s.Building(at(5, 4)).Counter = 5
	s.LastWeak = 3
	s.Units[0].Weak = []realm.Weakening{{Seq: 1, Pips: 6}, {Seq: 2, Pips: 1}, {Seq: 3, Pips: 1}}
	if broken := realm.Broken(p.Tables, s, true); len(broken) > 0 {
		t.Errorf("%q", broken)
	}
	if broken := realm.Broken(p.Tables, gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 1).State,
		true); len(broken) > 0 {
		t.Errorf("one who waits for the others: %q", broken)
	}
}

// One player alone has the tiles of a begun pair: six for quarries and lumber camps.
func TestTilesOfOne(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(gametest.Plain)}, 1)
	for x := range 7 {
		p.State.Raise(&realm.Building{Kind: tables.Quarry, At: realm.Place(p.State.Grid, x+5, 1),
			Tile: "quarry-lumber"})
	}
	if got := realm.Broken(p.Tables, p.State, true); !slices.Contains(got, "-1 tiles of quarry-lumber are left") {
		t.Errorf("seven of six tiles: %q", got)
	}
}
