package belagerung

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	t *turn
}

// Resolve plays the turn of the one who was asked on a copy of the world. What his
// receipt refused is left out of it.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	var sh frame.Sheet
	var undone []orders.Problem
	for _, s := range sheets {
		if s.Realm != w.state.Next || s.Realm == 0 {
			continue
		}
		sh = frame.ReadSheet(w.rules.Language(), s)
		if sh.Came {
			lines, told := w.lines(s.Orders(w.rules.Language()), s.Realm)
			sh.Lines, sh.Problems = lines, slices.Concat(sh.Problems, told)
		}
	}
	if sh.Came {
		r := w.rehearse(sh)
		undone = frame.Undone(sh.Problems, r.problems())
		sh.Lines = r.sound(sh.Lines)
	}
	t := w.newTurn(sh, seed, fair)
	t.play()
	t.Refused[t.me.Number] = undone
	next := &World{rules: w.rules, tables: w.tables, state: t.state, eased: w.eased}
	return newOutcome(w, next, t)
}

func newOutcome(before, after *World, t *turn) game.Outcome {
	return frame.Close(&t.Turn, before, after, func(o frame.Outcome[*World]) game.Outcome { return &outcome{o, t} })
}
