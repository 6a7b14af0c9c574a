// Package fight is blows: who strikes whom goes in, who fell, what was hit and how likely that was comes out. The turn
// calls it for walks that end in a fight and for attacks, battle files to see who reaches whom.
package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/frame"
)

// Fights are those of one turn: how the dice fall, and what has come of them so far.
type Fights struct {
	realm.Board
	turn   *frame.Turn // the turn whose dice are thrown, and to which is told what happens
	luck   Luck
	Thrown bool     // a die has fallen: what follows rests on chance
	Fell   []string // who has fallen this turn, by name
	laid   layout   // the weakening dice when the attack phase began
}

// New are a turn's before the first.
func New(b realm.Board, turn *frame.Turn, l Luck) *Fights {
	return &Fights{Board: b, turn: turn, luck: l}
}

// Lay notes how the weakening dice lie, as the attack phase begins.
func (f *Fights) Lay() { f.laid = layoutOf(f.State, f.Tables) }

// Luck is how the dice fall. In a receipt they fall as it foresees them.
type Luck uint8

const (
	Fair  Luck = iota
	Best       // for the one whose turn it is
	Worst      // against him
	Still      // against whoever strikes: all hold
	Mixed      // now for him, now against him, by the seed
)

// roll throws one die of battle for the one whose turn it is, or against him, for
// who strikes or who is struck. The subject tells throws of a phase apart.
func (f *Fights) roll(mine, strikes bool, subject ...int64) int64 {
	f.Thrown = true
	good := mine
	switch f.luck {
	case Fair:
		return f.turn.Dice(subject...).Between(1, f.Tables.Rules.Die)
	case Worst:
		good = !mine
	case Still:
		good = !strikes
	case Mixed:
		good = f.turn.Dice(subject...).Chance(500)
	}
	if good {
		return f.Tables.Rules.Die
	}
	return 1
}

// Tell records an event, which all realms are told: everything is visible.
func (f *Fights) Tell(what phrase.Phrase) { f.turn.Tell(what, frame.All(len(f.State.Realms))...) }

// kill takes a unit off the board. What it was training for, or building, comes to
// nothing; an engine or a building it manned stays where it is.
func (f *Fights) kill(u *realm.Unit) {
	f.State.Remove(u)
	if b := f.State.Building(u.At); b != nil && b.Site == u.Realm {
		f.State.Raze(b)
		f.Tell(phrase.P("site-abandoned", phrase.Key("building", b.Kind.Key()), f.State.PlaceArg("place", b.At)))
	}
}
