package kolonien

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a year played.
type outcome struct{ frame.Outcome[*World] }

func newOutcome(w *World, t *turn) game.Outcome {
	for i := range t.sheets {
		t.Undone(i+1, w.rules.Language(), t.sheets[i], t.Refused[i+1], t.sheets[i].Problems)
	}
	next := &World{rules: w.rules, tables: w.tables, state: t.state}
	return frame.Close(&t.Turn, w, next, func(o frame.Outcome[*World]) game.Outcome { return &outcome{o} })
}
