package report_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// What a report has no room for its facts do not say: of two foreign armies beside an own one, the report has the first
// and a sentence that something is missing. With more room both have all of it.
func TestFactsAreCutWithTheReport(t *testing.T) {
	at := besideTwo()
	for room, want := range map[int]int{205: 1, 2000: 2} {
		text, facts := report.FirstWeekIn(room, at, 1)
		armies := 0
		for _, s := range facts.Weeks[1].Sightings {
			for _, a := range s.Armies {
				if a.Realm != 1 {
					armies++
				}
			}
		}
		written := strings.Count(text, "\n  A : 2.") + strings.Count(text, "\n  A : ?.")
		if armies != want || written != want || strings.Contains(text, "Hier fehlt etwas") != (want == 1) {
			t.Errorf("with room for %d bytes the facts have %d foreign armies, the report %d:\n%s", room, armies, written, text)
		}
	}
}

// besideTwo is a plain on which an army of realm 1 is beside two of realm 2, one without its sign.
func besideTwo() realm.Position {
	numbers, grid := tables.StandardTables(), game.Grid{Width: 16, Height: 16, WrapX: true}
	s := &realm.State{Schema: realm.Schema, Turn: 5, Grid: grid, Fields: make([]realm.Field, grid.Size()),
		Armies: make([][]*realm.Army, 3)}
	plain, _ := numbers.FindTerrain("tla")
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: plain, Yield: 100}
	}
	for n := range 3 {
		s.Realms = append(s.Realms, realm.Realm{Culture: "plain", Origin: grid.At(12, 6),
			Person: rulekit.Person{Number: n, Name: "R", Player: "P", Lang: phrase.De}})
	}
	at := realm.Position{Rules: thoramar.Rules().Book, Tables: numbers, State: s}
	t := turn.On(at, game.Seed{})
	army := func(number int, kind byte, id int32, h int, flag realm.Flag) {
		t.AddArmy(realm.Army{Realm: number, Men: 500, At: grid.At(h, 6), Fit: -1, Since: 1, Start: game.Nowhere, Flag: flag,
			Name: realm.ArmyName{Unit: tables.Unit{Type: kind, Class: 'M'}, ID: id}})
	}
	army(1, 'K', 1, 12, realm.Shown)
	army(2, 'R', 3, 14, realm.Shown)
	army(2, 'R', 4, 14, realm.NoSign)
	return at
}
