package belagerung

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/frame"
)

// fights are those of one turn: how the dice fall, and what has come of them so far.
type fights struct {
	realm.Board
	turn   *frame.Turn // the turn whose dice are thrown, and to which is told what happens
	luck   luck
	thrown bool     // a die has fallen: what follows rests on chance
	fell   []string // who has fallen this turn, by name
	laid   layout   // the weakening dice when the attack phase began
}

// newFights are a turn's before the first.
func newFights(b realm.Board, turn *frame.Turn, l luck) *fights {
	return &fights{Board: b, turn: turn, luck: l}
}

// luck is how the dice fall. In a receipt they fall as it foresees them.
type luck uint8

const (
	fair  luck = iota
	best       // for the one whose turn it is
	worst      // against him
	still      // against whoever strikes: all hold
	mixed      // now for him, now against him, by the seed
)

// roll throws one die of battle for the one whose turn it is, or against him, for
// who strikes or who is struck. The subject tells throws of a phase apart.
func (f *fights) roll(mine, strikes bool, subject ...int64) int64 {
	f.thrown = true
	good := mine
	switch f.luck {
	case fair:
		return f.turn.Dice(subject...).Between(1, f.Tables.Rules.Die)
	case worst:
		good = !mine
	case still:
		good = !strikes
	case mixed:
		good = f.turn.Dice(subject...).Chance(500)
	}
	if good {
		return f.Tables.Rules.Die
	}
	return 1
}

// tell records an event, which all realms are told: everything is visible.
func (f *fights) tell(what phrase.Phrase) { f.turn.Tell(what, frame.All(len(f.State.Realms))...) }

// kill takes a unit off the board. What it was training for, or building, comes to
// nothing; an engine or a building it manned stays where it is.
func (f *fights) kill(u *realm.Unit) {
	f.State.Remove(u)
	if b := f.State.Building(u.At); b != nil && b.Site == u.Realm {
		f.State.Raze(b)
		f.tell(phrase.P("site-abandoned", phrase.Key("building", b.Kind.Key()), f.State.PlaceArg("place", b.At)))
	}
}
