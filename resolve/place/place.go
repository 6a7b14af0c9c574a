package place

import (
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
)

// Record is what a store remembers of its world's place.
type Record struct {
	Spot
	Since time.Time `json:"since"`
}

var key = []byte("place")

// Keeper knows the place of a world.
type Keeper struct {
	Disk    *store.Store
	Machine string // the name of the one this runs on; "": not known
	Note    func(*store.Tx, logbook.Entry) (logbook.Last, error)
}

// Check is nil in the place that the world mails from, and ErrCopy in any other. A world
// that has never mailed, or only in an older version, is in its place.
func (k Keeper) Check(now time.Time) error {
	here, err := SpotOf(k.Disk.Dir, k.Machine)
	if err != nil {
		return err
	}
	rec, found, err := k.read()
	switch {
	case err != nil:
		return err
	case found && !rec.Is(here):
		return fmt.Errorf("%w: %s", store.ErrCopy, k.Disk.Dir)
	case found && rec.with(here) == rec.Spot:
		return nil
	}
	return k.Disk.Update(func(tx *store.Tx) error {
		rec, found, err := store.GetJSON[Record](tx.Bucket(store.MetaBucket), key)
		if rec.Spot = rec.with(here); !found {
			rec.Spot, rec.Since = here, now.UTC()
		}
		rec.put(tx)
		return err
	})
}

// Adopt makes this the place that the world mails from. It is noted in the logbook.
func (k Keeper) Adopt(now time.Time) error {
	here, err := SpotOf(k.Disk.Dir, k.Machine)
	if err != nil {
		return err
	}
	return k.Disk.Update(func(tx *store.Tx) error {
		rec, _, err := store.GetJSON[Record](tx.Bucket(store.MetaBucket), key)
		if err != nil {
			return err
		}
		rec.Spot, rec.Since = here, now.UTC()
		rec.put(tx)
		_, err = k.Note(tx, logbook.Entry{At: now, What: phrase.P("log.adopt")})
		return err
	})
}

func (k Keeper) read() (rec Record, found bool, err error) {
	err = k.Disk.View(func(tx *store.Tx) (err error) {
		rec, found, err = store.GetJSON[Record](tx.Bucket(store.MetaBucket), key)
		return err
	})
	return rec, found, err
}

func (r Record) put(tx *store.Tx) { store.PutJSON(tx.Bucket(store.MetaBucket), key, r) }
