package realm

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
)

// Position is a state under its tables, with the words of its rulebook.
type Position = frame.Position[*tables.Tables, *State]

// Earn gives a realm dice from the bank, as long as it has some, and returns how many.
func Earn(p Position, r *Realm, dice int64) int64 {
	dice = min(dice, p.State.Bank)
	p.State.Bank -= dice
	r.Treasure += dice
	return dice
}

// Board is a position with the realm whose turn it is.
type Board struct {
	Position
	Me *Realm
}

// Called is how the realm whose turn it is calls a unit: its own settlers go without their realm.
func (b Board) Called(u *Unit) string {
	if u.Settler && u.Realm == b.Me.Number {
		return "S" + strconv.Itoa(u.Number)
	}
	return u.Name()
}

// UnitArgs are the arguments of a sentence that name a unit and its player.
func (b Board) UnitArgs(name string, u *Unit, more ...phrase.Arg) []phrase.Arg {
	return append([]phrase.Arg{UnitArg(name, u), phrase.Str(name+"-of", b.State.Realm(u.Realm).Name)}, more...)
}
