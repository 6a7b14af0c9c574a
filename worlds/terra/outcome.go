package terra

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/report"
	"weltentor/worlds/terra/turn"
)

// outcome is a mail phase played.
type outcome struct {
	frame.Outcome[*World]
	turn *turn.Turn
}

var (
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
	_ game.Brief    = (*outcome)(nil)
)

// Report tells one realm about the mail phase.
func (o *outcome) Report(realm int) game.Report { return o.told().Report(realm) }

// Since leaves out what the realm was shown before.
func (o *outcome) Since(realm int, shown *game.Shown) game.Report {
	return o.told().Since(realm, shown)
}

// Facts are what Report says, as data.
func (o *outcome) Facts(realm int) game.Facts { return o.told().Facts(realm) }

// told is the mail phase as reports show it.
func (o *outcome) told() report.Phase {
	return report.Phase{Before: o.Before.at, After: o.After.at, Played: &o.Played, Turn: o.turn}
}
