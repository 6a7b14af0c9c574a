package terramagica

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/report"
	"weltentor/worlds/terramagica/turn"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	t *turn.Turn
}

var (
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
)

// week is the turn as reports show it.
func (o *outcome) week() report.Week {
	return report.Week{After: o.After.at, Turn: o.t, Played: &o.Played}
}

// Report tells one realm about the turn.
func (o *outcome) Report(whose int) game.Report { return o.week().Report(whose) }

// Facts is the report of a realm as data.
func (o *outcome) Facts(whose int) game.Facts { return o.week().Facts(whose) }
