package realm

import (
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Column returns a place as players count: column and row from 1, rows from the south.
func Column(g game.Grid, p game.Place) (x, y int) {
	return int(p)%g.Width + 1, int(p)/g.Width + 1
}

// Place is the inverse of column; Nowhere beyond the board.
func Place(g game.Grid, x, y int) game.Place {
	if x < 1 || x > g.Width || y < 1 || y > g.Height {
		return game.Nowhere
	}
	return game.Place((y-1)*g.Width + x - 1)
}

// Around lists the neighbours of a place on the board, in direction 1 to 6.
func Around(g game.Grid, p game.Place) []game.Place {
	var out []game.Place
	for d := game.Direction(1); d <= 6; d++ {
		if q := g.Step(p, d); q != game.Nowhere {
			out = append(out, q)
		}
	}
	return out
}

// WallStands reports whether the wall of a realm in a direction is not broken.
func WallStands(t *tables.Tables, r *Realm, d game.Direction) bool {
	return r.Walls[d-1] < t.Rules.WallHits
}

// Wall returns the realm whose unbroken wall is in a place, or nil if none is.
func (s *State) Wall(t *tables.Tables, p game.Place) *Realm {
	r, d := s.WallAt(p)
	if r == nil || !WallStands(t, r, d) {
		return nil
	}
	return r
}

// Damage is all the hits a realm's castle and walls have taken.
func (r *Realm) Damage() int64 {
	n := r.Hits
	for _, w := range r.Walls {
		n += w
	}
	return n
}

// sets is how many sets of tiles and weakening dice lie ready: one for each begun
// pair of players, and one while they are awaited (§2.5).
func (s *State) sets() int64 { return max(1, int64(len(s.Realms)+1)/2) }

// Stock is how many tiles of a kind are left.
func (s *State) Stock(row *tables.TileRow) int64 {
	n := row.Number * s.sets()
	for _, b := range s.Buildings {
		if b.Tile == row.Tile {
			n--
		}
	}
	return n
}

// TileFor is the first tile in stock that has a kind of building on a side. ok is
// false where none is left; a kind that needs no tile has "".
func (s *State) TileFor(t *tables.Tables, k tables.Kind) (tile string, ok bool) {
	ok = true
	for i := range t.Tile {
		for _, side := range t.Tile[i].Sides {
			if side != k {
				continue
			}
			if s.Stock(&t.Tile[i]) > 0 {
				return t.Tile[i].Tile, true
			}
			ok = false
		}
	}
	return "", ok
}

// Supply is how many weakening dice lie on nobody.
func (s *State) Supply(t *tables.Tables) int64 {
	n := t.Rules.Weakening * s.sets()
	for _, u := range s.Units {
		n -= int64(len(u.Weak))
	}
	return n
}

// Touching counts the hexes of a terrain around a place.
func (s *State) Touching(p game.Place, terrain tables.Terrain) int64 {
	n := int64(0)
	for _, q := range Around(s.Grid, p) {
		if s.Terrain[q] == terrain {
			n++
		}
	}
	return n
}
