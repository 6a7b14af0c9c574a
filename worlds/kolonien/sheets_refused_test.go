package kolonien

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// §2.3: a sheet of the game master does nothing, nor one of a realm that is not in the game, nor
// one after the end; each is told why, before all else, and nothing is in force.
func TestSheetsThatDoNothing(t *testing.T) {
	const text = "$V\n2 P\n$R\nx\n"
	c := newCase(t, "-- world --\nland 8\n")
	over := c.world.with(c.world.at.State.Clone())
	over.at.State.Over = true
	for _, want := range []struct {
		world *World
		realm int
		code  string
	}{{c.world, 0, "master-no-orders"}, {c.world, 4, "not-in-game"}, {over, 1, "game-over"}} {
		got := want.world.Check(game.Sheet{Realm: want.realm, Turn: 1, Text: text})
		if len(got.Problems) != 2 || got.Problems[0].What.Code != want.code || got.Errors() != 2 ||
			len(got.InForce) > 0 || len(got.Idle) > 0 {
			t.Errorf("realm %d: %+v, want %s", want.realm, got, want.code)
		}
	}
	with, without := c.world.Resolve([]game.Sheet{{Realm: 0, Turn: 1, Text: text}, {Realm: 4, Turn: 1, Text: text}},
		game.Seed{}, 1, nil), c.world.Resolve(nil, game.Seed{}, 1, nil)
	if string(with.Next().State()) != string(without.Next().State()) {
		t.Error("a sheet of nobody did something")
	}
	if with.Refused(0) != nil || with.Refused(4) != nil {
		t.Error("lines were refused to nobody")
	}
	if _, _, err := over.Join(game.Joining{Name: "Spät", Lang: phrase.De, Computer: game.UTF8},
		game.Seed{}); err == nil || !strings.Contains(err.Error(), "the game is over") {
		t.Errorf("who joins after the end is told: %v", err)
	}
}

// What cannot be played is refused with what is wrong with it: a state of another schema, tables
// that are no tables.
func TestOpenRefuses(t *testing.T) {
	w := startedWorld(t, 1)
	s := w.at.State.Clone()
	s.Schema++
	if _, err := Rules().Open(realm.Encode(s), w.at.Tables.Text()); err == nil ||
		!strings.Contains(err.Error(), "schema") {
		t.Errorf("another schema: %v", err)
	}
	if _, err := Rules().Open(realm.Encode(w.at.State), []byte("[rules]\nyears = 0\n")); err == nil ||
		!strings.Contains(err.Error(), "years = 0") {
		t.Errorf("tables of no years: %v", err)
	}
	if _, err := Rules().Found(game.Founding{Tables: []byte("[rules]\nyears = 0\n")}); err == nil ||
		!strings.Contains(err.Error(), "years = 0") {
		t.Errorf("founded with no years: %v", err)
	}
	none := "[[location]]\ncode = \"tribe\"\nlots = 0\n[[location]]\ncode = \"city\"\nlots = 0\n[[location]]\ncode " +
		"= \"kingdom\"\nlots = 0\n[[location]]\ncode = \"capital\"\nlots = 0\n"
	if _, err := Rules().Tables([]byte(none)); err == nil {
		t.Error("natives that are drawn nowhere were taken")
	}
}
