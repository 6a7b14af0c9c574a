package belagerung

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// battleWorld is a world of two realms in which everything lies about: units, dice,
// a site, a counter, hits.
func battleWorld(t *testing.T) *World {
	t.Helper()
	var w game.World
	w, err := Rules().Found(game.Founding{Seed: game.Seed{6}, Tables: []byte("[rules]\nboard = \"example\"\n")})
	for _, name := range []string{"Anna", "Bert"} {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: name, Player: name, Lang: phrase.De}, game.Seed{})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	s := w.(*World).at.State
	s.Unit(1).Weak = []realm.Weakening{{Seq: 1, Pips: 4}, {Seq: 2, Pips: 2}}
	s.LastWeak = 2
	settler := s.Settler(1, 1)
	settler.At = realm.Place(s.Grid, 5, 2)
	s.Raise(&realm.Building{Kind: tables.Smithy, At: settler.At, Site: 1, Tile: "smithy-quarry"})
	s.Building(realm.Place(s.Grid, 5, 4)).Counter = 3
	s.Bank--
	return w.(*World)
}

// A route of attack is as long there as back, is the distance where nothing bars it,
// and never shorter.
func TestRoutesAreTheSameBack(t *testing.T) {
	w := battleWorld(t)
	s, tables := w.at.State, w.at.Tables
	longer := 0
	for p := range game.Place(s.Grid.Size()) {
		for q := p + 1; int(q) < s.Grid.Size(); q++ {
			there, back, straight := s.Route(tables, p, q, 10), s.Route(tables, q, p, 10), int64(s.Grid.Distance(p, q))
			if there != back || there >= 0 && there < straight || there < 0 && straight <= 1 {
				t.Fatalf("from %d to %d: %d there, %d back, %d fields", p, q, there, back, straight)
			}
			if there > straight {
				longer++
			}
		}
	}
	if longer == 0 {
		t.Error("no building, wall or castle was in the way")
	}
	if n := s.Route(tables, 0, 0, 3); n != -1 {
		t.Errorf("a route of %d from a field to itself", n)
	}
}

// An engine's dice go from the highest down to those named, and what is left to
// the last (§13.6).
func TestShotsFromTheHighestDown(t *testing.T) {
	for names, want := range map[int][]int{1: {3}, 2: {1, 2}, 3: {1, 1, 1}} {
		w := battleWorld(t)
		p := w.at.With(w.at.State.Clone())
		core := rulekit.Begin(game.Seed{byte(names)}, p.State.Turn, len(p.State.Realms))
		run := fight.New(realm.Board{Position: p, Me: p.State.Realm(p.State.Next)}, &core, fight.Fair)
		for _, u := range run.State.Units {
			u.Weak = nil
		}
		at := run.State.Of(2)[:names]
		fight.Shoot(run, fight.Shots(run, run.State.Unit(1), 3), at)
		var lay []int
		last := run.Tables.Rules.Die
		for _, u := range at {
			lay = append(lay, len(u.Weak))
			for _, d := range u.Weak {
				if d.Pips > last {
					t.Errorf("%d names: a die of %d after one of %d", names, d.Pips, last)
				}
				last = d.Pips
			}
		}
		if fmt.Sprint(lay) != fmt.Sprint(want) {
			t.Errorf("%d names get %v dice, want %v", names, lay, want)
		}
	}
}

// §9.8: with all three dice of two players lying, of E1's two the one that has lain
// longest is lifted, whatever it shows.
func TestOldestDieIsLifted(t *testing.T) {
	w := battleWorld(t)
	s := w.at.State
	s.Unit(1).Weak = []realm.Weakening{{Seq: 2, Pips: 1}, {Seq: 3, Pips: 6}}
	s.Unit(2).Weak, s.LastWeak = []realm.Weakening{{Seq: 4, Pips: 2}}, 4
	if from := s.Weaken(w.at.Tables, s.Unit(3), 5); from != s.Unit(1) {
		t.Errorf("a die was lifted from %+v", from)
	}
	for number, want := range map[int][]realm.Weakening{1: {{Seq: 3, Pips: 6}}, 2: {{Seq: 4, Pips: 2}},
		3: {{Seq: 5, Pips: 5}}} {
		if got := s.Unit(number).Weak; !slices.Equal(got, want) {
			t.Errorf("on E%d lie %v, want %v", number, got, want)
		}
	}
}
