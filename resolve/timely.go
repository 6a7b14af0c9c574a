package resolve

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// Untimely tells, in the words of Words, why a letter with orders of this realm
// for this turn (0: the one that awaits orders) would be refused whatever
// stands in it; an empty phrase if it would not be. Realm 0 is the game master.
func (w *World) Untimely(number, turn int) (why phrase.Phrase, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, found := c.realm(number); !found && number != 0 {
			return fmt.Errorf("%w: %d", ErrRealm, number)
		}
		return guarded(func() {
			why = (&intake{w: w, c: c, a: Acceptance{Realm: number}}).untimely(turn)
		})
	})
	return why, err
}
