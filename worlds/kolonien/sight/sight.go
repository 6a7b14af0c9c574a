// Package sight is what a realm may know of a world (law 6). A Sight uses no type of the state that may get fields
// later, so nothing can slip in with them. From it a world is made (Known), over which the realm's receipts are played.
// It is encoded under its own Schema.
package sight

import (
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// Schema is the version of the encoding.
const Schema = 1

// Sight is what a realm knows. Areas have the same number for all realms. It uses no type of the state that may get
// fields later, so nothing can slip in with one.
type Sight struct {
	Turn          int
	Over          bool  `json:",omitempty"`
	Winners       []int `json:",omitempty"`
	Width, Height int
	Ground        string     // one sign per area, see signs
	Beside        []Beside   `json:",omitempty"` // areas whose neighbours are not those of their place on the map
	Areas         []Area     `json:",omitempty"` // those about which something is known, by number
	Pirates       []Squadron `json:",omitempty"` // ships in sight, by area
	Own           Own        // the realm's
	Realms        []Realm    // by number − 1, including the realm itself
}

// Beside is an area with its neighbours.
type Beside struct {
	Area   int
	Others []int
}

// Area is an area's owner and people. Everybody knows these; troops are known only in sight.
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

// Natives are a people at home in an area, or on the move.
type Natives struct {
	Location int           `json:",omitempty"`
	Troops   tables.Troops `json:",omitzero"`
	Leader   int           `json:",omitempty"`
}

// Haven is a pirate haven. Nobody knows to which haven ships at sea belong.
type Haven struct {
	Troops tables.Troops `json:",omitzero"`
}

// Squadron is the ships of a haven, in the area where they are.
type Squadron struct {
	At    int
	Ships tables.Ships
}

// Realm is what everybody knows about a realm, and its leaders and fleets in sight.
type Realm struct {
	Name    string
	Home    int
	Glory   int            `json:",omitempty"`
	Stances []realm.Stance // towards realm i+1: towards the reader what it wishes, towards others what it is
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

// Fleet is a foreign fleet. Nobody sees who is aboard.
type Fleet struct {
	Number int
	At     int
	Ships  tables.Ships
}

// Own is what only the realm itself knows.
type Own struct {
	rulekit.Person
	NoMap   bool `json:",omitempty"`
	Ducats  int64
	Stances []realm.Stance // what it wishes to be to realm i+1
	Leaders []OwnLeader    `json:",omitempty"` // by name
	Fleets  []OwnFleet     `json:",omitempty"` // by number
}

// OwnLeader is a leader of the realm itself.
type OwnLeader struct {
	Name   string
	Value  int
	At     int
	Aboard int           `json:",omitempty"`
	Medic  bool          `json:",omitempty"`
	Troops tables.Troops `json:",omitzero"`
	Orders Standing
}

// OwnFleet is a fleet of the realm itself.
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
