package report

import (
	"strings"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// The board of a beginning: castle 1 on 2/6 among its walls, E1 and E2 on 3/7 and
// 3/6, S1 and S2 on 3/5 and 2/5 (§2.5); ground, what is built, realm above, who
// stands there below; even rows half a hex further east. A site has a small letter,
// a unit with a settler a plus, a broken wall a dash.
func TestBoardAsText(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(gametest.Plain)}, 2)
	s := p.State
	at := func(x, y int) game.Place { return realm.Place(s.Grid, x, y) }
	s.Terrain[at(5, 7)], s.Terrain[at(6, 7)], s.Terrain[at(5, 5)] = tables.Hill, tables.Forest, tables.River
	s.Realms[0].Walls[4] = 6 // west of the castle: 1/6
	s.Raise(&realm.Building{Kind: tables.Quarry, At: at(6, 7)})
	s.Raise(&realm.Building{Kind: tables.Outpost, At: at(6, 5), Owner: 2})
	s.Add(&realm.Unit{Number: 12, Realm: 2, At: at(5, 6), Symbols: []tables.Symbol{tables.Bow}})
	s.Add(&realm.Unit{Number: 3, Realm: 2, Settler: true, At: at(5, 6)})
	s.Raise(&realm.Building{Kind: tables.Fortress, At: at(5, 6), Site: 2})
	text := string(Welcome(p).Report(1, nil).Text)
	want := []string{
		" 7 .   .=1 .=1 .   ^   *Q  .   .   .   .   .   .   .   .=2 .=2",
		"           E1                                          S1  S2",
		" 6   .-  .#1 .=1 .   .f2 .   .   .   .   .   .   .   .=2 .#2 .=2",
		"             E2      E12+                            E4",
		" 5 .   .=1 .=1 .   ~   .O2 .   .   .   .   .   .   .   .=2 .=2",
		"       S2  S1                                          E3",
	}
	if !strings.Contains(text, strings.Join(want, "\n")) {
		t.Errorf("the board is\n%s\nwant in it\n%s", text, strings.Join(want, "\n"))
	}
}

// The widest board fits 79 columns: 18 hexes of four, two for the odd rows, three
// for the number of the row, and the last hex needs no gap.
func TestWidestBoard(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}, Width: 18, Height: 30}, 2)
	for _, u := range p.State.Units {
		u.Number += 100
	}
	longest := 0
	for _, line := range strings.Split(string(Welcome(p).Report(2, nil).Text), "\n") {
		longest = max(longest, len([]rune(line)))
	}
	if longest > 79 {
		t.Errorf("a line of the board has %d characters", longest)
	}
}

// A unit of three digits with whom a settler builds keeps its hex's four characters:
// the next one stands below its own sign, four further on.
func TestLongNamesKeepTheirPlace(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	s := p.State
	at := func(x int) game.Place { return realm.Place(s.Grid, x, 1) }
	s.Units = nil
	s.Add(&realm.Unit{Number: 101, Realm: 1, Symbols: []tables.Symbol{tables.Bow}, At: at(4)})
	s.Add(&realm.Unit{Number: 1, Realm: 1, Settler: true, At: at(4)})
	s.Add(&realm.Unit{Number: 102, Realm: 1, Symbols: []tables.Symbol{tables.Bow}, At: at(5)})
	s.Raise(&realm.Building{Kind: tables.Fortress, At: at(4), Site: 1, Tile: "fortress-trebuchet"})
	text := string(Welcome(p).Report(1, nil).Text)
	if want := "\n               101+E102\n"; !strings.Contains(text, want) {
		t.Errorf("the board is\n%s\nwant in it%s", text, want)
	}
}
