package realm_test

import (
	"slices"
	"testing"

	"weltentor/worlds/belagerung"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Broken finds what is wrong with a state, and such a state is not opened; but where
// only a limit of the tables is exceeded, which may have been drawn closer since, it is,
// and goes on.
func TestBrokenFinds(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 2)
	at := func(x, y int) game.Place { return realm.Place(p.State.Grid, x, y) }
	fortress := func(s *realm.State) *realm.Building { return s.Building(at(8, 6)) }
	quarry := func(s *realm.State) *realm.Building { return s.Building(at(5, 4)) }
	limits := []string{"a castle hit too often", "a castle that should fall", "a wall hit too often",
		"a looter of seven", "a fortress of 16 points", "a fortress of range 8",
		"four weakening dice of three", "a building that should be gone", "a counter of six",
		"more tiles than there are", "nine units"}
	for name, change := range map[string]func(*realm.State){
		"no turn":         func(s *realm.State) { s.Turn = 0 },
		"a board cut off": func(s *realm.State) { s.Terrain = s.Terrain[:7] },
		"ground of no kind": func(s *realm.State) {
			s.Terrain = append([]tables.Terrain{"swamp"},
				s.Terrain[1:]...)
		},
		"a realm of another number":    func(s *realm.State) { s.Realms[1].Number = 3 },
		"a castle at the edge":         func(s *realm.State) { s.Realms[1].Castle = at(15, 6) },
		"castles that share walls":     func(s *realm.State) { s.Realms[1].Castle = at(4, 6) },
		"a unit of nobody":             func(s *realm.State) { s.Units[0].Realm = 3 },
		"a unit nowhere":               func(s *realm.State) { s.Units[0].At = 165 },
		"a building of no kind":        func(s *realm.State) { fortress(s).Kind = "moat" },
		"a building of nobody's":       func(s *realm.State) { fortress(s).Site = 3 },
		"nobody's turn":                func(s *realm.State) { s.Next = 0 },
		"the turn of who is not there": func(s *realm.State) { s.Next = 3 },
		"a turn after the end":         func(s *realm.State) { s.Over = true },
		"a winner before the end":      func(s *realm.State) { s.Winners = []int{1} },
		"a castle hit too often":       func(s *realm.State) { s.Realms[0].Hits = 7 },
		"a castle that should fall":    func(s *realm.State) { s.Realms[0].Hits = 6 },
		"a wall hit too often":         func(s *realm.State) { s.Realms[0].Walls[2] = 7 },
		"a treasury in debt":           func(s *realm.State) { s.Realms[0].Treasure = -1 },
		"a looter of seven":            func(s *realm.State) { s.Realms[0].Looter = 7 },
		"a fortress of 16 points": func(s *realm.State) {
			s.Realms[0].Fortress = realm.Values{Power: 11,
				Range: 5}
		},
		"a fortress of range 8": func(s *realm.State) {
			s.Realms[0].Fortress = realm.Values{Power: 1,
				Range: 8}
		},
		"units out of order":           func(s *realm.State) { s.Units[0], s.Units[1] = s.Units[1], s.Units[0] },
		"a unit newer than the newest": func(s *realm.State) { s.LastUnit = 3 },
		"a unit in a castle":           func(s *realm.State) { s.Units[0].At = s.Realms[0].Castle },
		"a unit of no training":        func(s *realm.State) { s.Units[0].Symbols = nil },
		"a settler who is trained": func(s *realm.State) {
			s.Settler(1,
				1).Symbols = []tables.Symbol{tables.Bow}
		},
		"the same training twice": func(s *realm.State) {
			s.Units[0].Symbols = []tables.Symbol{tables.Sword,
				tables.Sword}
		},
		"learning what it can": func(s *realm.State) { s.Units[0].Learning = tables.Sword },
		"a weakening die of no pips": func(s *realm.State) {
			s.Units[0].Weak = []realm.Weakening{{Seq: 1}}
			s.LastWeak = 1
		},
		"a weakening die not yet thrown": func(s *realm.State) {
			s.Units[0].Weak = []realm.Weakening{{Seq: 1,
				Pips: 1}}
		},
		"one weakening die on two units": func(s *realm.State) {
			s.LastWeak = 1
			s.Units[0].Weak, s.Units[1].Weak = []realm.Weakening{{Seq: 1, Pips: 1}}, []realm.Weakening{{Seq: 1,
				Pips: 1}}
		},
		"four weakening dice of three": func(s *realm.State) {
			s.LastWeak = 4
			s.Units[0].Weak = []realm.Weakening{{Seq: 1, Pips: 1}, {Seq: 2, Pips: 1}, {Seq: 3, Pips: 1},
				{Seq: 4, Pips: 1}}
		},
		"nine units": func(s *realm.State) {
			for x := range 7 { // beside a sword and a bow
				s.LastUnit++
				s.Add(&realm.Unit{Number: s.LastUnit, Realm: 1, At: at(x+4, 1), Symbols: []tables.Symbol{tables.Bow}})
			}
		},
		"two in the same field": func(s *realm.State) { s.Units[0].At = s.Units[1].At },
		"buildings out of order": func(s *realm.State) {
			s.Buildings[0], s.Buildings[1] = s.Buildings[1],
				s.Buildings[0]
		},
		"a building that should be gone": func(s *realm.State) { fortress(s).Hits = 6 },
		"a site without a settler":       func(s *realm.State) { fortress(s).Site = 1 },
		"a fortress that counts":         func(s *realm.State) { fortress(s).Counter = 1 },
		"a counter of six":               func(s *realm.State) { quarry(s).Counter = 6 },
		"an owned quarry":                func(s *realm.State) { quarry(s).Owner = 1 },
		"an outpost of nobody's":         func(s *realm.State) { quarry(s).Kind = tables.Outpost },
		"a bank in debt":                 func(s *realm.State) { s.Bank = -1 },
		"more tiles than there are": func(s *realm.State) {
			for x := range 7 {
				s.Raise(&realm.Building{Kind: tables.Quarry, At: at(x+1, 1), Tile: "quarry-lumber"})
			}
		},
	} {
		s := p.State.Clone()
		change(s)
		if len(realm.Broken(p.Tables, s, true)) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
		opened, err := belagerung.Rules().Open(realm.Encode(s), p.Tables.Text())
		if wider := slices.Contains(limits, name); (err == nil) != wider {
			t.Errorf("%s: the state was opened: %t (%v)", name, err == nil, err)
		} else if wider {
			out := opened.Resolve(nil, game.Seed{}, 1, nil)
			if broken := append(opened.Broken(), out.Next().Broken()...); len(broken) > 0 {
				t.Errorf("%s: %v", name, broken)
			}
			out.Report(1, nil)
		}
	}
	if broken := realm.Broken(p.Tables, p.State, true); len(broken) > 0 {
		t.Errorf("a beginning is broken: %v", broken)
	}
}
