package belagerung

import (
	"weltentor/worlds/belagerung/report"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	t *turn.Turn
}

var (
	_ game.Brief    = (*outcome)(nil)
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
)

// told is the turn as reports show it.
func (o *outcome) told() report.Told {
	return report.Told{Before: o.Before.at, After: o.After.at, Turn: o.t, Check: o.After.receipt,
		Played: &o.Played}
}

// Report tells one realm about the turn, whole.
func (o *outcome) Report(whose int) game.Report { return o.told().Report(whose) }

// Since leaves out what the realm was shown before.
func (o *outcome) Since(whose int, shown *game.Shown) game.Report {
	return o.told().Since(whose, shown)
}

// Facts is the report of a realm as data.
func (o *outcome) Facts(whose int) game.Facts { return o.told().Facts(whose) }
