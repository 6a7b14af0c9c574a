// Package realm is the state of a game, stored as JSON without maps, and what an army can do. Broken holds a state to
// all limits of its tables. Damaged holds it only to what would make it unplayable, since a game master may lower
// limits in a running game. What a realm sees is in sight.go.
package realm

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/tables"
)

// Schema is the version of the stored state.
const Schema = 1

// Province is a node of the world's graph. Its number is its index + 1.
type Province struct {
	Terrain tables.Terrain
	Ways    []int    // numbers of the neighbours, sorted
	Owner   int      // 0: nobody
	People  int64    // 0 at sea
	Most    int64    // the most people it can feed
	Walls   []string `json:",omitempty"` // codes, in the order of the table
}

// Stack is all men of one unit in an army. Between turns nobody is wounded.
type Stack struct {
	Unit       string
	Number     int64
	Experience int64              `json:",omitempty"` // percent
	Row        int                `json:",omitempty"` // 0: the rules choose row and tactic
	Tactic     battlelines.Tactic `json:",omitempty"`

	HP      int64 `json:"-"` // thousandths, during the week's battles
	Learned bool  `json:"-"` // it has had this week's experience
}

// Status is an army's stance towards another army, or towards all of a realm.
type Status struct {
	Target
	Stance Stance
}

// Army is an army of a realm. Its name tells it from the realm's others.
type Army struct {
	Realm    int
	Name     string
	At       int      // number of its province
	March    []int    `json:",omitempty"` // the rest of its path
	Stacks   []Stack  // in the order of the table
	Statuses []Status `json:",omitempty"` // by realm and army
	Routed   bool     `json:",omitempty"` // beaten without a refuge: it takes no part in the next week
	Drowns   bool     `json:",omitempty"` // at sea without enough boats: part of it drowns next week
	Takes    bool     `json:",omitempty"` // takes the province in which its march ends

	Mana int64 `json:"-"` // given to it for this week's battles
}

// Realm is the realm of a player. Realm 0 owns what belongs to nobody.
type Realm struct {
	rulekit.Person
	Gold     int64
	Mana     int64
	Home     int  // number of the home province; 0: none
	LostHome int  `json:",omitempty"` // the turn in which the home was lost
	Missed   int  `json:",omitempty"` // turns in a row without orders
	Fallen   bool `json:",omitempty"`
}

// Realm returns the realm as the machine knows it.
func (r Realm) Realm() game.Realm {
	out := r.Person.Realm()
	out.Fallen = r.Fallen
	return out
}

// State is a game between two turns. Provinces and realms are in the order of their numbers. Realms begins with realm
// 0, Provinces with province 1.
type State struct {
	Schema    int
	Turn      int
	Grid      game.Grid // where the provinces lie on the map
	Provinces []Province
	Realms    []Realm
	Armies    [][]*Army // by realm, sorted by name
	// provinces that become homes, in the order of joining
	Seats   []int `json:",omitempty"`
	Over    bool  `json:",omitempty"`
	Winners []int `json:",omitempty"`
}

// Province returns a province by number, or nil if there is none.
func (s *State) Province(n int) *Province {
	return rulekit.At(s.Provinces, n)
}

// Realm returns a realm by number, or nil if there is none.
func (s *State) Realm(n int) *Realm {
	if n < 0 || n >= len(s.Realms) {
		return nil
	}
	return &s.Realms[n]
}

// Army returns a realm's army by name, without regard to case and umlauts, or nil if there is none.
func (s *State) Army(whose int, name string) *Army {
	if whose < 0 || whose >= len(s.Armies) {
		return nil
	}
	name = orders.Fold(name)
	return rulekit.Find(s.Armies[whose], func(a *Army) bool { return orders.Fold(a.Name) == name })
}

// Add puts an army among those of its realm, which are sorted by name.
func (s *State) Add(a *Army) {
	list := append(s.Armies[a.Realm], a)
	slices.SortFunc(list, byName)
	s.Armies[a.Realm] = list
}

func byName(a, b *Army) int { return cmp.Compare(orders.Fold(a.Name), orders.Fold(b.Name)) }

// ByRealm compares armies by realm, then by name, for sorting.
func ByRealm(a, b *Army) int { return cmp.Or(cmp.Compare(a.Realm, b.Realm), byName(a, b)) }

// Remove takes an army out of the game.
func (s *State) Remove(a *Army) {
	s.Armies[a.Realm] = slices.DeleteFunc(s.Armies[a.Realm], func(b *Army) bool { return a == b })
}

// All lists the armies of all realms, by realm and name.
func (s *State) All() []*Army { return slices.Concat(s.Armies...) }

// In lists the armies in a province, by realm and name.
func (s *State) In(province int) []*Army {
	var out []*Army
	for _, list := range s.Armies {
		for _, a := range list {
			if a.At == province {
				out = append(out, a)
			}
		}
	}
	return out
}

// Stack returns an army's men of one unit, or nil if it has none.
func (a *Army) Stack(unit string) *Stack {
	return rulekit.Where(a.Stacks, func(s *Stack) bool { return s.Unit == unit })
}

// Stands is the row in which the men stand: the one that was ordered, or else the table's. If a world has fewer rows,
// it is the last.
func (s *Stack) Stands(t *tables.Tables) int {
	row := s.Row
	if row == 0 {
		row = int(t.UnitOf(s.Unit).Row)
	}
	return min(row, t.Battle.Rows)
}

// Take puts men into an army. They share their experience with those of the same unit, in proportion and rounded down.
func (a *Army) Take(t *tables.Tables, unit string, number, experience int64) *Stack {
	if number <= 0 {
		return nil
	}
	if s := a.Stack(unit); s != nil {
		s.Experience = (s.Experience*s.Number + experience*number) / (s.Number + number)
		s.Number += number
		return s
	}
	a.Stacks = append(a.Stacks, Stack{Unit: unit, Number: number, Experience: experience})
	slices.SortFunc(a.Stacks, func(x, y Stack) int { return cmp.Compare(t.Rank(x.Unit), t.Rank(y.Unit)) })
	return a.Stack(unit)
}

// Drop removes empty stacks.
func (a *Army) Drop() {
	a.Stacks = slices.DeleteFunc(a.Stacks, func(s Stack) bool { return s.Number <= 0 })
}

// Men counts all men of an army.
func (a *Army) Men() int64 {
	n := int64(0)
	for _, s := range a.Stacks {
		n += s.Number
	}
	return n
}

// Kind is the unit of an army whose men are all of one, or else Host.
func (a *Army) Kind() string {
	if len(a.Stacks) == 1 {
		return a.Stacks[0].Unit
	}
	return Host
}

// Host is the kind of an army of several units.
const Host = "army"

// Called is the army's name with its realm, as others write it: `7.Suedheer`.
func (a *Army) Called() string { return string(a.Target().Append(nil)) }

// Arg is an argument that names the army to its own realm.
func (a *Army) Arg() phrase.Arg { return phrase.Str("army", a.Name) }

// Target is the army as a status names it.
func (a *Army) Target() Target { return Target{Realm: a.Realm, Army: a.Name} }

// Towards is the army's stance towards another. A stance towards the army by name overrides one towards its realm.
func (a *Army) Towards(b *Army) Stance {
	stance := NoStance
	for _, s := range a.Statuses {
		switch {
		case s.Realm != b.Realm:
		case s.Army == "":
			stance = s.Stance
		case orders.Fold(s.Army) == orders.Fold(b.Name):
			return s.Stance
		}
	}
	return stance
}

// Clone returns a copy that shares nothing with the state.
func (s *State) Clone() *State {
	out := s.cloneLand()
	for r := range s.Armies {
		out.Armies[r] = clones(s.Armies[r])
	}
	return out
}

// cloneLand returns such a copy in which nobody has an army.
func (s *State) cloneLand() *State {
	out := *s
	out.Provinces = slices.Clone(s.Provinces)
	for i := range out.Provinces {
		out.Provinces[i].Walls = slices.Clone(s.Provinces[i].Walls)
	}
	out.Realms = slices.Clone(s.Realms)
	out.Winners, out.Seats = slices.Clone(s.Winners), slices.Clone(s.Seats)
	out.Armies = make([][]*Army, len(s.Armies))
	return &out
}

// clones returns copies of armies.
func clones(list []*Army) (out []*Army) {
	for _, a := range list {
		out = append(out, a.clone())
	}
	return out
}

func (a *Army) clone() *Army {
	out := *a
	out.March, out.Stacks, out.Statuses = slices.Clone(a.March), slices.Clone(a.Stacks), slices.Clone(a.Statuses)
	return &out
}

// CloneOf returns a copy for the plans of one realm: it shares the provinces and others' armies with the state.
func (s *State) CloneOf(whose int) *State {
	out := *s
	out.Realms, out.Armies = slices.Clone(s.Realms), slices.Clone(s.Armies)
	out.Armies[whose] = clones(s.Armies[whose])
	return &out
}

// Encode returns the bytes that are stored.
func Encode(s *State) []byte { return rulekit.Encode(s) }

// Decode reads a state of the present schema. A state in which Damaged finds something is an error: nobody could play
// it.
func Decode(raw []byte, t *tables.Tables) (*State, error) {
	return rulekit.Sound(raw, Schema, func(s *State) []string { return Damaged(t, s) })
}

// Subject is an army as the subject of dice: its realm and the letters of its name.
func (a *Army) Subject() []int64 {
	out := []int64{int64(a.Realm)}
	for _, c := range []byte(orders.Fold(a.Name)) {
		out = append(out, int64(c))
	}
	return out
}

// Places lists the armies of each province, by place and there by realm and name.
func (s *State) Places() [][]*Army {
	out := make([][]*Army, len(s.Provinces))
	for _, list := range s.Armies {
		for _, a := range list {
			out[a.At-1] = append(out[a.At-1], a)
		}
	}
	return out
}
