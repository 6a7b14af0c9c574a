package kolonien

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/report"
)

// outcome is a year played.
type outcome struct{ frame.Outcome[*World] }

var (
	_ game.Factual  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
	_ game.Brief    = (*outcome)(nil)
)

// told is the year as reports show it.
func (o *outcome) told() report.Year {
	return report.Year{Before: o.Before.at, After: o.After.at, Played: &o.Played, Check: o.After.receipt}
}

// Report tells one realm about the year.
func (o *outcome) Report(realm int) game.Report { return o.told().Report(realm) }

// Since leaves out what the realm was shown before.
func (o *outcome) Since(realm int, shown *game.Shown) game.Report {
	return o.told().Since(realm, shown)
}

// Facts are what Report says, as data.
func (o *outcome) Facts(realm int) game.Facts { return o.told().Facts(realm) }
