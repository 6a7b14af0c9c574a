package realm

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Column returns a place as players count: column and row from 1, rows from the south.
func Column(g game.Grid, p game.Place) (x, y int) {
	return int(p)%g.Width + 1, int(p)/g.Width + 1
}

// Place is the inverse of Column. It is Nowhere beyond the board.
func Place(g game.Grid, x, y int) game.Place {
	if x < 1 || x > g.Width || y < 1 || y > g.Height {
		return game.Nowhere
	}
	return game.Place((y-1)*g.Width + x - 1)
}

// Labelled is the place of a field as reports write it. It is Nowhere if there is none.
func Labelled(g game.Grid, field string) game.Place {
	x, y, _ := game.ReadCounted(field)
	return Place(g, x, y)
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

// Muster lists the directions of a realm's walls in the order in which units are placed on them (§2.5, §7.1).
func (r *Realm) Muster() (out [6]game.Direction) {
	for i := range out {
		out[i] = (max(r.First, 1)-1+game.Direction(i))%6 + 1
	}
	return out
}

// Facing is the first of the three walls in a row that are nearest to the middle of the board, as a direction from the
// castle.
func Facing(g game.Grid, castle game.Place) (first game.Direction) {
	middle, least := Place(g, (g.Width+1)/2, (g.Height+1)/2), 0
	for d := game.Direction(1); d <= 6; d++ {
		far, walls := 0, (&Realm{First: d}).Muster()
		for _, of := range walls[:3] {
			far += g.Distance(g.Step(castle, of), middle)
		}
		if first == 0 || far < least {
			first, least = d, far
		}
	}
	return first
}

// WallStands reports whether the wall of a realm in a direction is unbroken.
func WallStands(t *tables.Tables, r *Realm, d game.Direction) bool {
	return r.Walls[d-1] < t.Rules.WallHits
}

// Wall returns the realm whose unbroken wall is in a place, or nil if there is none.
func (s *State) Wall(t *tables.Tables, p game.Place) *Realm {
	r, d := s.WallAt(p)
	if r == nil || !WallStands(t, r, d) {
		return nil
	}
	return r
}

// Damage counts all hits on a realm's castle and walls.
func (r *Realm) Damage() int64 {
	n := r.Hits
	for _, w := range r.Walls {
		n += w
	}
	return n
}

// sets is how many sets of tiles and weakening dice there are: one for every two players, rounded up, and one while no
// player has joined (§2.5).
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

// TileFor is the first tile in stock with a kind of building on one of its sides. It is "" if the kind needs no tile,
// and ok is false if all of its tiles are taken.
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

// Supply is how many weakening dice are free.
func (s *State) Supply(t *tables.Tables) int64 {
	n := t.Rules.Weakening * s.sets()
	for _, u := range s.Units {
		n -= int64(len(u.Weak))
	}
	return n
}

// Touching counts the neighbours of a place that have a terrain.
func (s *State) Touching(p game.Place, terrain tables.Terrain) int64 {
	n := int64(0)
	for _, q := range Around(s.Grid, p) {
		if s.Terrain[q] == terrain {
			n++
		}
	}
	return n
}

// Position is a state under its tables, with the words of its rulebook.
type Position = rulekit.Position[*tables.Tables, *State]

// Earn gives a realm dice from the bank, as long as it has some, and returns how many.
func Earn(p Position, r *Realm, dice int64) int64 {
	dice = min(dice, p.State.Bank)
	p.State.Bank -= dice
	r.Treasure += dice
	return dice
}

// Board is a position with the realm whose turn it is.
type Board struct {
	Position
	Me *Realm
}

// Called is how the realm whose turn it is calls a unit: its own settlers go without their realm.
func (b Board) Called(u *Unit) string {
	if u.Settler && u.Realm == b.Me.Number {
		return "S" + strconv.Itoa(u.Number)
	}
	return u.Name()
}

// UnitArgs are the arguments of a sentence that name a unit and its player.
func (b Board) UnitArgs(name string, u *Unit, more ...phrase.Arg) []phrase.Arg {
	return append([]phrase.Arg{UnitArg(name, u), phrase.Str(name+"-of", b.State.Realm(u.Realm).Name)}, more...)
}

// Neutral reports whether a building belongs to nobody. Engines, which a crew moves, and buildings of a realm are not
// neutral (§10.1).
func (b *Building) Neutral() bool {
	switch b.Kind {
	case tables.Quarry, tables.LumberCamp, tables.Smithy, tables.Fortress, tables.Trebuchet:
		return b.Site == 0
	}
	return false
}

// Engine reports whether a building is one that its crew moves over the board (§13.5).
func (b *Building) Engine() bool { return b.Kind == tables.Catapult || b.Kind == tables.Ballista }

// bars reports whether a place blocks routes of attack (§9.3).
func (s *State) bars(t *tables.Tables, p game.Place) bool {
	if b := s.Building(p); b != nil && b.Neutral() {
		return true
	}
	return s.CastleAt(p) != nil || s.Wall(t, p) != nil
}

// Route is the length in fields of the shortest route of attack between two places, or −1 if none has most fields or
// fewer. It is the same in both directions.
func (s *State) Route(t *tables.Tables, from, to game.Place, most int64) int64 {
	seen := make([]bool, s.Grid.Size())
	seen[from] = true
	now := []game.Place{from}
	for steps := int64(1); steps <= most && len(now) > 0; steps++ {
		var next []game.Place
		for _, p := range now {
			for d := game.Direction(1); d <= 6; d++ {
				q := s.Grid.Step(p, d)
				if q == to && q != from {
					return steps
				}
				if q == game.Nowhere || seen[q] || s.bars(t, q) {
					continue
				}
				seen[q] = true
				next = append(next, q)
			}
		}
		now = next
	}
	return -1
}
