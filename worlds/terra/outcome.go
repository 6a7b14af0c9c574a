package terra

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// outcome is a mail phase played.
type outcome struct {
	before *World
	next   *World
	turn   *turn
}

func newOutcome(w *World, t *turn) *outcome {
	for realm := range t.refused {
		t.refused[realm] = orders.Void(append(t.refused[realm], t.sheets[realm].problems...))
		w.countProblems(realm, t.refused[realm])
		orders.SortProblems(t.refused[realm])
	}
	return &outcome{before: w, next: &World{rules: w.rules, tables: w.tables, state: t.state}, turn: t}
}

// Next is the world after the phase.
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
	if realm < 0 || realm >= len(o.turn.refused) {
		return nil
	}
	return slices.Clone(o.turn.refused[realm])
}

// ToMaster are the messages to M.
func (o *outcome) ToMaster() []game.Notice { return o.turn.notices }

// view shows places as a realm counts them: from its capital, lost or not. Who
// never had one counts from the south-western corner.
func (w *World) view(realm int) game.View {
	v := game.View{Grid: w.state.Grid()}
	if r := w.state.Realm(realm); r != nil && r.Capital != game.Nowhere {
		v.Origin = r.Capital
	}
	return v
}

// counted gives a sentence with its places as the realm counts them, for whoever
// puts it into words without knowing the map.
func (w *World) counted(realm int, p phrase.Phrase) phrase.Phrase {
	v := w.view(realm)
	args := slices.Clone(p.Args)
	for i, a := range args {
		if a.Kind == phrase.Place {
			x, y := v.Grid.Relative(v.Origin, game.Place(a.N))
			args[i] = phrase.XY(a.Name, x, y)
		}
	}
	p.Args = args
	return p
}

func (w *World) countProblems(realm int, list []orders.Problem) {
	for i := range list {
		list[i].What = w.counted(realm, list[i].What)
	}
}
