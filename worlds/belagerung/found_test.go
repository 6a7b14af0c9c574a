package belagerung

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// joined founds a world and lets so many join.
func joined(t *testing.T, f game.Founding, players int) *World {
	t.Helper()
	w, err := Rules().Found(f)
	for n := range players {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Reich ", n+1), Player: fmt.Sprint("P", n+1),
				Lang: phrase.De}, game.Seed{})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.(*World)
}

// §2.2: of 165 hexes 24 are hills (24.75 rounded down), 33 forest, 16 river, before
// castles make theirs plain.
func TestDrawnBoardHasItsShares(t *testing.T) {
	for n := range byte(20) {
		w, err := Rules().Found(game.Founding{Seed: game.Seed{n}})
		if err != nil {
			t.Fatal(err)
		}
		have := map[tables.Terrain]int{}
		for _, terrain := range w.(*World).at.State.Terrain {
			have[terrain]++
		}
		if have[tables.Hill] != 24 || have[tables.Forest] != 33 || have[tables.River] != 16 ||
			have[tables.Plain] != 165-24-33-16 {
			t.Errorf("seed %d: %v", n, have)
		}
	}
}

// §2.3: every castle of the example battlefield is 6 hexes from the fortress in the
// middle and 4 from its two points, the third and fourth 4 from all three; a quarry
// and a lumber camp are near each of the first two.
func TestExampleBattlefield(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{3}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 4)
	s := w.at.State
	middle := realm.Place(s.Grid, 8, 6)
	if b := s.Building(middle); b == nil || b.Kind != tables.Fortress ||
		b.Values != (realm.Values{Power: 10, Range: 5}) {
		t.Errorf("in the middle is %+v", b)
	}
	for i, want := range []int{6, 6, 4, 4} {
		castle, near := s.Realms[i].Castle, ""
		if got := s.Grid.Distance(castle, middle); got != want {
			t.Errorf("castle %d is %d from the middle, want %d", i+1, got, want)
		}
		for _, k := range []tables.Kind{tables.Quarry, tables.LumberCamp} {
			for _, b := range s.Buildings {
				if b.Kind == k && s.Grid.Distance(castle, b.At) == 4 {
					near += string(k) + " "
				}
			}
		}
		if near != "quarry lumber " {
			t.Errorf("near castle %d are %s", i+1, near)
		}
	}
	for _, b := range s.Buildings {
		if near := w.at.Tables.BuildingOf(b.Kind).Near; near != "" && s.Touching(b.At, tables.Terrain(near)) != 2 {
			t.Errorf("the %s at %d has %d hexes of %s", b.Kind, b.At, s.Touching(b.At, tables.Terrain(near)), near)
		}
	}
	if _, _, err := w.Join(game.Joining{Name: "Anderland"}, game.Seed{}); err == nil {
		t.Error("a fifth castle stands on the example battlefield")
	}
	if _, err := Rules().Found(game.Founding{Width: 16, Tables: []byte("[rules]\nboard = \"example\"\n")}); err == nil {
		t.Error("the example battlefield was laid out 16 wide")
	}
}

// §2.5: what a player begins with; the bank has a die a player and 5, weakening dice
// and tiles are those of begun pairs of players: of three, two sets.
func TestBeginning(t *testing.T) {
	for players, want := range map[int]struct{ bank, weak, quarries, engines int64 }{
		2: {7, 3, 6, 4}, 3: {8, 6, 12, 8}, 4: {9, 6, 12, 8},
	} {
		w := joined(t, game.Founding{Seed: game.Seed{1}}, players)
		s := w.at.State
		if s.Bank != want.bank || s.Supply(w.at.Tables) != want.weak ||
			s.Stock(&w.at.Tables.Tile[0]) != want.quarries ||
			s.Stock(&w.at.Tables.Tile[3]) != want.engines {
			t.Errorf("%d players: bank %d, dice %d, tiles %d and %d", players, s.Bank, s.Supply(w.at.Tables),
				s.Stock(&w.at.Tables.Tile[0]), s.Stock(&w.at.Tables.Tile[3]))
		}
	}
	// Castle 2 is on 14/6, its walls 1 to 6 on 15/7, 15/6, 15/5, 14/5, 13/6 and 14/7.
	for wall, want := range map[string]string{
		"middle":     "E3 [sword] 14/5 E4 [bow] 13/6 2.S1 [] 14/7 2.S2 [] 15/7 ",
		"north-east": "E3 [sword] 15/7 E4 [bow] 15/6 2.S1 [] 15/5 2.S2 [] 14/5 ",
	} {
		w := joined(t, game.Founding{Seed: game.Seed{1}, Tables: fmt.Appendf(nil, "[rules]\nfirst_wall = %q\n", wall)}, 2)
		got := ""
		for _, u := range w.at.State.Of(2) {
			x, y := realm.Column(w.at.State.Grid, u.At)
			got += fmt.Sprintf("%s %v %d/%d ", u.Name(), u.Symbols, x, y)
		}
		if got != want || w.at.State.Realms[1].Treasure != 4 {
			t.Errorf("%s: realm 2 begins with %s, treasure %d", wall, got, w.at.State.Realms[1].Treasure)
		}
	}
}

// §2.5: the first wall is as far from the middle for castles that face each other: 1 in the west and 4 in the east, 2 in
// the north and 5 in the south.
func TestFirstWallsFaceTheMiddle(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 4)
	for i, want := range []game.Direction{1, 4, 2, 5} {
		if got := w.at.State.Realms[i].First; got != want {
			t.Errorf("realm %d counts its walls from direction %d, want %d", i+1, got, want)
		}
	}
}

// A world keeps the walls that its realms began with, whatever its tables say later: as it once was, recruits of all
// realms come from direction 1 on.
func TestFoundedWorldKeepsItsFirstWalls(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte("[rules]\nfirst_wall = \"north-east\"\n")}, 2)
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

// §1.7, §2.2: the turn is the first one's when two have joined; six castles find
// room, four hexes apart at least; nobody joins after the first turn.
func TestJoining(t *testing.T) {
	if a := joined(t, game.Founding{}, 1).Asked(); len(a.Realms) != 0 {
		t.Errorf("alone on the board %v is asked", a.Realms)
	}
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 6)
	if a := w.Asked(); len(a.Realms) != 1 || a.Realms[0] != 1 {
		t.Errorf("of six %v is asked", a.Realms)
	}
	s := w.at.State
	for i := range s.Realms {
		for k := range i {
			if d := s.Grid.Distance(s.Realms[i].Castle, s.Realms[k].Castle); d < 4 {
				t.Errorf("castles %d and %d are %d apart", k+1, i+1, d)
			}
		}
	}
	after := w.Resolve(nil, game.Seed{}, 1, nil).Next()
	if _, _, err := after.Join(game.Joining{Name: "Spät"}, game.Seed{}); err == nil ||
		!strings.Contains(err.Error(), "nobody joins any more") {
		t.Errorf("after the first turn: %v", err)
	}
}

// §1.4: a turn without a mistake is played at once, one with a mistake waits, unless
// its player has released it, and so does one in which nothing is commanded, unless he
// passes; nobody else's sheet brings it forward.
func TestDue(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
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
		if got := w.Due([]game.Sheet{{Realm: c.realm, Turn: 1, Text: c.text}}); got != c.want {
			t.Errorf("%q of realm %d: %d, want %d", c.text, c.realm, got, c.want)
		}
	}
	for whose, want := range map[int]game.Due{1: game.Now, 2: game.AtDeadline} {
		if got := w.Due([]game.Sheet{{Realm: whose, Turn: 1, Absent: true}}); got != want {
			t.Errorf("realm %d is away: %d, want %d", whose, got, want)
		}
	}
	// Nobody sends orders for a realm without a player; where there is none at all,
	// turns would follow each other without an end.
	gone := w.HandOver(1, game.Player{})
	if got := gone.Due(nil); got != game.Now {
		t.Errorf("without a player: %d", got)
	}
	if got := w.HandOver(2, game.Player{}).Due(nil); got != game.AtDeadline {
		t.Errorf("another realm is without a player: %d", got)
	}
	if got := gone.HandOver(2, game.Player{}).Due(nil); got != game.AtDeadline {
		t.Errorf("nobody plays: %d", got)
	}
}

// §3.3: the orders of whose turn it is not, and of the game master, are told so line
// by line, and do nothing.
func TestOrdersOutOfTurn(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	for whose, code := range map[int]string{0: "no-master-orders", 2: "not-your-turn", 3: "not-in-game"} {
		sheet := game.Sheet{Realm: whose, Turn: 1, Text: "$R\nSchwert\nBogen\n"}
		c := w.Check(sheet)
		if len(c.InForce) != 0 || c.Errors() != 2 || c.Problems[0].What.Code != code || c.Problems[1].Line != 3 {
			t.Errorf("realm %d: %+v", whose, c)
		}
		if with, without := w.Resolve([]game.Sheet{sheet}, game.Seed{}, 1, nil), w.Resolve(nil,
			game.Seed{}, 1, nil); string(with.Next().State()) != string(without.Next().State()) {
			t.Errorf("realm %d did something out of turn", whose)
		}
	}
	if c := joined(t, game.Founding{}, 1).Check(game.Sheet{Realm: 1, Text: "$R\nBogen\n"}); c.Errors() != 1 ||
		c.Problems[0].What.Code != "not-begun" {
		t.Errorf("before the game: %+v", c.Problems)
	}
}

// Three turns missed in a row are told to the game master, those of a player who is
// away are none; with a hand-over the count begins anew.
func TestMissedTurns(t *testing.T) {
	var w game.World = joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	told := map[int]int{}
	for range 6 {
		out := w.Resolve(nil, game.Seed{}, 1, nil)
		told[w.Asked().Turn] = len(out.ToMaster())
		w = out.Next()
	}
	if fmt.Sprint(told) != fmt.Sprint(map[int]int{1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1}) {
		t.Errorf("the game master was told %v", told)
	}
	left := w.HandOver(1, game.Player{})
	out := left.Resolve(nil, game.Seed{}, 1, nil) // would be the fourth in a row; every third is told
	for range 4 {
		if len(out.ToMaster()) > 0 {
			t.Errorf("the game master, who let the player go, is told %v", out.ToMaster())
		}
		out = out.Next().Resolve([]game.Sheet{{Realm: 2, Turn: out.Next().Asked().Turn}}, game.Seed{}, 1, nil)
	}
	if n := out.Next().(*World).at.State.Realms[0].Missed; n != 3 {
		t.Errorf("a realm that nobody plays has missed %d turns", n)
	}
	w = w.HandOver(1, game.Player{Name: "Neu"})
	if n := w.(*World).at.State.Realms[0].Missed; n != 0 {
		t.Errorf("who has come has missed %d turns", n)
	}
	away := w.Resolve([]game.Sheet{{Realm: 1, Turn: 7, Absent: true}}, game.Seed{}, 1, nil).Next().(*World)
	if n := away.at.State.Realms[0].Missed; n != 0 {
		t.Errorf("who was away has missed %d turns", n)
	}
}

// §13.1: with the first turn over the values of the fortresses stand, whether it was
// played or missed; before it the second player has his still to choose.
func TestFortressValuesStandAfterTheFirstTurn(t *testing.T) {
	var w game.World = joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	for turn, want := range map[int]int{1: 0, 2: 0, 3: 1, 4: 1} {
		now := w
		for range turn - 1 {
			now = now.Resolve(nil, game.Seed{}, 1, nil).Next()
		}
		c := now.Check(game.Sheet{Realm: 2 - turn%2, Turn: turn, Text: "$S\nFestung Kraft 8 Reichweite 7\n"})
		if c.Errors() != want || want == 1 && c.Problems[0].What.Code != "fortress-late" {
			t.Errorf("turn %d: %+v", turn, c.Problems)
		}
	}
}
