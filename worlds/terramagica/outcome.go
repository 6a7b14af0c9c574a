package terramagica

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/report"
	"weltentor/worlds/terramagica/turn"
)

// outcome is a resolved turn, and what each realm is told of it.
type outcome struct {
	frame.Outcome[*World]
	frame.Reporter
	t *turn.Turn
}

var (
	_ game.Brief    = (*outcome)(nil)
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
)

// outcomeOf makes the outcome from what all games have of it.
func outcomeOf(o frame.Outcome[*World], t *turn.Turn) *outcome {
	return &outcome{o, report.Week{Before: o.Before.at, After: o.After.at, Turn: t, Played: &o.Played}, t}
}
