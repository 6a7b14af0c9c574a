package resolve

import (
	"fmt"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Report reads a realm's report of a turn; turn 0 is its welcome, a negative
// one the newest there is.
func (w *World) Report(realm, turn int) (rep game.Report, err error) {
	err = w.view(func(tx *store.Tx) error {
		if turn < 0 {
			for turn = int(store.NumberOf(tx, "turn")) - 1; turn > 0 &&
				tx.Bucket(store.ReportsBucket).Get(store.Pair(turn, realm)) == nil; turn-- {
			}
		}
		rep, err = chronicle.Report(tx, realm, turn)
		return err
	})
	return rep, err
}

// Events reads what happened in a resolved turn, all of it: not for players.
func (w *World) Events(turn int) (events []game.Event, err error) {
	err = w.view(func(tx *store.Tx) error {
		t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn))
		if t == nil || t.Get([]byte("events")) == nil {
			return fmt.Errorf("turn %d is not resolved", turn)
		}
		raw, err := store.Unpack(t.Get([]byte("events")))
		if err != nil {
			return fmt.Errorf("%w: events of turn %d: %v", store.ErrDamaged, turn, err)
		}
		events, err = chronicle.ReadEvents(raw)
		return err
	})
	return events, err
}

// SheetText is the text of a realm's sheet in force for the turn that awaits
// orders, without its password; "" if there is none.
func (w *World) SheetText(realm int) (text string, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		r, _, err := chronicle.Sheet(tx, c.Turn, realm)
		text = r.Text
		return err
	})
	return text, err
}

// Verify plays every turn of the present rules again from its stored state,
// sheets, tables and seed and holds the result against the stored hash; of other
// turns, and of what lies between turns, it checks the chain of sums. The
// store's own pages are checked too. The error is of reading, not of what is found.
func (w *World) Verify() (found chronicle.Verification, err error) {
	found = chronicle.NothingFound()
	err = w.view(func(tx *store.Tx) (err error) {
		for err := range tx.Wrong() {
			line := err.Error()
			if t, tells := err.(wording.Telling); tells {
				line = t.In(w.settings.Lang)
			}
			found.Wrong = append(found.Wrong, line)
		}
		if len(found.Wrong) > 0 {
			found.Cure = w.disk.Cure(store.LastCopy(w.disk.Dir, -1))
			return nil
		}
		found, err = chronicle.Archive{Rb: w.rulebook, Shelf: w.shelf, Step: w.step}.Verify(tx)
		return err
	})
	return found, err
}
