// Package sight is what a realm may know of a world, as a value of its own, in which all that
// it does not know is left out. From it the world is made again in which its orders are
// checked.
package sight

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Schema is the version of the form.
const Schema = 1

// Sight is what a realm knows. Areas have one number for all realms. Nothing of the state's
// types is in it that a later field could slip in with.
type Sight struct {
	Turn          int
	Over          bool  `json:",omitempty"`
	Winners       []int `json:",omitempty"`
	Width, Height int
	Ground        string     // a sign an area, see signs
	Beside        []Beside   `json:",omitempty"` // areas that touch others than their place on the map says
	Areas         []Area     `json:",omitempty"` // those with something to know, by number
	Pirates       []Squadron `json:",omitempty"` // ships in sight, by area
	Own           Own        // the realm's
	Realms        []Realm    // by number − 1, the own one too
}

// Beside is what an area touches.
type Beside struct {
	Area   int
	Others []int
}

// Area is who owns an area and who lives there. All know that, but troops are known where
// they are in sight.
type Area struct {
	Number  int
	Colony  *Colony  `json:",omitempty"`
	Natives *Natives `json:",omitempty"`
	Haven   *Haven   `json:",omitempty"`
}

// Colony is a realm's land.
type Colony struct {
	Owner     int
	Level     int             `json:",omitempty"`
	Fort      int             `json:",omitempty"`
	Port      bool            `json:",omitempty"`
	Garrison  tables.Troops   `json:",omitzero"`
	Regiments []tables.Troops `json:",omitempty"`
}

// Natives are a people in its location, or on the move.
type Natives struct {
	Location int           `json:",omitempty"`
	Troops   tables.Troops `json:",omitzero"`
	Leader   int           `json:",omitempty"`
}

// Haven is a pirate haven. Whose ships lie at sea nobody knows.
type Haven struct {
	Troops tables.Troops `json:",omitzero"`
}

// Squadron are a haven's ships in an area.
type Squadron struct {
	At    int
	Ships tables.Ships
}

// Realm is what everybody knows of one, and its leaders and fleets in sight.
type Realm struct {
	Name    string
	Home    int
	Glory   int            `json:",omitempty"`
	Stances []realm.Stance // to realm i+1: what it wishes of the reader, and what it is to others
	Leaders []Leader       `json:",omitempty"` // by name
	Fleets  []Fleet        `json:",omitempty"` // by number
}

// Leader is a foreign leader ashore.
type Leader struct {
	Name   string
	Value  int
	At     int
	Troops tables.Troops `json:",omitzero"`
}

// Fleet is a foreign fleet. Who is aboard nobody sees.
type Fleet struct {
	Number int
	At     int
	Ships  tables.Ships
}

// Own is what only the realm itself knows.
type Own struct {
	frame.Person
	NoMap   bool `json:",omitempty"`
	Ducats  int64
	Stances []realm.Stance // what it wishes of realm i+1
	Leaders []OwnLeader    `json:",omitempty"` // by name
	Fleets  []OwnFleet     `json:",omitempty"` // by number
}

// OwnLeader is a leader of the realm's.
type OwnLeader struct {
	Name   string
	Value  int
	At     int
	Aboard int           `json:",omitempty"`
	Medic  bool          `json:",omitempty"`
	Troops tables.Troops `json:",omitzero"`
	Orders Standing
}

// OwnFleet is a fleet of the realm's.
type OwnFleet struct {
	Number int
	At     int
	Ships  tables.Ships
	Orders Standing
}

// Standing are standing orders for combats.
type Standing struct {
	Charge   bool `json:",omitempty"`
	Siege    bool `json:",omitempty"`
	Regiment bool `json:",omitempty"`
	Withdraw realm.Withdrawal
	Losses   []tables.Kind  `json:",omitempty"`
	Sinking  []tables.Class `json:",omitempty"`
}
