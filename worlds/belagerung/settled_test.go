package belagerung

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// The board stays as it was laid out; other numbers may change.
func TestSettled(t *testing.T) {
	for own, want := range map[string]string{"board = \"example\"": "board = example: ", "width = 12": "width = 12: ",
		"height = 12": "height = 12: ", "castle_hits = 9": ""} {
		_, err := Rules().Settled(nil, []byte("[rules]\n"+own+"\n"))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", own, err)
		}
	}
}

// A world that was founded before its first wall was a number has all of them in direction 1, whether a realm joins now
// or joined then; who joined under the number keeps it.
func TestWorldsFoundedBeforeTheFirstWall(t *testing.T) {
	now, err := Rules().Tables(nil)
	if err != nil {
		t.Fatal(err)
	}
	then := regexp.MustCompile(`(?m)^\s*first_wall = .*\n`).ReplaceAll(now, nil)
	if len(then) == len(now) {
		t.Fatal("the tables' text has no first wall")
	}
	goesOn, err := Rules().Settled(then, now)
	if err != nil {
		t.Fatal(err)
	}
	for tables, want := range map[string]game.Direction{string(then): 0, string(goesOn): 0, string(now): 1} {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(tables)}, 2)
		if got := p.State.Realms[0].First; got != want {
			t.Errorf("the first wall of realm 1 is %d, want %d", got, want)
		}
	}
	if _, err := Rules().Settled(now, goesOn); err == nil {
		t.Error("the first wall of a world that was founded with it can be changed")
	}
}

// A world keeps the walls that its realms began with, whatever its tables say later: as it once was, recruits of all
// realms come from direction 1 on.
func TestFoundedWorldKeepsItsFirstWalls(t *testing.T) {
	w := &World{at: gametest.Joined(t, game.Founding{Seed: game.Seed{1},
		Tables: []byte("[rules]\nfirst_wall = \"north-east\"\n")}, 2)}
	if bytes.Contains(w.State(), []byte("FirstWall")) {
		t.Error("the state has what older worlds do not have")
	}
	opened, err := Rules().Open(w.State(), nil)
	if err != nil {
		t.Fatal(err)
	}
	w = opened.(*World).AsTurnOf(2).(*World)
	sheet := game.Sheet{Realm: 2, Turn: 1, Text: "$A\nE3 6\n$R\nBogen\n"}
	s := w.Resolve([]game.Sheet{sheet}, game.Seed{}, 1, nil).Next().(*World).at.State
	if x, y := realm.Column(s.Grid, s.Unit(5).At); x != 15 || y != 7 {
		t.Errorf("the recruit is on %d/%d, want 15/7", x, y)
	}
}
