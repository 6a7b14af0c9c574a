package founding_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/belagerung/founding"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
)

// §2.2: of 165 hexes 24 are hills (24.75 rounded down), 33 forest, 16 river, before
// castles make theirs plain.
func TestDrawnBoardHasItsShares(t *testing.T) {
	for n := range byte(20) {
		p, err := gametest.Found(game.Founding{Seed: game.Seed{n}})
		if err != nil {
			t.Fatal(err)
		}
		have := map[tables.Terrain]int{}
		for _, terrain := range p.State.Terrain {
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
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{3}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 4)
	s := p.State
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
		if near := p.Tables.BuildingOf(b.Kind).Near; near != "" && s.Touching(b.At, tables.Terrain(near)) != 2 {
			t.Errorf("the %s at %d has %d hexes of %s", b.Kind, b.At, s.Touching(b.At, tables.Terrain(near)), near)
		}
	}
	if _, _, err := founding.Join(p, game.Joining{Name: "Anderland"}); err == nil {
		t.Error("a fifth castle stands on the example battlefield")
	}
	if _, err := gametest.Found(game.Founding{Width: 16, Tables: []byte("[rules]\nboard = \"example\"\n")}); err == nil {
		t.Error("the example battlefield was laid out 16 wide")
	}
}

// §2.5: what a player begins with; the bank has a die a player and 5, weakening dice
// and tiles are those of begun pairs of players: of three, two sets.
func TestBeginning(t *testing.T) {
	for players, want := range map[int]struct{ bank, weak, quarries, engines int64 }{
		2: {7, 3, 6, 4}, 3: {8, 6, 12, 8}, 4: {9, 6, 12, 8},
	} {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, players)
		s := p.State
		if s.Bank != want.bank || s.Supply(p.Tables) != want.weak ||
			s.Stock(&p.Tables.Tile[0]) != want.quarries ||
			s.Stock(&p.Tables.Tile[3]) != want.engines {
			t.Errorf("%d players: bank %d, dice %d, tiles %d and %d", players, s.Bank, s.Supply(p.Tables),
				s.Stock(&p.Tables.Tile[0]), s.Stock(&p.Tables.Tile[3]))
		}
	}
	// Castle 2 is on 14/6, its walls 1 to 6 on 15/7, 15/6, 15/5, 14/5, 13/6 and 14/7.
	for wall, want := range map[string]string{
		"middle":     "E3 [sword] 14/5 E4 [bow] 13/6 2.S1 [] 14/7 2.S2 [] 15/7 ",
		"north-east": "E3 [sword] 15/7 E4 [bow] 15/6 2.S1 [] 15/5 2.S2 [] 14/5 ",
	} {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{1},
			Tables: fmt.Appendf(nil, "[rules]\nfirst_wall = %q\n", wall)}, 2)
		got := ""
		for _, u := range p.State.Of(2) {
			x, y := realm.Column(p.State.Grid, u.At)
			got += fmt.Sprintf("%s %v %d/%d ", u.Name(), u.Symbols, x, y)
		}
		if got != want || p.State.Realms[1].Treasure != 4 {
			t.Errorf("%s: realm 2 begins with %s, treasure %d", wall, got, p.State.Realms[1].Treasure)
		}
	}
}

// §2.5: the first wall is as far from the middle for castles that face each other: 1 in the west and 4 in the east, 2 in
// the north and 5 in the south.
func TestFirstWallsFaceTheMiddle(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 4)
	for i, want := range []game.Direction{1, 4, 2, 5} {
		if got := p.State.Realms[i].First; got != want {
			t.Errorf("realm %d counts its walls from direction %d, want %d", i+1, got, want)
		}
	}
}

// §1.7, §2.2: the turn is the first one's when two have joined; six castles find
// room, four hexes apart at least; nobody joins after the first turn.
func TestJoining(t *testing.T) {
	if next := gametest.Joined(t, game.Founding{}, 1).State.Next; next != 0 {
		t.Errorf("alone on the board %d is asked", next)
	}
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 6)
	s := p.State
	if s.Next != 1 {
		t.Errorf("of six %d is asked", s.Next)
	}
	for i := range s.Realms {
		for k := range i {
			if d := s.Grid.Distance(s.Realms[i].Castle, s.Realms[k].Castle); d < 4 {
				t.Errorf("castles %d and %d are %d apart", k+1, i+1, d)
			}
		}
	}
	after := turn.Resolve(p, nil, game.Seed{}).Position
	if _, _, err := founding.Join(after, game.Joining{Name: "Spät"}); err == nil ||
		!strings.Contains(err.Error(), "nobody joins any more") {
		t.Errorf("after the first turn: %v", err)
	}
}

// §2.3: the points of the example battlefield stand on plain ground.
func TestPointsStandOnPlainGround(t *testing.T) {
	for seed := range byte(20) {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{seed}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 2)
		for _, row := range p.Tables.Point {
			at := realm.Place(p.State.Grid, int(row.X), int(row.Y))
			if got := p.State.Terrain[at]; got != tables.Plain {
				t.Errorf("seed %d: %s stands on %s", seed, row.Point, got)
			}
		}
	}
}
