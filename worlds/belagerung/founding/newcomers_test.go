package founding_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/founding"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
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
		if _, err := gametest.Found(f); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %s", f, err, says)
		}
	}
	for _, f := range []game.Founding{{Width: 9, Height: 9}, {Width: 18, Height: 30}} {
		p := gametest.Joined(t, f, 2)
		broken := realm.Broken(p.Tables, p.State, true)
		if g := p.State.Grid; g.Width != f.Width || g.Height != f.Height || len(broken) > 0 {
			t.Errorf("%+v: a board of %d by %d, %v", f, g.Width, g.Height, broken)
		}
	}
	p := gametest.Joined(t, game.Founding{}, 1)
	over := p.With(p.State.Clone())
	over.State.Over = true
	for says, c := range map[string]struct {
		at   realm.Position
		join game.Joining
	}{
		"the game is over":     {over, game.Joining{Name: "Nord"}},
		"no kinds of realms":   {p, game.Joining{Name: "Nord", Kind: "plain"}},
		"no cultures":          {p, game.Joining{Name: "Nord", Culture: "elf"}},
		"there is no language": {p, game.Joining{Name: "Nord", Lang: "fr"}},
		"there is no computer": {p, game.Joining{Name: "Nord", Computer: "Atari"}},
	} {
		if _, _, err := founding.Join(c.at, c.join); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %s", c.join, err, says)
		}
	}
	for _, computer := range []game.Computer{"", game.UTF8, game.PC, game.Amiga} {
		next, n, err := founding.Join(p, game.Joining{Name: "Nord", Lang: phrase.En, Computer: computer})
		if err != nil || n != 2 {
			t.Fatalf("%q: %v", computer, err)
		}
		want := computer
		if want == "" {
			want = game.UTF8
		}
		if r := next.Realms[1]; r.Computer != want || r.Lang != phrase.En || r.Number != 2 {
			t.Errorf("%q: joined as %+v", computer, r)
		}
	}
}
