package terramagica

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
)

// Schema is the version of the stored state.
const Schema = 1

// Terrain is what a province is.
type Terrain string

// The terrains.
const (
	Land  Terrain = "land"
	Hard  Terrain = "hard"  // horse and machines at half speed, rounded down
	Coast Terrain = "coast" // land by the sea where boats land
	Sea   Terrain = "sea"
)

// key names the sentence that names the terrain.
func (t Terrain) key() string { return "terrain." + string(t) }

// Province is a node of the world's graph. Its number is its place + 1.
type Province struct {
	Terrain Terrain
	Ways    []int    // numbers of the neighbours, sorted
	Owner   int      // 0 nobody
	People  int64    // 0 at sea
	Most    int64    // people it can feed
	Walls   []string `json:",omitempty"` // codes, in the order of the table
}

// Stack is the men of one unit in an army. Between turns nobody is wounded.
type Stack struct {
	Unit       string
	Number     int64
	Experience int64       `json:",omitempty"` // percent
	Row        int         `json:",omitempty"` // 0: the rules decide row and tactic
	Tactic     rows.Tactic `json:",omitempty"`

	hp      int64 // thousandths, during the week's battles
	learned bool  // it has got this week's experience
}

// Status is what an army feels towards another, or all of a realm.
type Status struct {
	Target
	Stance Stance
}

// Army is one of a realm's, by name.
type Army struct {
	Realm    int
	Name     string
	At       int      // number of its province
	March    []int    `json:",omitempty"` // what is left of its path
	Stacks   []Stack  // in the order of the table
	Statuses []Status `json:",omitempty"` // by realm and army
	Routed   bool     `json:",omitempty"` // beaten without a refuge: out of the next week
	Drowns   bool     `json:",omitempty"` // at sea without boats enough: part of it drowns next week
	Takes    bool     `json:",omitempty"` // reaches for the province in which its march ends

	mana int64 // given to it for this week's battles
}

// Realm is one player's; realm 0 is nobody's.
type Realm struct {
	frame.Person
	Gold     int64
	Mana     int64
	Home     int  // number of the home province, 0 none
	LostHome int  `json:",omitempty"` // the turn in which the home was lost
	Missed   int  `json:",omitempty"` // turns in a row without orders
	Fallen   bool `json:",omitempty"`
}

// Realm is the realm as the machine knows it.
func (r Realm) Realm() game.Realm {
	out := r.Person.Realm()
	out.Fallen = r.Fallen
	return out
}

// State is a game between two turns. Provinces and realms stand by number: realm
// 0 is the first of Realms, province 1 the first of Provinces.
type State struct {
	Schema    int
	Turn      int
	Grid      game.Grid // where the provinces lie on the map
	Provinces []Province
	Realms    []Realm
	Armies    [][]*Army // by realm, sorted by name
	// provinces that become homes, in the order of joining; none in older worlds
	Seats   []int `json:",omitempty"`
	Over    bool  `json:",omitempty"`
	Winners []int `json:",omitempty"`
}

// province gives a province by number, nil if there is none.
func (s *State) province(n int) *Province {
	if n < 1 || n > len(s.Provinces) {
		return nil
	}
	return &s.Provinces[n-1]
}

// realm gives a realm by number, nil if there is none.
func (s *State) realm(n int) *Realm {
	if n < 0 || n >= len(s.Realms) {
		return nil
	}
	return &s.Realms[n]
}

// army finds a realm's army by name; case and umlauts do not matter.
func (s *State) army(whose int, name string) *Army {
	if whose < 0 || whose >= len(s.Armies) {
		return nil
	}
	name = orders.Fold(name)
	for _, a := range s.Armies[whose] {
		if orders.Fold(a.Name) == name {
			return a
		}
	}
	return nil
}

// add puts an army among its realm's, which stand by name.
func (s *State) add(a *Army) {
	list := append(s.Armies[a.Realm], a)
	slices.SortFunc(list, byName)
	s.Armies[a.Realm] = list
}

func byName(a, b *Army) int { return cmp.Compare(orders.Fold(a.Name), orders.Fold(b.Name)) }

func byRealm(a, b *Army) int { return cmp.Or(cmp.Compare(a.Realm, b.Realm), byName(a, b)) }

// remove takes an army out of the game.
func (s *State) remove(a *Army) {
	s.Armies[a.Realm] = slices.DeleteFunc(s.Armies[a.Realm], func(b *Army) bool { return a == b })
}

// all lists the armies of all realms, by realm and name.
func (s *State) all() []*Army { return slices.Concat(s.Armies...) }

// in lists the armies in a province, by realm and name.
func (s *State) in(province int) []*Army {
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

// stack gives an army's men of one unit, nil if it has none.
func (a *Army) stack(unit string) *Stack {
	for i := range a.Stacks {
		if a.Stacks[i].Unit == unit {
			return &a.Stacks[i]
		}
	}
	return nil
}

// row is where the men stand: where they were told to or by the table, and in the last
// row where a world has fewer.
func (s *Stack) row(t *Tables) int {
	row := s.Row
	if row == 0 {
		row = int(t.unit(s.Unit).Row)
	}
	return min(row, t.Battle.Rows)
}

// take puts men into an army; those that were there share their experience, in
// proportion and rounded down.
func (a *Army) take(t *Tables, unit string, number, experience int64) *Stack {
	if number <= 0 {
		return nil
	}
	if s := a.stack(unit); s != nil {
		s.Experience = (s.Experience*s.Number + experience*number) / (s.Number + number)
		s.Number += number
		return s
	}
	a.Stacks = append(a.Stacks, Stack{Unit: unit, Number: number, Experience: experience})
	slices.SortFunc(a.Stacks, func(x, y Stack) int { return cmp.Compare(t.rank(x.Unit), t.rank(y.Unit)) })
	return a.stack(unit)
}

// drop removes the stacks nobody is left of.
func (a *Army) drop() {
	a.Stacks = slices.DeleteFunc(a.Stacks, func(s Stack) bool { return s.Number <= 0 })
}

// men are all of an army.
func (a *Army) men() int64 {
	n := int64(0)
	for _, s := range a.Stacks {
		n += s.Number
	}
	return n
}

// called is the army's name with its realm, as others write it: `7.Suedheer`.
func (a *Army) called() string { return string(a.target().append(nil)) }

func (a *Army) target() Target { return Target{Realm: a.Realm, Army: a.Name} }

// towards is the army's stance to another: what it says of it by name goes
// before what it says of its realm.
func (a *Army) towards(b *Army) Stance {
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

// clone shares nothing with the state.
func (s *State) clone() *State {
	out := *s
	out.Provinces = slices.Clone(s.Provinces)
	for i := range out.Provinces {
		out.Provinces[i].Walls = slices.Clone(s.Provinces[i].Walls)
	}
	out.Realms = slices.Clone(s.Realms)
	out.Winners, out.Seats = slices.Clone(s.Winners), slices.Clone(s.Seats)
	out.Armies = make([][]*Army, len(s.Armies))
	for r, list := range s.Armies {
		for _, a := range list {
			b := *a
			b.March, b.Stacks, b.Statuses = slices.Clone(a.March), slices.Clone(a.Stacks), slices.Clone(a.Statuses)
			out.Armies[r] = append(out.Armies[r], &b)
		}
	}
	return &out
}
