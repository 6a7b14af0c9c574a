package belagerung

import (
	"weltentor/worlds/game"
)

// column gives a place as players count: column and row from 1, rows from the south.
func column(g game.Grid, p game.Place) (x, y int) {
	return int(p)%g.Width + 1, int(p)/g.Width + 1
}

// place is the inverse of column; Nowhere beyond the board.
func place(g game.Grid, x, y int) game.Place {
	if x < 1 || x > g.Width || y < 1 || y > g.Height {
		return game.Nowhere
	}
	return game.Place((y-1)*g.Width + x - 1)
}

// around lists the neighbours of a place on the board, in direction 1 to 6.
func around(g game.Grid, p game.Place) []game.Place {
	var out []game.Place
	for d := game.Direction(1); d <= 6; d++ {
		if q := g.Step(p, d); q != game.Nowhere {
			out = append(out, q)
		}
	}
	return out
}

// standing tells whether the wall of a realm in a direction is not broken.
func (t *Tables) standing(r *Realm, d game.Direction) bool { return r.Walls[d-1] < t.Rules.WallHits }

// wall gives the realm whose unbroken wall is in a place, nil if none is.
func (s *State) wall(t *Tables, p game.Place) *Realm {
	r, d := s.wallAt(p)
	if r == nil || !t.standing(r, d) {
		return nil
	}
	return r
}

// damage is all the hits a realm's castle and walls have taken.
func (r *Realm) damage() int64 {
	n := r.Hits
	for _, w := range r.Walls {
		n += w
	}
	return n
}

// sets is how many sets of tiles and weakening dice lie ready: one for each begun
// pair of players, and one while they are awaited (§2.5).
func (s *State) sets() int64 { return max(1, int64(len(s.Realms)+1)/2) }

// stock is how many tiles of a kind are left.
func (s *State) stock(row *TileRow) int64 {
	n := row.Number * s.sets()
	for _, b := range s.Buildings {
		if b.Tile == row.Tile {
			n--
		}
	}
	return n
}

// tileFor is the first tile in stock that has a kind of building on a side. ok is
// false where none is left; a kind that needs no tile has "".
func (s *State) tileFor(t *Tables, k Kind) (tile string, ok bool) {
	ok = true
	for i := range t.Tile {
		for _, side := range t.Tile[i].Sides {
			if side != k {
				continue
			}
			if s.stock(&t.Tile[i]) > 0 {
				return t.Tile[i].Tile, true
			}
			ok = false
		}
	}
	return "", ok
}

// supply is how many weakening dice lie on nobody.
func (s *State) supply(t *Tables) int64 {
	n := t.Rules.Weakening * s.sets()
	for _, u := range s.Units {
		n -= int64(len(u.Weak))
	}
	return n
}

// touching counts the hexes of a terrain around a place.
func (s *State) touching(p game.Place, terrain Terrain) int64 {
	n := int64(0)
	for _, q := range around(s.Grid, p) {
		if s.Terrain[q] == terrain {
			n++
		}
	}
	return n
}
