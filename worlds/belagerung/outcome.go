package belagerung

import (
	"weltentor/worlds/belagerung/report"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a resolved turn, and what each realm is told of it.
type outcome struct {
	frame.Outcome[*World]
	frame.Reporter
}

var (
	_ game.Brief    = (*outcome)(nil)
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
)

// outcomeOf makes the outcome from what all games have of it.
func outcomeOf(o frame.Outcome[*World], t *turn.Turn) *outcome {
	return &outcome{o, report.Told{Before: o.Before.at, After: o.After.at, Turn: t, Check: o.After.receipt, Played: &o.Played}}
}
