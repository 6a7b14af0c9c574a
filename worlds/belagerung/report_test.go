package belagerung

import (
	"strings"
	"testing"

	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// The board of a beginning: castle 1 on 2/6 among its walls, E1 and E2 on 3/7 and
// 3/6, S1 and S2 on 3/5 and 2/5 (§2.5); ground, what is built, realm above, who
// stands there below; even rows half a hex further east. A site has a small letter,
// a unit with a settler a plus, a broken wall a dash.
func TestBoardAsText(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(caseTables)}, 2)
	s := w.at.State
	at := func(x, y int) game.Place { return realm.Place(s.Grid, x, y) }
	s.Terrain[at(5, 7)], s.Terrain[at(6, 7)], s.Terrain[at(5, 5)] = tables.Hill, tables.Forest, tables.River
	s.Realms[0].Walls[4] = 6 // west of the castle: 1/6
	s.Raise(&realm.Building{Kind: tables.Quarry, At: at(6, 7)})
	s.Raise(&realm.Building{Kind: tables.Outpost, At: at(6, 5), Owner: 2})
	s.Add(&realm.Unit{Number: 12, Realm: 2, At: at(5, 6), Symbols: []tables.Symbol{tables.Bow}})
	s.Add(&realm.Unit{Number: 3, Realm: 2, Settler: true, At: at(5, 6)})
	s.Raise(&realm.Building{Kind: tables.Fortress, At: at(5, 6), Site: 2})
	text := string(w.Welcome(1, nil).Text)
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
	w := joined(t, game.Founding{Seed: game.Seed{1}, Width: 18, Height: 30}, 2)
	for _, u := range w.at.State.Units {
		u.Number += 100
	}
	longest := 0
	for _, line := range strings.Split(string(w.Welcome(2, nil).Text), "\n") {
		longest = max(longest, len([]rune(line)))
	}
	if longest > 79 {
		t.Errorf("a line of the board has %d characters", longest)
	}
}

// A unit of three digits with whom a settler builds keeps its hex's four characters:
// the next one stands below its own sign, four further on.
func TestLongNamesKeepTheirPlace(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	s := w.at.State
	at := func(x int) game.Place { return realm.Place(s.Grid, x, 1) }
	s.Units = nil
	s.Add(&realm.Unit{Number: 101, Realm: 1, Symbols: []tables.Symbol{tables.Bow}, At: at(4)})
	s.Add(&realm.Unit{Number: 1, Realm: 1, Settler: true, At: at(4)})
	s.Add(&realm.Unit{Number: 102, Realm: 1, Symbols: []tables.Symbol{tables.Bow}, At: at(5)})
	s.Raise(&realm.Building{Kind: tables.Fortress, At: at(4), Site: 1, Tile: "fortress-trebuchet"})
	text := string(w.Welcome(1, nil).Text)
	if want := "\n               101+E102\n"; !strings.Contains(text, want) {
		t.Errorf("the board is\n%s\nwant in it%s", text, want)
	}
}

// §1.6, §16.1: how things stand is told to all alike, treasuries and units of all
// among it: the reports of realms 1 and 3, both in German, from the castles to the
// board.
func TestAllAreToldTheSame(t *testing.T) {
	told := 0
	games(t, 12, func(w *World, _ game.Sheet, out game.Outcome) {
		if len(out.Realms()) < 3 {
			return
		}
		standing := func(whose int) string {
			_, from, _ := strings.Cut(string(out.Report(whose, nil).Text), "\nBurgen\n")
			text, _, _ := strings.Cut(from, "\nGebaut, klein im Bau")
			return text
		}
		if text := standing(1); !strings.Contains(text, "2.S1 Reich 2") || !strings.Contains(text, "Das Brett") ||
			text != standing(3) {
			t.Errorf("turn %d is told to realm 1\n%s\nand to realm 3\n%s", w.at.State.Turn, text, standing(3))
		}
		told++
	})
	if told == 0 {
		t.Error("no reports were compared")
	}
}

// §1.5: the throws of one fight are the same whatever else is fought in the turn.
func TestThrowsStandAlone(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}, Tables: []byte(caseTables)}, 2)
	w.at.Tables.Rules.Die = 6
	w.at.State.Units = nil
	for n, f := range [][2]int{{5, 5}, {6, 5}, {5, 8}, {6, 8}} {
		w.at.State.Add(&realm.Unit{Number: n + 1, Realm: 1 + n%2, At: realm.Place(w.at.State.Grid, f[0], f[1]),
			Symbols: []tables.Symbol{tables.Sword}})
	}
	throws := func(text string) string {
		out := ""
		for _, e := range w.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: text}}, game.Seed{9}, 1, nil).Annals().Events() {
			if strings.HasPrefix(e.Code, "blow-") && e.Args[0].S == "E3" {
				out += Rules().Words("en").Say(e.Phrase)
			}
		}
		return out
	}
	alone := throws("$K\nE3 > 6/8\n")
	if alone == "" || throws("$K\nE1 > 6/5\nE3 > 6/8\n") != alone ||
		throws("$R\nBogen\n$K\nE3 > 6/8\nE1 > 6/5\n") != alone {
		t.Errorf("E3 throws otherwise when E1 fights too; alone: %q", alone)
	}
}
