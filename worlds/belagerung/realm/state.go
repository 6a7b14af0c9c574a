// Package realm is the state of a game, stored as JSON. Change its form, and Schema must rise. Bytes that contradict
// themselves do not open, so no package above asks whether a unit's place exists. The whole board is visible: what a
// realm does not know is only who plays the others (sight.go).
package realm

import (
	"cmp"
	"slices"

	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Schema is the version of the stored state.
const Schema = 1

// The greatest numbers that a state may have, whatever its tables say, and so the greatest that an order may name.
const (
	MostField  = 99
	MostPoints = 99
)

// Weakening is a die that lies on a unit and lowers its defence. Over the whole board, the die with the least Seq has
// lain longest.
type Weakening struct {
	Seq  int
	Pips int64
}

// Unit is a tile on the board: E and its number, or one of a realm's settlers.
type Unit struct {
	Number   int // of E over the whole board, of S within its realm
	Realm    int
	Settler  bool `json:",omitempty"`
	At       game.Place
	Symbols  []tables.Symbol `json:",omitempty"` // in the order of training; a settler has none
	Learning tables.Symbol   `json:",omitempty"` // in training: it has the symbol from its realm's next preparation on
	Weak     []Weakening     `json:",omitempty"` // the oldest first
}

// Values are the power and range that a player gives his fortresses (§13.1).
type Values struct{ Power, Range int64 }

// Building is a tile that lies on the board, or the site of one.
type Building struct {
	Kind    tables.Kind
	At      game.Place
	Site    int    `json:",omitempty"` // realm whose settler is building it; 0: it is finished
	Owner   int    `json:",omitempty"` // of an outpost or training site
	Hits    int64  `json:",omitempty"`
	Counter int64  `json:",omitempty"` // pips of the treasure die on it; 0: no die lies there
	Tile    string `json:",omitempty"` // code of the tile it was made of
	Values  Values `json:",omitzero"`  // of a fortress
}

// Realm is the realm of a player.
type Realm struct {
	rulekit.Person
	Castle game.Place // its neighbours are the walls
	Hits   int64      // on the castle
	Walls  [6]int64   // hits on the wall in direction 1 to 6 from the castle
	// First is the direction of the wall on which units are placed first; 0: direction 1.
	First    game.Direction `json:"FirstWall,omitempty"`
	Treasure int64          // dice
	Looter   int64          // pips on the die on the looter's hex
	Fortress Values
	// CounterEngine says that its people strike back at engines, not at their crews.
	CounterEngine bool `json:",omitempty"`
	Played        int  `json:",omitempty"` // own turns that are over, including missed ones
	Missed        int  `json:",omitempty"` // own turns in a row without orders
	Fallen        bool
}

// State is a game between two turns. Realms are in the order of their numbers, from 1.
type State struct {
	Schema    int
	Turn      int // a turn is one player's
	Round     int // a round is one turn of each player
	Next      int // realm whose turn it is; 0: players are awaited, or the game is over
	Grid      game.Grid
	Terrain   []tables.Terrain // by place
	Realms    []Realm
	Units     []*Unit // see byRank
	Buildings []*Building
	LastUnit  int   // number of the newest E
	LastWeak  int   // Seq of the newest weakening die
	Bank      int64 // treasure dice in it
	Over      bool  `json:",omitempty"`
	Winners   []int `json:",omitempty"`
}

// Realm returns a realm by number, or nil if there is none.
func (s *State) Realm(n int) *Realm { return rulekit.At(s.Realms, n) }

// Unit returns the unit E with a number, or nil if it is not on the board.
func (s *State) Unit(number int) *Unit {
	return rulekit.Find(s.Units, func(u *Unit) bool { return !u.Settler && u.Number == number })
}

// Settler returns a settler of a realm by number, or nil if it is not on the board.
func (s *State) Settler(whose, number int) *Unit {
	return rulekit.Find(s.Units, func(u *Unit) bool { return u.Settler && u.Realm == whose && u.Number == number })
}

// On lists the units in a place. A settler comes before the unit he builds with, since he is attacked first.
func (s *State) On(p game.Place) []*Unit {
	var out []*Unit
	for _, u := range s.Units {
		if u.At == p {
			out = append(out, u)
		}
	}
	return rulekit.Before(out, func(u *Unit) bool { return u.Settler })
}

// Of lists a realm's units, including its settlers.
func (s *State) Of(whose int) []*Unit {
	var out []*Unit
	for _, u := range s.Units {
		if u.Realm == whose {
			out = append(out, u)
		}
	}
	return out
}

// byRank compares units for sorting: E by number, then settlers by realm and number.
func byRank(a, b *Unit) int {
	side := func(u *Unit) int {
		if u.Settler {
			return u.Realm
		}
		return 0
	}
	return cmp.Or(cmp.Compare(side(a), side(b)), cmp.Compare(a.Number, b.Number))
}

// Add puts a unit on the board.
func (s *State) Add(u *Unit) {
	s.Units = append(s.Units, u)
	slices.SortFunc(s.Units, byRank)
}

// Remove takes a unit off the board. The weakening dice on it go back to the supply, which counts those on no unit.
func (s *State) Remove(u *Unit) {
	s.Units = slices.DeleteFunc(s.Units, func(v *Unit) bool { return u == v })
}

// Building returns the building in a place, finished or not, or nil if there is none.
func (s *State) Building(p game.Place) *Building {
	return rulekit.Find(s.Buildings, func(b *Building) bool { return b.At == p })
}

// Raise puts a building on the board. Buildings are sorted by place.
func (s *State) Raise(b *Building) {
	s.Buildings = append(s.Buildings, b)
	slices.SortFunc(s.Buildings, byPlace)
}

func byPlace(a, b *Building) int { return cmp.Compare(a.At, b.At) }

// Raze takes a building off the board. Its tile goes back to the stock, the die on it to the bank.
func (s *State) Raze(b *Building) {
	if b.Counter > 0 {
		s.Bank++
	}
	s.Buildings = slices.DeleteFunc(s.Buildings, func(c *Building) bool { return b == c })
}

// Crew is the unit in a finished building, able to man it or not, or nil if nobody is there.
func (s *State) Crew(b *Building) *Unit {
	if b.Site != 0 {
		return nil
	}
	return rulekit.Find(s.Units, func(u *Unit) bool { return u.At == b.At })
}

// CastleAt returns the realm whose castle is in a place, or nil if there is none.
func (s *State) CastleAt(p game.Place) *Realm {
	return rulekit.Where(s.Realms, func(r *Realm) bool { return r.Castle == p })
}

// WallAt returns the realm whose wall is, or was, in a place, and its direction from the castle. It returns nil if
// there is none.
func (s *State) WallAt(p game.Place) (*Realm, game.Direction) {
	for i := range s.Realms {
		if d := s.Grid.Toward(s.Realms[i].Castle, p); d != 0 {
			return &s.Realms[i], d
		}
	}
	return nil, 0
}

// Clone returns a copy that shares nothing with the state but the terrain, which never changes.
func (s *State) Clone() *State {
	out := *s
	out.Realms, out.Winners = slices.Clone(s.Realms), slices.Clone(s.Winners)
	out.Units, out.Buildings = make([]*Unit, len(s.Units)), make([]*Building, len(s.Buildings))
	for i, u := range s.Units {
		v := *u
		v.Symbols, v.Weak = slices.Clone(u.Symbols), slices.Clone(u.Weak)
		out.Units[i] = &v
	}
	for i, b := range s.Buildings {
		c := *b
		out.Buildings[i] = &c
	}
	return &out
}

// SortBuildings sorts the buildings by place. Call it after one has moved.
func (s *State) SortBuildings() { slices.SortFunc(s.Buildings, byPlace) }

// Encode returns the bytes that are stored.
func Encode(s *State) []byte { return rulekit.Encode(s) }

// Decode reads a state of the present schema. A state that contradicts itself is an error: nobody could play it.
func Decode(raw []byte, t *tables.Tables) (*State, error) {
	return rulekit.Sound(raw, Schema, func(s *State) []string { return Broken(t, s, false) })
}

// Fallen reports whether a castle has fallen: the game is over (§15.1).
func (s *State) Fallen() bool {
	return slices.ContainsFunc(s.Realms, func(r Realm) bool { return r.Fallen })
}

// LeastDamaged is the realm with the least damage among those whose castle stands. It is empty if there are several
// (§15.2, §15.3).
func (s *State) LeastDamaged() []int {
	var best []int
	for i := range s.Realms {
		r := &s.Realms[i]
		switch {
		case r.Fallen:
		case len(best) == 0 || r.Damage() < s.Realm(best[0]).Damage():
			best = []int{r.Number}
		case r.Damage() == s.Realm(best[0]).Damage():
			best = append(best, r.Number)
		}
	}
	if len(best) > 1 {
		return nil
	}
	return best
}

// Played reports whether any realm has a player.
func (s *State) Played() bool {
	return slices.ContainsFunc(s.Realms, func(r Realm) bool { return r.Player != "" })
}

// Realm returns the realm as the machine knows it.
func (r Realm) Realm() game.Realm {
	out := r.Person.Realm()
	out.Fallen = r.Fallen
	return out
}
