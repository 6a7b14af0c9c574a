package players

import (
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// holdMade holds the letters that wait and were made in a copy, from the first of them on; 0: there are none.
func HoldMade(tx *store.Tx, first uint64) error {
	if first == 0 {
		return nil
	}
	return outbox.In(tx).HoldFrom(first)
}
