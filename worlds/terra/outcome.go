package terra

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a mail phase played.
type outcome struct {
	frame.Outcome[*World]
	turn *turn
}

func newOutcome(w *World, t *turn) game.Outcome {
	for realm := range t.Refused {
		t.Undone(realm, w.rules.Language(), t.sheets[realm].Sheet, t.Refused[realm], t.sheets[realm].Problems)
		w.countProblems(realm, t.Refused[realm])
	}
	next := &World{rules: w.rules, tables: w.tables, state: t.state}
	return frame.Close(&t.Turn, w, next, func(o frame.Outcome[*World]) game.Outcome { return &outcome{o, t} })
}

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
