// Package fight strikes blows. The striker and the struck go in; the fallen, the hits and the odds come out. The turn
// calls it for attacks and for walks that end in a fight. Battle files call it to see who reaches whom.
package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/frame"
)

// Fights are the fights of one turn: how the dice fall, and the results so far.
type Fights struct {
	realm.Board
	turn   *frame.Turn // throws the dice, and records the events
	luck   Luck
	Thrown bool     // a die was thrown, so all that follows depends on chance
	Fell   []string // the units that fell this turn, by name
	laid   layout   // the weakening dice when the attack phase began
}

// New returns a turn's Fights before the first one.
func New(b realm.Board, turn *frame.Turn, l Luck) *Fights {
	return &Fights{Board: b, turn: turn, luck: l}
}

// Lay notes where the weakening dice are when the attack phase begins.
func (f *Fights) Lay() { f.laid = layoutOf(f.State, f.Tables) }

// Luck is how the dice fall. A receipt plays with each Luck that it has to foresee.
type Luck uint8

// The kinds of luck. Fair dice fall by the seed.
const (
	Fair  Luck = iota
	Best       // for the player whose turn it is
	Worst      // against the player whose turn it is
	Still      // against the striker: everybody holds
	Mixed      // by the seed, for or against the player whose turn it is
)

// roll throws one die of battle for the player whose turn it is or for an opponent, as striker or struck. The subject
// tells throws of a phase apart.
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

// Tell records an event and tells it to all realms, since everything is visible.
func (f *Fights) Tell(what phrase.Phrase) { f.turn.Tell(what, frame.All(len(f.State.Realms))...) }
