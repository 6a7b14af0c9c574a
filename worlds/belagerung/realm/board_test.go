package realm_test

import (
	"slices"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// battleWorld is a world of two realms in which everything lies about: units, dice,
// a site, a counter, hits.
func battleWorld(t *testing.T) realm.Position {
	t.Helper()
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{6}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 2)
	s := p.State
	s.Unit(1).Weak = []realm.Weakening{{Seq: 1, Pips: 4}, {Seq: 2, Pips: 2}}
	s.LastWeak = 2
	settler := s.Settler(1, 1)
	settler.At = realm.Place(s.Grid, 5, 2)
	s.Raise(&realm.Building{Kind: tables.Smithy, At: settler.At, Site: 1, Tile: "smithy-quarry"})
	s.Building(realm.Place(s.Grid, 5, 4)).Counter = 3
	s.Bank--
	return p
}

// A route of attack is as long there as back, is the distance where nothing bars it,
// and never shorter.
func TestRoutesAreTheSameBack(t *testing.T) {
	at := battleWorld(t)
	s, tables := at.State, at.Tables
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

// §9.8: with all three dice of two players lying, of E1's two the one that has lain
// longest is lifted, whatever it shows.
func TestOldestDieIsLifted(t *testing.T) {
	p := battleWorld(t)
	s := p.State
	s.Unit(1).Weak = []realm.Weakening{{Seq: 2, Pips: 1}, {Seq: 3, Pips: 6}}
	s.Unit(2).Weak, s.LastWeak = []realm.Weakening{{Seq: 4, Pips: 2}}, 4
	if from := s.Weaken(p.Tables, s.Unit(3), 5); from != s.Unit(1) {
		t.Errorf("a die was lifted from %+v", from)
	}
	for number, want := range map[int][]realm.Weakening{1: {{Seq: 3, Pips: 6}}, 2: {{Seq: 4, Pips: 2}},
		3: {{Seq: 5, Pips: 5}}} {
		if got := s.Unit(number).Weak; !slices.Equal(got, want) {
			t.Errorf("on E%d lie %v, want %v", number, got, want)
		}
	}
}
