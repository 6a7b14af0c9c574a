package kolonien

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/report"
)

// outcome is a year played, and what each realm is told of it.
type outcome struct {
	frame.Outcome[*World]
	frame.Reporter
}

var (
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
	_ game.Brief    = (*outcome)(nil)
)

// outcomeOf makes the outcome from what all games have of it.
func outcomeOf(o frame.Outcome[*World]) *outcome {
	return &outcome{o, report.Year{Before: o.Before.at, After: o.After.at, Check: o.After.receipt, Played: &o.Played}}
}
