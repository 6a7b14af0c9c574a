// Package realm is the state of a world, stored as JSON. It has no maps, whose order would change its bytes and so its
// hash (law 2). A Position is a state under its tables, with all that is needed to ask it questions. A state that the
// rules could not play does not open, so nobody above asks whether an area exists.
package realm

import (
	"errors"
	"slices"

	"weltentor/orders"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// The sides a new world may have, in areas.
const (
	LeastWidth  = 6
	LeastHeight = 5
	MostSide    = 60
)

// SameName reports whether two names are the same but for case and umlauts.
func SameName(a, b string) bool { return orders.Fold(a) == orders.Fold(b) }

// Schema is the version of the state.
const Schema = 1

// State is a world between two turns. Areas and realms are in the order of their numbers, which count from 1.
type State struct {
	Schema        int
	Turn          int
	Width, Height int
	Areas         []Area
	Realms        []Realm
	Seats         []int `json:",omitempty"` // seas beside the homes, in the order in which players join
	Over          bool  `json:",omitempty"`
	Winners       []int `json:",omitempty"`
}

// Ground is what an area is.
type Ground uint8

// The grounds.
const (
	Sea  Ground = iota
	Land        // a coastal area if a sea is beside it
	Home        // of one realm, in the old world
)

// Area is a field of the map.
type Area struct {
	Ground  Ground
	Beside  []int    // numbers, sorted
	Colony  *Colony  `json:",omitempty"` // a home has one too, of level 0
	Natives *Natives `json:",omitempty"`
	Haven   *Haven   `json:",omitempty"`
}

// Colony is a realm's land.
type Colony struct {
	Owner     int
	Level     int
	Fort      int  `json:",omitempty"` // level of the fortification
	Port      bool `json:",omitempty"`
	Garrison  tables.Troops
	Regiments []tables.Troops `json:",omitempty"`
}

// Natives are a people at home in an area, or on the move.
type Natives struct {
	Location int `json:",omitempty"` // row of the tables from 1; 0: none here
	Troops   tables.Troops
	Leader   int `json:",omitempty"` // combat factor
}

// Haven is a pirate haven with its people and ships.
type Haven struct {
	Troops tables.Troops
	Ships  tables.Ships
	Away   int `json:",omitempty"` // the area its ships have fled to
}

// Stance is what a realm wants to be to another.
type Stance uint8

// The stances. What two realms are to each other is the lesser of the two.
const (
	War Stance = iota
	Peace
	Allied
)

// Realm is a nation.
type Realm struct {
	rulekit.Person
	NoMap   bool `json:",omitempty"`
	Home    int
	Ducats  int64
	Glory   int
	Missed  int      `json:",omitempty"` // years in a row without orders
	Stances []Stance // towards realm i+1; towards itself it is Allied
	Leaders []Leader // sorted by name
	Fleets  []Fleet  // sorted by number
}

// Leader is an avatar with his army.
type Leader struct {
	Name   string
	Value  int // combat factor
	At     int
	Aboard int `json:",omitempty"` // number of the fleet
	Medic  bool
	Troops tables.Troops
	Orders Standing
}

// Fleet is a stack of ships.
type Fleet struct {
	Number int
	At     int
	Ships  tables.Ships
	Orders Standing
}

// Clone returns a copy that shares only the lists of neighbours with the state. Those lists are never changed, only
// replaced.
func (s *State) Clone() *State {
	out := s.copied()
	for i := range out.Areas {
		out.Areas[i].detach()
	}
	return out
}

// CloneAround returns a copy that shares all that a combat in an area cannot change. A combat changes the area and its
// neighbours, leaders and fleets, and pirates' ships, wherever they come from.
func (s *State) CloneAround(area int) *State {
	out := s.copied()
	out.Areas[area-1].detach()
	for _, b := range out.Areas[area-1].Beside {
		out.Areas[b-1].detach()
	}
	for i := range out.Areas {
		if out.Areas[i].Haven != nil {
			out.Areas[i].detach()
		}
	}
	return out
}

// copied returns a copy that shares what is in the areas.
func (s *State) copied() *State {
	out := *s
	out.Areas = slices.Clone(s.Areas)
	out.Realms = slices.Clone(s.Realms)
	for i := range out.Realms {
		r := &out.Realms[i]
		r.Stances = slices.Clone(r.Stances)
		r.Leaders = slices.Clone(r.Leaders)
		r.Fleets = slices.Clone(r.Fleets)
	}
	out.Winners, out.Seats = slices.Clone(s.Winners), slices.Clone(s.Seats)
	return &out
}

// detach gives a copied area its own copy of what is in it.
func (a *Area) detach() {
	if a.Colony != nil {
		c := *a.Colony
		c.Regiments = slices.Clone(c.Regiments)
		a.Colony = &c
	}
	if a.Natives != nil {
		n := *a.Natives
		a.Natives = &n
	}
	if a.Haven != nil {
		h := *a.Haven
		a.Haven = &h
	}
}

// Encode returns the canonical bytes. A state has no maps, whose order would change.
func Encode(s *State) []byte { return rulekit.Encode(s) }

// Decode reads what Encode wrote. A state that the rules could not play is an error.
func Decode(raw []byte, t *tables.Tables) (*State, error) {
	s, err := rulekit.Decode[State](raw, Schema)
	if err != nil {
		return nil, err
	}
	if wrong := s.Damaged(t); wrong != "" {
		return nil, errors.New(wrong)
	}
	return s, nil
}

// Area returns an area by its number, or nil if there is none.
func (s *State) Area(n int) *Area { return rulekit.At(s.Areas, n) }

// Realm returns a realm by its number, or nil if there is none.
func (s *State) Realm(n int) *Realm { return rulekit.At(s.Realms, n) }

// Relation is what two realms are to each other.
func (s *State) Relation(a, b int) Stance {
	if a == b {
		return Allied
	}
	return min(s.Realms[a-1].Stances[b-1], s.Realms[b-1].Stances[a-1])
}

// Where lists the areas of a sort.
func (s *State) Where(is func(area int) bool) (areas []int) {
	for i := range s.Areas {
		if is(i + 1) {
			areas = append(areas, i+1)
		}
	}
	return areas
}

// Owned lists the areas that a realm owns: its home and its colonies.
func (s *State) Owned(realm int) []int {
	return s.Where(func(area int) bool { return s.Owner(area) == realm })
}

// Settled counts the colonies of a realm, and their levels.
func (s *State) Settled(realm int) (colonies, levels int) {
	for _, at := range s.Owned(realm) {
		if level := s.Areas[at-1].Colony.Level; level > 0 {
			colonies++
			levels += level
		}
	}
	return colonies, levels
}

// Owner is the realm that owns an area, or 0 if nobody does.
func (s *State) Owner(n int) int {
	if c := s.Areas[n-1].Colony; c != nil {
		return c.Owner
	}
	return 0
}

// Beside reports whether two areas touch.
func (s *State) Beside(a, b int) bool { return slices.Contains(s.Areas[a-1].Beside, b) }

// Coastal reports whether an area is land with a sea beside it.
func (s *State) Coastal(n int) bool {
	a := &s.Areas[n-1]
	if a.Ground == Sea {
		return false
	}
	return slices.ContainsFunc(a.Beside, func(b int) bool { return s.Areas[b-1].Ground == Sea })
}

// Leader returns a realm's leader by name, in upper or lower case, or nil if there is none.
func (r *Realm) Leader(name string) *Leader {
	return rulekit.Where(r.Leaders, func(l *Leader) bool { return SameName(l.Name, name) })
}

// Fleet returns a realm's fleet by number, or nil if there is none.
func (r *Realm) Fleet(n int) *Fleet {
	return rulekit.Where(r.Fleets, func(f *Fleet) bool { return f.Number == n })
}

// Units counts the units a leader commands, without himself.
func (l *Leader) Units() int { return l.Troops.Count() }

// Ashore reports whether the leader is on land in the area.
func (l *Leader) Ashore(at int) bool { return l.Aboard == 0 && l.At == at }

// Cargo counts the units aboard a fleet; a leader counts as one.
func (r *Realm) Cargo(fleet int) int {
	n := 0
	for _, l := range r.Aboard(fleet) {
		n += 1 + l.Units()
	}
	return n
}

// Aboard are the realm's leaders aboard a fleet.
func (r *Realm) Aboard(fleet int) (out []*Leader) {
	for i := range r.Leaders {
		if r.Leaders[i].Aboard == fleet {
			out = append(out, &r.Leaders[i])
		}
	}
	return out
}

// Sail brings a fleet to an area, with all aboard.
func (r *Realm) Sail(f *Fleet, area int) {
	f.At = area
	for _, l := range r.Aboard(f.Number) {
		l.At = area
	}
}

// Launch gives the realm one more fleet. Fleets that were found before may be elsewhere then.
func (r *Realm) Launch(f Fleet) *Fleet {
	r.Fleets = append(r.Fleets, f)
	slices.SortFunc(r.Fleets, func(a, b Fleet) int { return a.Number - b.Number })
	return r.Fleet(f.Number)
}

// Empty reports whether nobody would defend the colony.
func (c *Colony) Empty() bool {
	return c.Garrison.Count() == 0 &&
		!slices.ContainsFunc(c.Regiments, func(r tables.Troops) bool { return r.Count() > 0 })
}

// Units counts the combat units of natives. A leader counts as one, even if he is alone.
func (n *Natives) Units() int {
	if n.Leader > 0 {
		return n.Troops.Count() + 1
	}
	return n.Troops.Count()
}

// Position is a state under its tables, with the words of its rulebook.
type Position = rulekit.Position[*tables.Tables, *State]

// Income is what a realm earns in a year: an amount for its home, and one for each level of its colonies.
func Income(p Position, realm int) int64 {
	n := &p.Tables.Rules
	sum := int64(n.IncomeHome)
	for _, at := range p.State.Owned(realm) {
		sum += int64(n.IncomeLevel) * int64(p.State.Areas[at-1].Colony.Level)
	}
	return sum
}
