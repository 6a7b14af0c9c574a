// Package sight is what a nation may know of a campaign, in its own coordinates (law 6). A Sight uses no type of the
// state that may get fields later, so nothing can slip in with them. From it a world is made (Known), over which the
// nation's receipts are played. Where the map ends is known only on sides whose end was seen (ends.go).
package sight

import (
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Schema is the version of the encoding.
const Schema = 1

// Sight is what a nation knows. It uses no type of the state that may get fields later, so nothing can slip in with
// one.
type Sight struct {
	Turn, Round   int
	Phase         string
	LastRound     bool  `json:",omitempty"`
	Over          bool  `json:",omitempty"`
	Winners       []int `json:",omitempty"`
	Width, Height int
	Globe         bool     `json:",omitempty"`
	Ends          []End    `json:",omitempty"` // of the map, as far as the nation has seen them
	Fields        []Field  `json:",omitempty"` // in sight, from south to north and from west to east
	Own           Own      // the nation's
	Nations       []Nation // by number − 1, including the nation itself
	Battles       []Battle `json:",omitempty"` // those that concern the nation, by round and number
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

// BattleRecord counts battles won, drawn and lost.
type BattleRecord struct {
	Won   int `json:",omitempty"`
	Drawn int `json:",omitempty"`
	Lost  int `json:",omitempty"`
}

// Own is what only the nation itself knows.
type Own struct {
	rulekit.Person
	NoMap    bool      `json:",omitempty"`
	Capital  bool      `json:",omitempty"` // it counts from a capital; otherwise from the south-western corner
	Newcomer bool      `json:",omitempty"`
	Plays    bool      `json:",omitempty"`
	Armies   []OwnArmy `json:",omitempty"` // by number − 1
}

// OwnArmy is an army of the nation.
type OwnArmy struct {
	At      *XY `json:",omitempty"` // nil: off the map
	Status  int64
	Command tables.Command
	Record  BattleRecord `json:",omitzero"`
	Listed  bool         `json:",omitempty"` // its list has arrived
}

// Nation is what everybody knows about a nation, and its armies in sight.
type Nation struct {
	Name     string
	King     bool `json:",omitempty"`
	Treasury int64
	Income   int64        `json:",omitempty"`
	Fields   int          `json:",omitempty"`
	Record   BattleRecord `json:",omitzero"`
	Armies   []Army       `json:",omitempty"` // by number; none for the nation itself
}

// Army is a foreign army in sight.
type Army struct {
	Number int
	At     XY
	Status int64
	Record BattleRecord `json:",omitzero"`
}

// Battle is a battle in which the nation owns or leads a side.
type Battle struct {
	Number, Round int
	Table         bool `json:",omitempty"`
	At            *XY  `json:",omitempty"` // nil: between mercenaries
	Sides         [2]Side
	Favours       int `json:",omitempty"`
	Bonus         int `json:",omitempty"`
	Map           int `json:",omitempty"`
	Verdict       realm.Verdict
	Winner        int `json:",omitempty"`
}

// Side is a side of a battle. Those whom the battle concerns are told all of it.
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
