package terra

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// founded is a fresh world of the standard size with four nations and a king.
func founded(t *testing.T, seed game.Seed, tables string) *World {
	t.Helper()
	w, err := Rules().Found(game.Founding{Seed: seed, Tables: []byte(tables)})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"Asten", "Besten", "Cesten", "Desten", "Ohneland"} {
		kind := realm.Nation
		if i == 4 {
			kind = realm.King
		}
		if w, _, err = w.Join(game.Joining{Name: name, Player: "X", Kind: kind, Lang: phrase.De},
			seed.Sub(name)); err != nil {
			t.Fatal(err)
		}
	}
	return w.(*World)
}

// §3.1, §3.3: of 400 fields 10 % are villages, 20 % farmland, 35 % pasture, 20 %
// forest, 15 % mountain: 40, 80, 140, 80, 60; all garrisons are full.
func TestWildLand(t *testing.T) {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	s := w.(*World).at.State
	var got [tables.Terrains]int
	for _, f := range s.Fields {
		got[f.Terrain]++
		if f.Owner != 0 || f.Garrison != w.(*World).at.Tables.Terrain[f.Terrain].Garrison {
			t.Fatalf("a wild field is %+v", f)
		}
	}
	if want := [tables.Terrains]int{0, 40, 80, 140, 80, 60}; got != want {
		t.Errorf("terrains %v, want %v", got, want)
	}
	if g := s.Grid(); g.Width != 20 || g.Height != 20 || !g.WrapX || !g.WrapY {
		t.Errorf("the map is %+v, want a globe of 20 by 20", g)
	}
}

// §3.4, §3.3: each nation has its seven fields and three armies, capitals are six
// apart from the nearest, and two neutral cities came with four nations.
func TestStart(t *testing.T) {
	for seed := range byte(8) {
		w := founded(t, game.Seed{seed}, "")
		s := w.at.State
		cities := 0
		for _, f := range s.Fields {
			if f.Owner == 0 && f.Terrain == tables.City {
				cities++
			}
		}
		if cities != 2 {
			t.Errorf("%d neutral cities, want 2", cities)
		}
		for i := range 4 {
			r := &s.Realms[i]
			var around []tables.Terrain
			for d := game.Direction(1); d <= 6; d++ {
				q := s.Grid().Step(r.Capital, d)
				if s.Fields[q].Owner != i+1 || s.Fields[q].Garrison != w.at.Tables.Terrain[s.Fields[q].Terrain].Garrison {
					t.Errorf("beside the capital of %s lies %+v", r.Name, s.Fields[q])
				}
				around = append(around, s.Fields[q].Terrain)
			}
			slices.Sort(around)
			if want := []tables.Terrain{tables.Village, tables.Farmland, tables.Pasture, tables.Pasture, tables.Forest,
				tables.Mountain}; !slices.Equal(around, want) {
				t.Errorf("around the capital of %s: %v", r.Name, around)
			}
			want := []game.Place{r.Capital, s.Grid().Step(r.Capital, 1), s.Grid().Step(r.Capital, 4)}
			for k, a := range r.Armies {
				if len(r.Armies) != 3 || a.At != want[k] || a.Status != 4500 {
					t.Errorf("army %d of %s: %+v", k+1, r.Name, a)
				}
			}
			nearest := 99
			for k := range 4 {
				if k != i {
					nearest = min(nearest, s.Grid().Distance(r.Capital, s.Realms[k].Capital))
				}
			}
			if s.FieldsOf(i+1) != 7 || r.Treasury != 1000 || nearest != 6 {
				t.Errorf("%s has %d fields, treasury %d, the nearest capital %d away", r.Name, s.FieldsOf(i+1),
					r.Treasury, nearest)
			}
		}
		if king := &s.Realms[4]; !king.King || len(king.Armies) != 0 || s.FieldsOf(5) != 0 || king.Treasury != 1000 {
			t.Errorf("the king: %+v", king)
		}
	}
}

// §3.3: with the second and the fourth nation comes a city that is nobody's.
func TestNeutralCities(t *testing.T) {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, 1, 2} {
		if w, _, err = w.Join(game.Joining{Name: strings.Repeat("a", i+1)}, game.Seed{byte(i)}); err != nil {
			t.Fatal(err)
		}
		cities := 0
		for _, f := range w.(*World).at.State.Fields {
			if f.Owner == 0 && f.Terrain == tables.City {
				cities++
			}
		}
		if cities != want {
			t.Errorf("%d nations, %d neutral cities, want %d", i+1, cities, want)
		}
	}
}

// Who cannot join is told why.
func TestNoRoom(t *testing.T) {
	small, err := Rules().Found(game.Founding{Seed: game.Seed{1}, Width: 6, Height: 6})
	if err != nil {
		t.Fatal(err)
	}
	var w game.World = small
	for i := 0; err == nil && i < 9; i++ {
		w, _, err = w.Join(game.Joining{Name: strings.Repeat("x", i+1)}, game.Seed{byte(i)})
	}
	if err == nil || !strings.Contains(err.Error(), "no room left for the seven fields") {
		t.Errorf("36 fields hold nine nations: %v", err)
	}
	for want, j := range map[string]game.Joining{
		"no culture here": {Name: "a", Culture: "elves"},
		`no kind "duke" of realm: want nation or king`: {Name: "a", Kind: "duke"}, "that of the realm x": {Name: "X"},
	} {
		one, _, err := small.Join(game.Joining{Name: "x"}, game.Seed{})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := one.Join(j, game.Seed{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", j, err, want)
		}
	}
}

// Tables nobody could play by are refused by name.
func TestBadTables(t *testing.T) {
	for tables, want := range map[string]string{
		"[rules]\nrelease = \"soon\"":                              "release",
		"[rules]\nwidth = 99":                                      "width = 99",
		"[[terrain]]\ncode = \"pasture\"\nshare = 36":              "101 %",
		"[[command]]\ncode = \"advance\"\ndelay = 333":             "delay = 333",
		"[[bonus]]\ncode = \"turn\"\nratio = 1500":                 "ratio = 1500",
		"[[terrain]]\ncode = \"desert\"\nincome = 1":               "desert",
		"[rules]\nloser_least = 800":                               "loser_least = 800",
		"[rules]\nmoats = 3":                                       "moats",
		"[[terrain]]\ncode = \"pasture\"\ngarrison = -1":           "garrison = -1",
		"[[command]]\ncode = \"hold\"\nmoves = 10\nforeign = true": "moves = 10",
	} {
		if _, err := Rules().Tables([]byte(tables)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", tables, err, want)
		}
	}
	if _, err := Rules().Found(game.Founding{Width: 8, Height: 7}); err == nil ||
		!strings.Contains(err.Error(), "even") {
		t.Errorf("a globe of seven rows: %v", err)
	}
}
