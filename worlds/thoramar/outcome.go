package thoramar

import (
	"weltentor/orders"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/turn"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	shared *report.Shared
}

var _ interface {
	game.Prefaced
	game.ManyReports
	game.Brief
	game.Factual
	game.Warlike
} = (*outcome)(nil)

// Resolve plays the turn on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	return w.ResolveIn(1, sheets, seed)
}

// ResolveIn plays the turn, its weeks in a number of lanes.
func (w *World) ResolveIn(lanes int, sheets []game.Sheet, seed game.Seed) game.Outcome {
	return w.resolve(lanes, false, sheets, seed)
}

// resolve plays the turn. eager uses the lanes even if that does not pay.
func (w *World) resolve(lanes int, eager bool, sheets []game.Sheet, seed game.Seed) *outcome {
	return newOutcome(w, turn.Resolve(w.at, lanes, eager, sheets, seed))
}

func newOutcome(before *World, t *turn.Turn) *outcome {
	return closed(before, t, report.Share(before.at, t))
}

// closed is the outcome of a turn, with what its reports share. It also refuses what could not be read.
func closed(before *World, t *turn.Turn, s *report.Shared) *outcome {
	core := t.Turn.Turn
	core.Refused = make([][]orders.Problem, len(t.Refused))
	for realm := range core.Refused {
		core.Undone(realm, before.at.Rules.Language(), t.Sheets[realm], t.Sheets[realm].Problems, t.Refused[realm])
	}
	after := before.with(t.State)
	return frame.Close(&core, before, after, func(o frame.Outcome[*World]) game.Outcome {
		o.Untold = []string{"turn-missed"} // the successor is not to blame that no orders came
		return &outcome{o, s}
	}).(*outcome)
}

// season is the turn as reports show it.
func (o *outcome) season() *report.Season {
	return &report.Season{After: o.After.at, Played: &o.Played, Shared: o.shared, Check: o.After.receipt}
}

// Report tells one realm about the turn, whole.
func (o *outcome) Report(realm int) game.Report { return o.season().Report(realm) }

// Since leaves out what the realm was shown before.
func (o *outcome) Since(realm int, shown *game.Shown) game.Report {
	return o.season().Since(realm, shown)
}

// ReportWriter makes a writer, for one goroutine.
func (o *outcome) ReportWriter() game.ReportWriter { return o.season().ReportWriter() }

// Facts is the realm's report as data.
func (o *outcome) Facts(realm int) game.Facts { return o.season().Facts(realm) }

// Fought is what it says of battles and armies.
func (o *outcome) Fought(realm int) game.Facts { return o.season().Fought(realm) }
