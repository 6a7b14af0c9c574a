package thoramar

import (
	"strconv"

	"weltentor/worlds/game"
	"weltentor/worlds/rows"
)

// Unit is a kind of army as orders and reports write it: type and class, "K.M".
// Both letters are upper case.
type Unit struct {
	Type  byte `json:"-"` // K R F S P Z D H V M
	Class byte `json:"-"` // L M S K H B E N
}

// ArmyName is how an army is called in its realm: "K.M 2".
type ArmyName struct {
	Unit
	ID int32 // 1–999
}

// String gives the unit as it is written: "K.M".
func (u Unit) String() string { return string([]byte{u.Type, '.', u.Class}) }

// Append appends the name as it is written: "K.M 2".
func (n ArmyName) Append(dst []byte) []byte {
	dst = append(dst, n.Type, '.', n.Class, ' ')
	return strconv.AppendInt(dst, int64(n.ID), 10)
}

// String gives the name as it is written.
func (n ArmyName) String() string { return string(n.Append(nil)) }

// Weeks is the number of weeks in a turn (manual, "Der Spielzug"; decision 2).
const Weeks = 13

// Plan is a direction for each week; 0 stays.
type Plan [Weeks]game.Direction

// Command of an army line: V A P E Z.
type Command byte

// The commands of $A.
const (
	Defend  Command = 'V'
	Attack  Command = 'A'
	Plunder Command = 'P'
	Conquer Command = 'E'
	Destroy Command = 'Z'
)

// Attacks tells whether the command is an attacking one (manual, $A: A P E Z).
func (c Command) Attacks() bool { return c != Defend }

// Flag is how an army shows itself: '+' with its realm, '-' unseen if it can, 0 without sign.
type Flag byte

// The flags of $A.
const (
	NoSign Flag = 0
	Shown  Flag = '+'
	Hidden Flag = '-'
)

// XY is a position as the player counts it, from the founding capital.
type XY struct{ X, Y int }

// BuildOrder is a line of $B for a building: `STD 2 4 Sewastopol`.
type BuildOrder struct {
	Building string // BRG STD FES HST TSL TSF HTS TPL MIN WTO
	At       XY
	Name     string // "_" for blanks as written; "" if none was given
}

// EdgeOrder is a line of $B for edges: `W 2 -1 34`. For roads the digits are a
// path, for walls and bridges a set (decision 3).
type EdgeOrder struct {
	Edge Edge
	At   XY
	Dirs []game.Direction // 1–6
}

// RecruitOrder is a line of $R: `+K.M 1 2500 0 0`.
type RecruitOrder struct {
	Fit   bool
	Army  ArmyName
	Count int64
	At    XY
	Dir   game.Direction // ships: where the water is; 0 if not given
}

// ArmyOrder is a line of $A.
type ArmyOrder struct {
	Army    ArmyName
	Plan    Plan
	Command Command
	Flag    Flag
	Special Special
}

// SpecialForm is the written form of a special order; what it means depends on
// the armies named (see Special.Kind).
type SpecialForm uint8

// The forms a special can have.
const (
	NoSpecial SpecialForm = iota
	AnArmy                // `K.M 2`, with Count `K.M 2 1000`
	AField                // `12 14`
	ABuilding             // `HST`
	AnEdge                // `S 5`
	ACode                 // `24`
)

// Special is what may stand behind an army's command.
type Special struct {
	Form     SpecialForm
	Army     ArmyName       // AnArmy
	Count    int64          // AnArmy: 0 if not given; ACode: the code
	At       XY             // AField
	Building string         // ABuilding
	Edge     Edge           // AnEdge
	Dir      game.Direction // AnEdge
}

// TransferOrder is a line of $G.
type TransferOrder struct {
	Realm  int
	Amount int64
}

// PaybackOrder is a line of $G that takes a payment back; only the game master has
// such.
type PaybackOrder struct {
	Realm  int
	Amount int64
}

// CedeOrder is a line of $L.
type CedeOrder struct {
	Realm int
	At    XY
}

// TreatyOrder is a line of $V.
type TreatyOrder struct {
	Realm  int
	Treaty Treaty // NoTreaty, Pact, Partner
}

// TacticOrder is a line of $T: `K.M 1 3 Sturmangriff`.
type TacticOrder struct {
	Army   ArmyName
	Row    int
	Tactic rows.Tactic
}

// SettingOrder is a line of $S: Setting is I, C, R, B (Bericht), S (Sprache), Z (Zip) or K (Karte).
type SettingOrder struct {
	Setting byte
	Value   string // C: PC Amiga UTF8; R: the name; B: voll kurz; S: de en; Z, K: ja nein
}
