package intake

import (
	"time"

	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Taken takes a letter in as Accept does, within a transaction that a test may take back.
func Taken(w *world.World, tx *store.Tx, read sender.Content, now time.Time) (*world.Ending, error) {
	return takeIn(w, tx, read, now, byMail)
}
