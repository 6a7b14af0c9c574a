// Package founding lays a board out and puts realms on it: what is there before the first turn. It has the rules as a
// book, too, so a position needs nothing of the folder above.
package founding

import (
	"cmp"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Found draws a board without realms (§2.2, §2.3): hills and forests at random, rivers from edge to edge, and on the
// example battlefield its five points.
func Found(t *tables.Tables, f game.Founding) (*realm.State, error) {
	n := &t.Rules
	g := game.Grid{Width: cmp.Or(f.Width, n.Width), Height: cmp.Or(f.Height, n.Height)}
	switch {
	case g.Width < n.Smallest || g.Width > n.Largest:
		return nil, game.Refused("width", phrase.Num("n", g.Width), phrase.Num("low", n.Smallest),
			phrase.Num("high", n.Largest))
	case g.Height < n.Smallest || g.Height > n.Highest:
		return nil, game.Refused("height", phrase.Num("n", g.Height), phrase.Num("low", n.Smallest),
			phrase.Num("high", n.Highest))
	}
	s := &realm.State{Schema: realm.Schema, Turn: 1, Round: 1, Grid: g, Terrain: make([]tables.Terrain, g.Size()),
		Realms: []realm.Realm{},
		Units:  []*realm.Unit{}, Buildings: []*realm.Building{}, Bank: n.Bank}
	for i := range s.Terrain {
		s.Terrain[i] = tables.Plain
	}
	rivers(s, t.GroundOf(tables.River).Share, f.Seed)
	hillsAndForests(s, t, f.Seed)
	if n.Board == "example" {
		if err := battlefield(s, t); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// rivers lead from the south edge to the north, or from west to east, until they cover their share of the board,
// rounded down.
func rivers(s *realm.State, share int64, seed game.Seed) {
	left := share * int64(s.Grid.Size()) / 1000
	for course := int64(0); left > 0 && course < 100; course++ {
		d := seed.Throw(0, 0, "river", course)
		at, ways := game.Place(d.N(int64(s.Grid.Width))), []game.Direction{1, 6}
		if d.N(2) == 1 {
			at, ways = game.Place(d.N(int64(s.Grid.Height))*int64(s.Grid.Width)), []game.Direction{1, 2, 2, 3}
		}
		for at != game.Nowhere && left > 0 {
			if s.Terrain[at] == tables.Plain {
				s.Terrain[at] = tables.River
				left--
			}
			at = s.Grid.Step(at, ways[d.N(int64(len(ways)))])
		}
	}
}

// hillsAndForests draws the hexes of every other terrain among the plain ones, each in its
// share of the board, rounded down.
func hillsAndForests(s *realm.State, t *tables.Tables, seed game.Seed) {
	var free []game.Place
	for i, terrain := range s.Terrain {
		if terrain == tables.Plain {
			free = append(free, game.Place(i))
		}
	}
	d := seed.Throw(0, 0, "scatter")
	for i := len(free) - 1; i > 0; i-- {
		j := d.N(int64(i + 1))
		free[i], free[j] = free[j], free[i]
	}
	for i := range t.Terrain {
		row := &t.Terrain[i]
		if row.Terrain == tables.Plain || row.Terrain == tables.River {
			continue
		}
		for n := min(row.Share*int64(s.Grid.Size())/1000, int64(len(free))); n > 0; n-- {
			s.Terrain[free[0]] = row.Terrain
			free = free[1:]
		}
	}
}

// battlefield lays out the example: the points of the tables, each with its ground to the west and to the east, so
// that all have the same value.
func battlefield(s *realm.State, t *tables.Tables) error {
	n := &t.Rules
	if s.Grid.Width != n.Width || s.Grid.Height != n.Height {
		return fmt.Errorf("the example battlefield is %d × %d, not %d × %d", n.Width, n.Height, s.Grid.Width,
			s.Grid.Height)
	}
	for _, row := range t.Point {
		at := realm.Place(s.Grid, int(row.X), int(row.Y))
		if at == game.Nowhere || s.Building(at) != nil {
			return fmt.Errorf("point %s: there is no room at %d/%d", row.Point, row.X, row.Y)
		}
		b := &realm.Building{Kind: row.Building, At: at, Tile: t.TileOf(row.Building)}
		if b.Kind == tables.Fortress {
			b.Values = realm.Values{Power: n.FortressPower, Range: n.FortressRange}
		}
		s.Raise(b)
		s.Terrain[at] = tables.Plain
		if near := t.BuildingOf(row.Building).Near; near != "" {
			pointGround(s, at, tables.Terrain(near))
		}
	}
	return nil
}

// pointGround gives the hexes west and east of a point its ground, and makes the other four plain.
func pointGround(s *realm.State, at game.Place, near tables.Terrain) {
	for d := game.Direction(1); d <= 6; d++ {
		q := s.Grid.Step(at, d)
		switch {
		case q == game.Nowhere:
		case d == 2 || d == 5:
			s.Terrain[q] = near
		default:
			s.Terrain[q] = tables.Plain
		}
	}
}
