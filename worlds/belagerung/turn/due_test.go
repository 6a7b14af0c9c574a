package turn

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/belagerung/founding"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// §1.4: a turn without a mistake is played at once, one with a mistake waits, unless
// its player has released it, and so does one in which nothing is commanded, unless he
// passes; nobody else's sheet brings it forward.
func TestDue(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	for _, c := range []struct {
		text  string
		realm int
		want  game.Due
	}{
		{"$R\nSchwert\n", 1, game.Now},
		{"$R\nSchwert\n$A\nE99 1\n", 1, game.NotBefore},
		{"$R\nSchwert\n$A\nE1 x\n", 1, game.NotBefore},
		{"$S\nFreigabe\n$R\nSchwert\n$A\nE99 1\n", 1, game.Now},
		{"$S\nrelease\n$R\nSchwert\n$A\nE1 x\n", 1, game.Now},
		{"", 1, game.NotBefore}, // nothing is commanded
		{"$N\n#2\nGruß\n#E\n", 1, game.NotBefore},
		{"$S\nDeutsch\nFestung Kraft 8 Reichweite 7\n", 1, game.NotBefore},
		{"$S\nFreigabe\n", 1, game.NotBefore},
		{"$S\nFreigabe\n$A\nE99 1\n", 1, game.NotBefore},
		{"$S\npasse\n", 1, game.Now},
		{"$S\nPass\n$N\n#2\nGruß\n#E\n", 1, game.Now},
		{"$S\npasse\n$A\nE99 1\n", 1, game.NotBefore}, // perhaps he meant it otherwise
		{"$R\nSchwert\n", 2, game.AtDeadline},
	} {
		if got := Due(p, []game.Sheet{{Realm: c.realm, Turn: 1, Text: c.text}}); got != c.want {
			t.Errorf("%q of realm %d: %d, want %d", c.text, c.realm, got, c.want)
		}
	}
	for whose, want := range map[int]game.Due{1: game.Now, 2: game.AtDeadline} {
		if got := Due(p, []game.Sheet{{Realm: whose, Turn: 1, Absent: true}}); got != want {
			t.Errorf("realm %d is away: %d, want %d", whose, got, want)
		}
	}
	// Nobody sends orders for a realm without a player; where there is none at all,
	// turns would follow each other without an end.
	gone := p.With(founding.HandOver(p.State, 1, game.Player{}))
	if got := Due(gone, nil); got != game.Now {
		t.Errorf("without a player: %d", got)
	}
	if got := Due(p.With(founding.HandOver(p.State, 2, game.Player{})), nil); got != game.AtDeadline {
		t.Errorf("another realm is without a player: %d", got)
	}
	if got := Due(gone.With(founding.HandOver(gone.State, 2, game.Player{})), nil); got != game.AtDeadline {
		t.Errorf("nobody plays: %d", got)
	}
}

// §3.3: the orders of whose turn it is not, and of the game master, are told so line
// by line, and do nothing.
func TestOrdersOutOfTurn(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	for whose, code := range map[int]string{0: "no-master-orders", 2: "not-your-turn", 3: "not-in-game"} {
		sheet := game.Sheet{Realm: whose, Turn: 1, Text: "$R\nSchwert\nBogen\n"}
		c := Check(p, sheet)
		if len(c.InForce) != 0 || c.Errors() != 2 || c.Problems[0].What.Code != code || c.Problems[1].Line != 3 {
			t.Errorf("realm %d: %+v", whose, c)
		}
		with, without := Resolve(p, []game.Sheet{sheet}, game.Seed{}).State, Resolve(p, nil, game.Seed{}).State
		if !bytes.Equal(realm.Encode(with), realm.Encode(without)) {
			t.Errorf("realm %d did something out of turn", whose)
		}
	}
	if c := Check(gametest.Joined(t, game.Founding{}, 1), game.Sheet{Realm: 1, Text: "$R\nBogen\n"}); c.Errors() != 1 ||
		c.Problems[0].What.Code != "not-begun" {
		t.Errorf("before the game: %+v", c.Problems)
	}
}

// Three turns missed in a row are told to the game master, those of a player who is
// away are none; with a hand-over the count begins anew.
func TestMissedTurns(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	told := map[int]int{}
	for range 6 {
		out := Resolve(p, nil, game.Seed{})
		told[p.State.Turn] = len(out.Notices)
		p = out.Position
	}
	if fmt.Sprint(told) != fmt.Sprint(map[int]int{1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1}) {
		t.Errorf("the game master was told %v", told)
	}
	left := p.With(founding.HandOver(p.State, 1, game.Player{}))
	out := Resolve(left, nil, game.Seed{}) // would be the fourth in a row; every third is told
	for range 4 {
		if len(out.Notices) > 0 {
			t.Errorf("the game master, who let the player go, is told %v", out.Notices)
		}
		out = Resolve(out.Position, []game.Sheet{{Realm: 2, Turn: out.State.Turn}}, game.Seed{})
	}
	if n := out.State.Realms[0].Missed; n != 3 {
		t.Errorf("a realm that nobody plays has missed %d turns", n)
	}
	p.State = founding.HandOver(p.State, 1, game.Player{Name: "Neu"})
	if n := p.State.Realms[0].Missed; n != 0 {
		t.Errorf("who has come has missed %d turns", n)
	}
	away := Resolve(p, []game.Sheet{{Realm: 1, Turn: 7, Absent: true}}, game.Seed{})
	if n := away.State.Realms[0].Missed; n != 0 {
		t.Errorf("who was away has missed %d turns", n)
	}
}

// §13.1: with the first turn over the values of the fortresses stand, whether it was
// played or missed; before it the second player has his still to choose.
func TestFortressValuesStandAfterTheFirstTurn(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	for turn, want := range map[int]int{1: 0, 2: 0, 3: 1, 4: 1} {
		now := p
		for range turn - 1 {
			now = Resolve(now, nil, game.Seed{}).Position
		}
		c := Check(now, game.Sheet{Realm: 2 - turn%2, Turn: turn, Text: "$S\nFestung Kraft 8 Reichweite 7\n"})
		if c.Errors() != want || want == 1 && c.Problems[0].What.Code != "fortress-late" {
			t.Errorf("turn %d: %+v", turn, c.Problems)
		}
	}
}

// A sheet after the end, and an empty one of whose turn it is not, are told so once.
func TestNobodysSheets(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	over := p.With(p.State.Clone())
	over.State.Over, over.State.Next = true, 0
	for _, c := range []struct {
		at    realm.Position
		realm int
		text  string
		code  string
		lines int
	}{
		{over, 1, "$R\nBogen\nSchwert\n", "game-over", 2}, {over, 1, "", "game-over", 1},
		{p, 2, "", "not-your-turn", 1}, {p, 0, "", "no-master-orders", 1}, {p, 9, "$R\nBogen\n", "not-in-game", 1},
	} {
		got := Check(c.at, game.Sheet{Realm: c.realm, Turn: 1, Text: c.text})
		if got.Errors() != c.lines || len(got.Problems) != c.lines || got.Problems[0].What.Code != c.code ||
			len(got.InForce) > 0 {
			t.Errorf("realm %d, %q: %+v, want %s", c.realm, c.text, got, c.code)
		}
	}
}

// §1.4: of a player who is away, of one who sends nothing, and of a realm without a player all are
// told, each otherwise.
func TestWhyNothingHappened(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	gone := p.With(founding.HandOver(p.State, 1, game.Player{}))
	for code, out := range map[string]*Turn{
		"turn-away":   Resolve(p, []game.Sheet{{Realm: 1, Turn: 1, Absent: true}}, game.Seed{}),
		"turn-missed": Resolve(p, nil, game.Seed{}),
		"turn-nobody": Resolve(gone, nil, game.Seed{}),
	} {
		var told []string
		for _, e := range out.Annals.Events() {
			if strings.HasPrefix(e.Code, "turn-") {
				told = append(told, e.Code)
			}
			if strings.HasPrefix(e.Code, "turn-") && (!e.For(1) || !e.For(2)) {
				t.Errorf("%s is not told to all", e.Code)
			}
		}
		if len(told) != 1 || told[0] != code {
			t.Errorf("told %v, want %s", told, code)
		}
	}
}
