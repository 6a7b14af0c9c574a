package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// outcome is a year played.
type outcome struct {
	before *World
	next   *World
	turn   *turn
}

func newOutcome(w *World, t *turn) *outcome {
	for realm := range t.refused {
		t.refused[realm] = append(t.refused[realm], orders.Void(t.sheets[realm].problems)...)
		orders.SortProblems(t.refused[realm])
	}
	return &outcome{before: w, next: &World{rules: w.rules, tables: w.tables, state: t.state}, turn: t}
}

// Next is the world after the year.
func (o *outcome) Next() game.World { return o.next }

// HandOver tells the same turn with another player in a realm.
func (o *outcome) HandOver(realm int, to game.Player) game.Outcome {
	out := *o
	out.next = o.next.HandOver(realm, to).(*World)
	return &out
}

// Events in order.
func (o *outcome) Events() []game.Event { return o.turn.events }

// Realms are all: nobody falls.
func (o *outcome) Realms() []int { return o.turn.all() }

// Refused lists the lines that were not done.
func (o *outcome) Refused(realm int) []orders.Problem {
	if realm < 1 || realm > len(o.turn.refused) {
		return nil
	}
	return slices.Clone(o.turn.refused[realm-1])
}

// ToMaster are the messages to M.
func (o *outcome) ToMaster() []game.Notice { return o.turn.notices }
