package turns

import (
	"fmt"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Again is in what a turn that is resolved again differs from the one that was taken back.
type Again struct {
	Rules, Tables bool // the rules are others, or the numbers
	World         bool // it begins in another state: changed by hand, or realms have joined or changed hands
	Orders        bool // other orders are in force
	Otherwise     bool // it ends in another state, or other things have happened in it
}

// Redo resolves again, at once, the turn that was taken back last, with the orders in force, and says in what it
// differs from that one. ErrRedo: the turn that awaits orders was not taken back.
func Redo(w *world.World, now time.Time) (did Advanced, again Again, err error) {
	var first chronicle.TurnRecord
	err = w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		list, err := chronicle.UndoneOf(tx, c.Turn)
		if err == nil && len(list) == 0 {
			err = store.ErrRedo
		}
		if err == nil {
			first = list[len(list)-1].Record
		}
		return err
	})
	if err != nil {
		return did, again, err
	}
	if did, err = (manner{force: true, again: true}).advance(w, now); err != nil {
		return did, again, fmt.Errorf("resolving again: %w", err)
	}
	err = w.View(func(tx *store.Tx) error {
		rec, _, err := store.GetJSON[chronicle.TurnRecord](tx.Bucket(store.TurnsBucket).Bucket(store.U32(did.Turn)),
			[]byte("record"))
		again = Again{Rules: rec.Rules != first.Rules, Tables: rec.Tables != first.Tables,
			World: rec.Before != first.Before, Orders: rec.Sheets != first.Sheets,
			Otherwise: rec.After != first.After || rec.Events != first.Events}
		return err
	})
	return did, again, err
}
