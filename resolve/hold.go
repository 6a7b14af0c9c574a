package resolve

import (
	"bytes"
	"encoding/binary"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Hold is Advance, but the letters of the turn wait until the game master releases them, or takes
// the turn back (Undo). Meanwhile no letter is taken in and nothing is changed: ErrHeld.
func (w Editing) Hold(now time.Time, force bool) (Advanced, error) {
	return manner{force: force, hold: true}.advance(w.World, now)
}

// Release queues the letters of the turn that is held. The next deadline counts from now, for
// nobody could send orders before. It gives the turn, and how many reports there are. ErrUnheld: none is held.
func (w Editing) Release(now time.Time) (turn, reports int, err error) {
	err = w.update(func(tx *store.Tx) error {
		held, c, err := w.heldTurn(tx, now)
		if err != nil {
			return err
		}
		turn = held.Turn
		chronicle.EndHold(tx)
		if err := chronicle.Reopen(tx, c.Turn, now); err != nil {
			return err
		}
		if c, err = w.now(tx); err != nil {
			return err
		}
		if _, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.turn-released",
			phrase.Num("turn", turn))}); err != nil {
			return err
		}
		p, err := w.schedule(tx, c)
		if err != nil {
			return err
		}
		t := told{turn: turn, next: c.World, deadline: p.Deadline, at: now, realms: reportsOf(tx, turn)}
		reports = len(t.realms)
		if t.was, err = (chronicle.Archive{Rb: w.rulebook, Shelf: w.shelf}).Before(tx, turn); err != nil {
			return err
		}
		t.notices, _, err = store.GetPacked[[]game.Notice](tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn)),
			[]byte("notices"))
		if err != nil {
			return err
		}
		if err := t.mail(tx, w.clerk); err != nil {
			return err
		}
		if err := turnBegins(w.World, tx, now); err != nil {
			return err
		}
		return begin(w.World, tx, now)
	})
	if err != nil {
		return 0, 0, err
	}
	return turn, reports, nil
}

// heldTurn is the turn that is held, and the one after it. ErrUnheld: none is.
func (w Editing) heldTurn(tx *store.Tx, now time.Time) (held chronicle.Hold, c chronicle.Current, err error) {
	if held, err = chronicle.Held(tx); err != nil {
		return held, c, err
	}
	if held.Turn == 0 {
		return held, c, store.ErrUnheld
	}
	if c, err = w.now(tx); err == nil {
		_, err = sinceFormer(w.World, tx, c, now)
	}
	return held, c, err
}

// reportsOf lists whom there is a report of a turn for.
func reportsOf(tx *store.Tx, turn int) (realms []int) {
	c := tx.Bucket(store.ReportsBucket).Cursor()
	for k, _ := c.Seek(store.Pair(turn, 0)); bytes.HasPrefix(k, store.U32(turn)); k, _ = c.Next() {
		realms = append(realms, int(binary.BigEndian.Uint32(k[4:])))
	}
	return realms
}

// HeldStatus is a turn that is held, in a Status, in the world's zone.
type HeldStatus struct {
	Turn  int       `json:"turn"` // that is resolved
	Since time.Time `json:"since"`
}

// heldStatus tells of a turn that is held; nil: none is.
func heldStatus(h chronicle.Hold, zone *time.Location) *HeldStatus {
	if h.Turn == 0 {
		return nil
	}
	return &HeldStatus{h.Turn, h.At.In(zone)}
}
