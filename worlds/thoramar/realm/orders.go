package realm

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// TacticWords are the words of the tactics, the canonical one first.
var TacticWords = [...][]string{
	battlelines.Charge:  {"Sturmangriff", "Sturm", "Charge"},
	battlelines.Advance: {"Vorruecken", "Advance"},
	battlelines.Hold:    {"Halten", "Hold"},
	battlelines.Flee:    {"Flucht", "Flee", "Flight"},
}

// TacticWord is a tactic's word in a language: the English one is the last.
func TacticWord(t battlelines.Tactic, lang phrase.Lang) string {
	words := TacticWords[t]
	if lang == phrase.En {
		return words[len(words)-1]
	}
	return words[0]
}

// ArmyName is the name of an army in its realm: "K.M 2".
type ArmyName struct {
	tables.Unit
	ID int32 // 1–999
}

// Append appends the name as it is written: "K.M 2".
func (n ArmyName) Append(dst []byte) []byte {
	dst = append(dst, n.Type, '.', n.Class, ' ')
	return strconv.AppendInt(dst, int64(n.ID), 10)
}

// String is the name as it is written.
func (n ArmyName) String() string {
	var room [16]byte
	return string(n.Append(room[:0]))
}

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

// Flag is how an army shows itself: '+' with its realm, '-' unseen if it can, 0 without a sign.
type Flag byte

// The flags of $A.
const (
	NoSign Flag = 0
	Shown  Flag = '+'
	Hidden Flag = '-'
)

// XY is a position as the player counts it, from the founding capital.
type XY struct{ X, Y int }

// SpecialForm is the written form of a special order. What it means depends on the armies named (see Special.Kind).
type SpecialForm uint8

// The forms that a special can have.
const (
	NoSpecial SpecialForm = iota
	AnArmy                // `K.M 2`, with Count `K.M 2 1000`
	AField                // `12 14`
	ABuilding             // `HST`
	AnEdge                // `S 5`
	ACode                 // `24`
)

// Special is what may follow an army's command.
type Special struct {
	Form     SpecialForm
	Army     ArmyName       // AnArmy
	Count    int64          // AnArmy: 0 if it has none; ACode: the code
	At       XY             // AField
	Building string         // ABuilding
	Edge     Edge           // AnEdge
	Dir      game.Direction // AnEdge
}

// TacticOrder is a line of $T: `K.M 1 3 Sturmangriff`.
type TacticOrder struct {
	Army   ArmyName           `part:"army" key:""`
	Row    int                `part:"number" want:"row" min:"1" max:"10"` // how deep those of a world are, its tables say
	Tactic battlelines.Tactic `part:"tactic"`
}

// Print appends `K.M 1 3 Sturmangriff`.
func (o TacticOrder) Print(dst []byte, lang phrase.Lang) []byte {
	dst = strconv.AppendInt(append(o.Army.Append(dst), ' '), int64(o.Row), 10)
	return append(append(dst, ' '), TacticWord(o.Tactic, lang)...)
}

// SpecialKind is what a special order asks for.
type SpecialKind uint8

// The meanings of special orders (manual, "Spezialbefehle").
const (
	NoMeaning SpecialKind = iota
	Split
	Merge
	Embark
	Join // forms or joins a formation
	Summon
	FreeDemons
	Accelerate
	Tame
	Demolish // of command Z: which building or edge
	Gate
	Bless
	Trade
)

// Parts reports whether such armies split and merge (manual, "Teilen", "Vereinigen").
func Parts(u tables.Unit) bool { return strings.IndexByte("ZDPV", u.Type) < 0 }

// Boards reports whether an army can go aboard a fleet: warriors, riders, ranged weapons, priests and sorcerers aboard
// warships, only caravans aboard merchants.
func Boards(from, to ArmyName) bool {
	switch {
	case to.Type == 'S':
		return strings.IndexByte("KRFPZ", from.Type) >= 0
	case to.Unit == tables.Unit{Type: 'H', Class: 'S'}:
		return from.Unit == tables.Unit{Type: 'H', Class: 'K'}
	}
	return false
}

// Joins reports whether an army can be a member of a formation: any army but sorcerers and demons, those of the land
// in V.L, those of the sea in V.S.
func Joins(from, to ArmyName) bool {
	return strings.IndexByte("ZDV", from.Type) < 0 && from.Ship() == to.Ship()
}
