package turns

import (
	"bytes"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/notices"
	"weltentor/resolve/replay"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Report reads a realm's report of a turn. Turn 0 is its welcome, a negative turn the newest report.
func Report(w *world.World, realm, turn int) (rep game.Report, err error) {
	err = w.View(func(tx *store.Tx) error {
		rep, err = chronicle.ReadReport(tx, realm, chronicle.ReportAsked(tx, realm, turn))
		return err
	})
	return rep, err
}

// Full is that report as it is for players who want full ones: if it was short, its turn is played again. If it does not
// exist, or cannot be made, it returns ErrReport.
func Full(w *world.World, realm, turn int) (rep game.Report, err error) {
	err = w.View(func(tx *store.Tx) error {
		rec, _ := roster.Get(tx, realm)
		rep, err = w.Archive().Ledger(tx).Full(chronicle.ReportAsked(tx, realm, turn), realm, rec.NoTale)
		return err
	})
	return rep, err
}

// Facts is that report as data: as it was sent, or otherwise made again. If it does not exist, or cannot be made, it
// returns ErrReport.
func Facts(w *world.World, realm, turn int) (data []byte, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		data, err = notices.FactsOf(tx, w.Archive().Ledger(tx), c, realm, chronicle.ReportAsked(tx, realm, turn))
		return err
	})
	return data, err
}

// SheetText is the text of a realm's sheet in force for the turn that awaits orders, without its password, and "" if
// there is none.
func SheetText(w *world.World, realm int) (text string, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		r, _ := sheets.Get(tx, c.Turn, realm)
		text = r.Text
		return nil
	})
	return text, err
}

// Verify plays every turn of the present rules again from its stored state, sheets, tables and seed, and compares the
// result with the stored hash. Of other turns, and of what lies between turns, it checks the chain of sums. It also
// checks the store's own pages. The error is about reading, not about what is found.
func Verify(w *world.World) (found chronicle.Verification, err error) {
	found = chronicle.NothingFound()
	err = w.View(func(tx *store.Tx) (err error) {
		for err := range tx.Wrong() {
			line := err.Error()
			if t, tells := err.(wording.Telling); tells {
				line = t.In(w.Settings.Lang)
			}
			found.Wrong = append(found.Wrong, line)
		}
		if len(found.Wrong) > 0 {
			found.Cure = w.Disk.Cure(store.LastCopy(w.Disk.Dir, -1))
			return nil
		}
		archive := w.Archive()
		archive.Step = w.Step
		found, err = archive.Verify(tx)
		return err
	})
	return found, err
}

// Publish makes the public file of a game that is over, and plays it again, as its readers do. See
// chronicle.Archive.Publish; ErrPublish also says that the game is not over.
func Publish(w *world.World, guessable bool) ([]byte, error) {
	var file bytes.Buffer
	last := 0
	err := w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		if last = c.Turn - 1; !c.World.Asked().Over {
			return wording.Fault(faults.ErrPublish, "publish-runs", phrase.Num("turn", c.Turn))
		}
		return w.Archive().Publish(tx, guessable, &file)
	})
	if err != nil {
		return nil, err
	}
	step := func(turn int) { w.Step(min(turn, last), last) }
	book := func(string) (game.Rulebook, error) { return w.Rules, nil }
	shown, err := replay.Prove(bytes.NewReader(file.Bytes()), book, nil, step)
	if err == nil && shown.False != nil {
		err = &phrase.Fault{Kind: faults.ErrDamaged, What: *shown.False, Words: wording.Words}
	}
	return file.Bytes(), err
}
