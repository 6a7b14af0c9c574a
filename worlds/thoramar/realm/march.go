package realm

import (
	"weltentor/orders"
	"weltentor/worlds/game"
)

// March is what an army was told to do this turn, and how far it has come.
type March struct {
	// What each step and each meeting needs comes first: it is one line of the processor's cache.
	Plan    Plan
	Command Command
	Kind    SpecialKind
	Week    doing
	Next    int8    // digits done: Plan[Next] is due; a lost step stays due (decision 7)
	Arrived int8    // week of its last arrival in a field; 0: none this turn
	Broken  bool    // the plan was broken off: beaten, out of points, an impossible step
	Kept    bool    // fought against so few that its step of the week is not lost
	Moved   bool    // its digit of the week is done: it stepped, or tried once to land
	OffRoad int8    // steps made without a road this turn, for an army that may make only some
	Gated   bool    // went through a gate
	Exposed []int16 // realms to which it gave itself away this week

	Halved   bool // split this turn, whichever half: no special before week 1
	Spared   bool // its realm was told why it does not plunder
	Fresh    bool // made by splitting or summoning: its order is read after that
	Done     bool // merged another into itself
	Late     bool // could not go aboard this week yet: it tries again when all have moved
	Queued   bool // its realm was told that it waits for its fleet
	Traded   bool // a trader: it did its business, or its realm was told why not
	Called   bool // summoned this turn: no special before week 1
	Hired    bool // taken over from realm 0 this turn: no order names it
	Hastened bool // accelerated this turn
	Beyond   bool // in a receipt: it went through a gate, and nobody knows where to, or it shatters

	Lot     int64   // this week's lot, for equal speed
	Fury    int64   // an arch-demon: what it has killed this turn, in tenths of a light warrior
	Unhurt  []int16 // an arch-demon: realms that were told that their men cannot hurt it
	Crew    []*Army // members of a formation; in the weeks a sorcerer's demons, a fleet's cargo
	Special Special
	At      orders.Position // of its order; zero without one
	Ranks   *TacticOrder    // of $T; nil without a line
}

// Shatters reports, in a receipt, whether a sorcerer is destroyed by its summons.
func (m *March) Shatters() bool { return m.Beyond && m.Kind == Summon }

// doing is what an army did with its week.
type doing uint8

const (
	Waited  doing = iota // nothing, or its turn is still to come
	Stepped              // walked one step
	Held                 // was stopped peacefully; the step stays due
	Fought               // lost the step of the week unless Kept; it stays due
)

// Due is the step of this week; 0 waits. Digits after a lost step move back, and what falls off week 13 is never due.
func (m *March) Due() game.Direction {
	if m.Broken || m.Next >= Weeks {
		return 0
	}
	return m.Plan[m.Next]
}

// Free reports whether the army may still make this week's step.
func (m *March) Free() bool { return m.Week == Waited || m.Week == Fought && m.Kept && !m.Moved }

// Walked reports whether the plan was walked to its end (decision 9).
func (m *March) Walked() bool {
	return !m.Broken && (m.Next >= Weeks || !m.Plan.Steps(int(m.Next)))
}

// Steps reports whether the plan has a step from a week's digit on (from 0).
func (p *Plan) Steps(from int) bool {
	for _, d := range p[from:] {
		if d != 0 {
			return true
		}
	}
	return false
}

// CloseWeek marks the week's digit as done if it was walked or waited through.
func (m *March) CloseWeek() {
	if !m.Broken && m.Next < Weeks && (m.Plan[m.Next] == 0 || m.Moved) {
		m.Next++
	}
	m.Week, m.Moved, m.Late, m.Kept = Waited, false, false, false
}
