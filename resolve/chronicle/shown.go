package chronicle

import (
	"weltentor/resolve/reports"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Writer writes the reports of an outcome for one goroutine: each is good until the next. It counts them against what the
// realm was shown before, as Shown returns it, and returns what it was shown then.
func Writer(outcome game.Outcome) func(realm int, before []byte) (rep game.Report, shown []byte) {
	by := game.ReportWriter(outcome)
	if s, ok := outcome.(game.ManyReports); ok {
		by = s.ReportWriter()
	}
	return func(realm int, before []byte) (game.Report, []byte) {
		brief, _ := by.(game.Brief)
		return counted(brief, by.Report, realm, before)
	}
}

// counted writes a report: briefly if the game does so, otherwise whole.
func counted(brief game.Brief, whole func(realm int) game.Report, realm int, before []byte) (game.Report, []byte) {
	if brief == nil {
		return whole(realm), nil
	}
	shown, err := game.ReadShown(before)
	if err != nil {
		shown = new(game.Shown)
	}
	rep := brief.Since(realm, shown)
	return rep, shown.Bytes()
}

// Welcome is a realm's report 0 as it is stored, with the story of the world.
func Welcome(world game.World, realm int) (w reports.Written, err error) {
	err = store.Guarded(func() {
		brief, _ := world.(game.Brief)
		rep, shown := counted(brief, world.Welcome, realm, nil)
		w = reports.Written{Report: store.Pack(reports.Append(nil, Opened(rep))), Shown: shown}
	})
	return w, err
}

// verifyShown checks that what realms were shown can be read, and is of reports that are there.
func (v *verifier) verifyShown() {
	reports.EachShown(v.tx, func(realm, turn int, shown []byte, of bool) {
		if _, err := game.ReadShown(shown); err != nil {
			v.wrong("realm %d: %v", realm, err)
		} else if !of {
			v.wrong("realm %d: the record of what it was shown is not of its report of turn %d", realm, turn)
		}
	})
}
