package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// The map of a realm that knows its capital and the ring around it, worked out
// by hand: with cells of four, 5 + 4 × (0 + 9) = column 41 is where 0/0 begins;
// odd rows begin 2 further right, so 1/1 (north-east) begins at 43, −1/1 at 39.
func TestMapOfTheRing(t *testing.T) {
	a := gametest.NewArena(t)
	r := &a.State.Realms[1]
	r.Settings.Map, r.Lang = true, "de"
	for _, xy := range [][2]int{{0, 0}, {1, 1}, {1, 0}, {1, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {3, 2}} {
		r.Seen.Add(a.XY(xy[0], xy[1]))
	}
	home := a.Field(a.XY(0, 0))
	home.Owner, home.Building = 1, &realm.Building{Kind: "HST", Name: "Ort"}
	a.Land(1, 0, "hwa").Owner = 2
	a.Land(3, 2, "bew").Owner = 2 // seen once, not now
	a.Army(1, "K.M 1", 500, 0, 0)
	a.Army(2, "K.M 1", 500, -1, 1)
	a.Army(2, "K.L 1", 100, 1, 1) // a spy
	a.Army(2, "K.L 2", 100, 3, 2)
	got := mapOf(t, a.Turn, 1, game.Sheet{Realm: 2, Turn: 5, Text: "$A\nK.L 1 0000000000000 V-\n"})
	want := `Karte:

      -8  -7  -6  -5  -4  -3  -2  -1   0   1   2   3   4   5   6   7   8
        -8  -7  -6  -5  -4  -3  -2  -1   1   2   3   4   5   6   7   8   9
   2                                             bew

   1                               tla tla
                                      !
   0                             tla tla+hwa-
                                     HST*
  -1                               tla tla

`
	if !strings.HasPrefix(got, want) {
		t.Errorf("the map is\n%s\nwant\n%s", got, want)
	}
}

// mapOf gives the map of a realm's report.
func mapOf(t *testing.T, play *turn.Turn, number int, sheets ...game.Sheet) string {
	t.Helper()
	p := realm.Position{Rules: gametest.Rules, Tables: play.Tables, State: play.State}
	text := string(resolved(p, game.Seed{1}, sheets).Report(number, nil).Text)
	_, rest, _ := strings.Cut(text, "\nKarte:\n")
	part, _, ok := strings.Cut("Karte:\n"+rest, "\nEnde der Auswertung.\n") // nobody has written
	if !ok {
		t.Fatalf("no map in\n%s", text)
	}
	return part
}

// A realm that knows the world gets it on several sheets; no line is longer than
// 78 columns, and each known field stands there once. Without the wish there is
// no map.
func TestMapOfTheWorld(t *testing.T) {
	p := gametest.Fresh(t, "map", 60, 40, 2)
	p.State.Realms[1].Settings.Map = false
	if text := resolved(p, game.Seed{1}, nil).Report(1, nil).Text; bytes.Contains(text, []byte("Karte:")) {
		t.Error("a map nobody asked for")
	}
	r := &p.State.Realms[1]
	r.Settings.Map = true
	for p := range p.State.Fields {
		r.Seen.Add(game.Place(p))
	}
	text := mapOf(t, turn.Begin(p, nil, game.Seed{1}), 1)
	fields := 0
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > rulekit.Width {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	map1, _, _ := strings.Cut(text, "Obere Zeile")
	for i := range p.Tables.Terrain {
		fields += strings.Count(map1, p.Tables.Terrain[i].Code)
	}
	// 60 columns are x from −29 to 30: sheets of 18 from −45, −27, −9, 9 and 27 on.
	if fields != 60*40 || !strings.Contains(text, "Blatt 5 von 5") {
		t.Errorf("%d fields are drawn, want 2400 on 5 sheets", fields)
	}
}
