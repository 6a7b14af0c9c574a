// Package order is what can be ordered: lines of text go in, typed orders and problems
// come out, and an order prints as the line it was.
package order

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// MoveOrder sends a leader to an area: `Cortez 14`.
type MoveOrder struct {
	Leader string
	Area   int
}

// EmbarkOrder takes a leader aboard a fleet, or ashore: `Cortez an Flotte_2`.
type EmbarkOrder struct {
	Leader string
	Fleet  int
	Land   bool
}

// TransferOrder moves units between a leader and a garrison, or another leader:
// `Cortez nimmt INF 2`.
type TransferOrder struct {
	Leader string
	Give   bool
	Kind   tables.Kind
	Count  int
	Other  string // "": the garrison
}

// SailOrder sends a fleet to an area: `Flotte_2 7`.
type SailOrder struct {
	Fleet int
	Area  int
}

// JoinOrder makes one fleet of two: `Flotte_2 zu Flotte_1`.
type JoinOrder struct {
	Fleet, To int
}

// ShipsOrder moves ships between fleets of a realm: `Flotte_2 gibt ESK 1 Flotte_3`.
type ShipsOrder struct {
	Fleet int
	Give  bool
	Class tables.Class
	Count int
	Other int // 0: a new fleet, which only who gives can make
}

// Topic is what a line of $K is about.
type Topic uint8

// The topics of $K.
const (
	TopicCharge Topic = iota
	TopicSiege
	TopicRegiment
	TopicWithdraw
	TopicLosses
)

// CombatOrder is a line of $K. It holds until it is changed.
type CombatOrder struct {
	Leader   string // "" a fleet's
	Fleet    int
	Topic    Topic
	None     bool // back to what holds without an order
	Yes      bool
	Withdraw realm.Withdrawal
	Losses   []tables.Kind
	Sinking  []tables.Class
}

// Muster is what a line of $R raises.
type Muster uint8

// What may be raised.
const (
	MusterUnits Muster = iota
	MusterShips
	MusterLeader
	MusterMedic
)

// Post is where raised units go.
type Post uint8

// Where raised units go.
const (
	PostAny      Post = iota // to leaders there, then the garrison; ships to a fleet there
	PostLeader               // to the leader named
	PostGarrison             //
	PostRegiment             //
	PostFleet                // to the fleet named
)

// RaiseOrder is a line of $R.
type RaiseOrder struct {
	Area  int
	What  Muster
	Kind  tables.Kind
	Class tables.Class
	Count int
	Post  Post
	Name  string // a leader's; of a new leader "": drawn from the list
	Fleet int
}

// Work is what a line of $B builds.
type Work uint8

// The works.
const (
	Found Work = iota
	Extend
	Palisade
	Fort
	Fortress
	Citadel
	Port
)

// BuildOrder is a line of $B: `14 Ausbau`.
type BuildOrder struct {
	Area int
	Work Work
}

// TreatyOrder is a line of $V: `3 P`.
type TreatyOrder struct {
	Realm  int
	Stance realm.Stance
}

// The keywords of the order lines.
var (
	FleetWord    = frame.Word{De: "Flotte", En: "Fleet"}
	embarkWord   = frame.Word{De: "an", En: "on"}
	landWord     = frame.Word{De: "von", En: "from"}
	joinWord     = frame.Word{De: "zu", En: "with"}
	takeWord     = frame.Word{De: "nimmt", En: "takes"}
	giveWord     = frame.Word{De: "gibt", En: "gives"}
	noneWord     = frame.Word{De: "kein", En: "none"}
	toWord       = frame.Word{De: "nach", En: "to"}
	LeaderWord   = frame.Word{De: "Anfuehrer", En: "Leader"}
	MedicWord    = frame.Word{De: "Arzt", En: "Medic"}
	GarrisonWord = frame.Word{De: "Garnison", En: "Garrison"}
	RegimentWord = frame.Word{De: "Regiment"}

	TopicWords = []frame.Word{{De: "attacke", En: "charge"}, {De: "belagerung", En: "siege"}, {De: "regiment"},
		{De: "rueckzug", En: "retreat"}, {De: "verluste", En: "losses"}}
	whenWords = []frame.Word{{De: "verlust", En: "loss"}, {De: "nie", En: "never"},
		{De: "immer", En: "always"}, {De: "cf"}}
	WorkWords = []frame.Word{{De: "Kolonie", En: "Colony"}, {De: "Ausbau", En: "Extend"}, {De: "Palisade"}, {De: "Fort"},
		{De: "Festung", En: "Fortress"}, {De: "Zitadelle", En: "Citadel"}, {De: "Hafen", En: "Port"}}
)

// StanceLetters are the letters of $V, by stance.
const StanceLetters = "KAP"
