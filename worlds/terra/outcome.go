package terra

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/report"
	"weltentor/worlds/terra/turn"
)

// outcome is a mail phase played, and what each realm is told of it.
type outcome struct {
	frame.Outcome[*World]
	frame.Reporter
	turn *turn.Turn
}

var (
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
	_ game.Brief    = (*outcome)(nil)
)

// outcomeOf makes the outcome from what all games have of it.
func outcomeOf(o frame.Outcome[*World], t *turn.Turn) *outcome {
	return &outcome{o, report.Phase{Before: o.Before.at, After: o.After.at, Turn: t, Played: &o.Played}, t}
}
