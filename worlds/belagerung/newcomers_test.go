package belagerung

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// §2.2: a board's size, what joining asks for and the tables are held to what there is, and the
// error says what that is; the smallest and the largest board are founded.
func TestFoundingRefuses(t *testing.T) {
	for says, f := range map[string]game.Founding{
		"width 8: possible are 9 to 18":   {Width: 8, Height: 11},
		"width 19: possible are 9 to 18":  {Width: 19, Height: 11},
		"height 8: possible are 9 to 30":  {Width: 15, Height: 8},
		"height 31: possible are 9 to 30": {Width: 15, Height: 31},
		"die":                             {Tables: []byte("[rules]\ndie = 0\n")},
		"there is no room at 5/4": {Tables: []byte("point = [{ point = \"south-east\", column = 5, row = 4 " +
			"}]\n[rules]\nboard = \"example\"\n")},
	} {
		if _, err := Rules().Found(f); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %s", f, err, says)
		}
	}
	for _, f := range []game.Founding{{Width: 9, Height: 9}, {Width: 18, Height: 30}} {
		w := joined(t, f, 2)
		if g := w.at.State.Grid; g.Width != f.Width || g.Height != f.Height || len(w.Broken()) > 0 {
			t.Errorf("%+v: a board of %d by %d, %v", f, g.Width, g.Height, w.Broken())
		}
	}
	w := joined(t, game.Founding{}, 1)
	over := &World{at: w.at.With(w.at.State.Clone())}
	over.at.State.Over = true
	for says, c := range map[string]struct {
		world *World
		join  game.Joining
	}{
		"the game is over":     {over, game.Joining{Name: "Nord"}},
		"no kinds of realms":   {w, game.Joining{Name: "Nord", Kind: "plain"}},
		"no cultures":          {w, game.Joining{Name: "Nord", Culture: "elf"}},
		"there is no language": {w, game.Joining{Name: "Nord", Lang: "fr"}},
		"there is no computer": {w, game.Joining{Name: "Nord", Computer: "Atari"}},
	} {
		if _, _, err := c.world.Join(c.join, game.Seed{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %s", c.join, err, says)
		}
	}
	for _, computer := range []game.Computer{"", game.UTF8, game.PC, game.Amiga} {
		next, n, err := w.Join(game.Joining{Name: "Nord", Lang: phrase.En, Computer: computer}, game.Seed{})
		if err != nil || n != 2 {
			t.Fatalf("%q: %v", computer, err)
		}
		want := computer
		if want == "" {
			want = game.UTF8
		}
		if r := next.(*World).at.State.Realms[1]; r.Computer != want || r.Lang != phrase.En || r.Number != 2 {
			t.Errorf("%q: joined as %+v", computer, r)
		}
	}
}

// A sheet after the end, and an empty one of whose turn it is not, are told so once.
func TestNobodysSheets(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	over := &World{at: w.at.With(w.at.State.Clone())}
	over.at.State.Over, over.at.State.Next = true, 0
	for _, c := range []struct {
		world *World
		realm int
		text  string
		code  string
		lines int
	}{
		{over, 1, "$R\nBogen\nSchwert\n", "game-over", 2}, {over, 1, "", "game-over", 1},
		{w, 2, "", "not-your-turn", 1}, {w, 0, "", "no-master-orders", 1}, {w, 9, "$R\nBogen\n", "not-in-game", 1},
	} {
		got := c.world.Check(game.Sheet{Realm: c.realm, Turn: 1, Text: c.text})
		if got.Errors() != c.lines || len(got.Problems) != c.lines || got.Problems[0].What.Code != c.code ||
			len(got.InForce) > 0 {
			t.Errorf("realm %d, %q: %+v, want %s", c.realm, c.text, got, c.code)
		}
	}
}
