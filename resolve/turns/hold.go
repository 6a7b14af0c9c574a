package turns

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Hold is Advance, but the letters of the turn wait until the game master releases them, or takes the turn back
// (Undo). Until then no letter is taken in and nothing is changed: ErrTurnHeld.
func Hold(w *world.World, now time.Time, force bool) (Advanced, error) {
	return manner{force: force, hold: true}.advance(w, now)
}

// Release queues the letters of the turn that is held. The next deadline counts from now, since nobody could send
// orders before. It returns the turn, and how many reports there are. If no turn is held, it returns ErrUnheld.
func Release(w *world.World, now time.Time) (turn, readers int, err error) {
	err = w.Update(func(tx *store.Tx) (err error) {
		turn, readers, err = release(w, tx, now, "")
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	return turn, readers, nil
}

// release is Release within a transaction, for somebody; "": a command.
func release(w *world.World, tx *store.Tx, now time.Time, by logbook.By) (turn, readers int, err error) {
	held, c, err := heldTurn(w, tx, now)
	if err != nil {
		return 0, 0, err
	}
	chronicle.EndHold(tx)
	chronicle.Reopen(tx, c.Turn, now)
	if c, err = w.Now(tx); err != nil {
		return 0, 0, err
	}
	if _, err := w.Note(tx, logbook.Entry{At: now, By: by, What: phrase.P("log.turn-released",
		phrase.Num("turn", held.Turn))}); err != nil {
		return 0, 0, err
	}
	p := w.Schedule(tx, c)
	t := told{turn: held.Turn, next: c.World, deadline: p.Deadline, at: now, realms: chronicle.ReportReaders(tx, held.Turn)}
	if t.was, err = w.Archive().Before(tx, t.turn); err != nil {
		return 0, 0, err
	}
	t.notices = chronicle.NoticesOf(tx, t.turn)
	return t.turn, len(t.realms), t.leave(w, tx, now)
}
