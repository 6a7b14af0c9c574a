package thoramar

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/turn"
)

// outcome is a resolved turn.
type outcome struct {
	rulekit.Outcome[*World]
	shared *report.Shared
}

var _ interface {
	game.ManyReports
	game.BattleFacts
} = (*outcome)(nil)

// Resolve plays the turn on a copy of the world, its weeks in a number of lanes.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	return w.resolve(lanes, false, sheets, seed, edits...)
}

// resolve plays the turn. eager uses the lanes even if that does not pay.
func (w *World) resolve(lanes int, eager bool, sheets []game.Sheet, seed game.Seed, edits ...game.Event) *outcome {
	return newOutcome(w, turn.Resolve(w.at, lanes, eager, sheets, seed), edits...)
}

func newOutcome(before *World, t *turn.Turn, edits ...game.Event) *outcome {
	return closed(before, t, report.Share(before.at, t), edits...)
}

// closed is the outcome of a turn, with what its reports share.
func closed(before *World, t *turn.Turn, s *report.Shared, edits ...game.Event) *outcome {
	after := before.with(t.State)
	core := t.Core(before.at.Rules.Language())
	return rulekit.Close(core, edits, before, after, func(o rulekit.Outcome[*World]) game.Outcome {
		o.Untold = []string{"turn-missed"} // the successor is not to blame that no orders came
		return &outcome{o, s}
	}).(*outcome)
}

// season is the turn as reports show it.
func (o *outcome) season() *report.Season {
	return &report.Season{After: o.After.at, Played: &o.Played, Shared: o.shared,
		Check: o.After.receipts(o.shared.Where),
		Threat: func(number, by int, name realm.ArmyName, dirs []game.Direction) turn.Threat {
			return turn.ThreatTo(o.After.at, o.shared.Where, o.After.rooms, number, by, name, dirs)
		}}
}

// Report tells one realm about the turn.
func (o *outcome) Report(realm int, shown *game.Shown) game.Report {
	return o.writer().Report(realm, shown)
}

// ReportWriter writes reports in memory of its own, for one goroutine.
func (o *outcome) ReportWriter() func(realm int, shown *game.Shown) game.Report {
	return o.writer().Report
}

// Facts is the realm's report as data.
func (o *outcome) Facts(realm int) *game.Facts { return o.writer().Facts(realm) }

// Fought is what it says of battles and armies.
func (o *outcome) Fought(realm int) *game.Facts { return o.writer().Fought(realm) }

func (o *outcome) writer() *report.Writer { return report.NewWriter(o.season()) }
