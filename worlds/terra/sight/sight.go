// Package sight is what a nation may know of a campaign, as a value of its own: in its own
// coordinates, with what it does not know left out. From it the world is made again in
// which its orders are checked.
package sight

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Schema is the version of the form.
const Schema = 1

// Sight is what a nation knows. Nothing of the state's types is in it that a later field
// could slip in with.
type Sight struct {
	Turn, Round   int
	Phase         string
	LastRound     bool  `json:",omitempty"`
	Over          bool  `json:",omitempty"`
	Winners       []int `json:",omitempty"`
	Width, Height int
	Globe         bool     `json:",omitempty"`
	Ends          []End    `json:",omitempty"` // of the map, as far as the nation has seen any
	Fields        []Field  `json:",omitempty"` // in sight, from south to north and from west to east
	Own           Own      // the nation's
	Nations       []Nation // by number − 1, the own one too
	Battles       []Battle `json:",omitempty"` // the own ones, by round and number
}

// XY is a field as the nation counts it.
type XY [2]int

// Field is a field in sight.
type Field struct {
	At       XY
	Terrain  tables.Terrain
	Owner    int   `json:",omitempty"`
	Garrison int64 `json:",omitempty"`
}

// Record counts battles won, drawn and lost.
type Record struct {
	Won   int `json:",omitempty"`
	Drawn int `json:",omitempty"`
	Lost  int `json:",omitempty"`
}

// Own is what only the nation itself knows.
type Own struct {
	frame.Person
	NoMap    bool      `json:",omitempty"`
	Capital  bool      `json:",omitempty"` // it counts from a capital; else from the south-western corner
	Newcomer bool      `json:",omitempty"`
	Plays    bool      `json:",omitempty"`
	Armies   []OwnArmy `json:",omitempty"` // by number − 1
}

// OwnArmy is an army of the nation.
type OwnArmy struct {
	At      *XY `json:",omitempty"` // none: off the map
	Status  int64
	Command tables.Command
	Record  Record `json:",omitzero"`
	Listed  bool   `json:",omitempty"` // its list has come
}

// Nation is what everybody knows of one, and its armies in sight.
type Nation struct {
	Name     string
	King     bool `json:",omitempty"`
	Treasury int64
	Income   int64  `json:",omitempty"`
	Fields   int    `json:",omitempty"`
	Record   Record `json:",omitzero"`
	Armies   []Army `json:",omitempty"` // foreign ones, by number
}

// Army is a foreign army in sight.
type Army struct {
	Number int
	At     XY
	Status int64
	Record Record `json:",omitzero"`
}

// Battle is one that the nation owns or leads a side of.
type Battle struct {
	Number, Round int
	Table         bool `json:",omitempty"`
	At            *XY  `json:",omitempty"` // none: of mercenaries
	Sides         [2]Side
	Favours       int `json:",omitempty"`
	Bonus         int `json:",omitempty"`
	Map           int `json:",omitempty"`
	Verdict       realm.Verdict
	Winner        int `json:",omitempty"`
}

// Side is a side of a battle, all of which is told to those whom the battle concerns.
type Side struct {
	Role     realm.Role
	Owner    int   `json:",omitempty"`
	Army     int   `json:",omitempty"`
	Player   int   `json:",omitempty"`
	Status   int64 `json:",omitempty"`
	Strength int64 `json:",omitempty"`
	Support  int64 `json:",omitempty"`
	Points   int64 `json:",omitempty"`
	Goals    int   `json:",omitempty"`
	Stake    int64 `json:",omitempty"`
}
