package kolonien

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a year played.
type outcome struct{ frame.Outcome[*World] }

func newOutcome(w *World, t *turn) *outcome {
	for i := range t.sheets {
		t.Refused[i+1] = frame.Undone(t.Refused[i+1], t.sheets[i].Problems)
	}
	return &outcome{frame.Close(&t.Turn, w, &World{rules: w.rules, tables: w.tables, state: t.state})}
}

// HandOver tells the same turn with another player in a realm.
func (o *outcome) HandOver(realm int, to game.Player) game.Outcome {
	return &outcome{o.Given(realm, to)}
}
