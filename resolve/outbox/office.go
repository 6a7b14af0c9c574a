package outbox

import (
	"math"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// GameAddress is the address that letters are sent from.
func (o *Office) GameAddress() (string, error) {
	if o.Address == "" {
		return "", wording.Fault(faults.ErrAddress, "address-game", phrase.Str("file", disk.SettingsName))
	}
	return o.Address, address.Proper(o.Address)
}

// Office is the post office of a world: it hands out the letters that are due, records what becomes of them, and lets
// the game master act on them.
type Office struct {
	Disk *store.Store

	Address  string // of the game
	PerHour  int    // letters that may leave in an hour; 0: any number
	ZipAbove int    // bytes of a letter's files above which they are zipped for everybody; 0: never
	Master   Master
	Render   func(Draft) ([]byte, error)                        // makes the bytes of a letter
	Speaks   func(tx *store.Tx, realm int) (phrase.Lang, error) // the language of a realm's player
	Log      func(tx *store.Tx, what phrase.Phrase) error       // records what the game master does; nil: nobody does
}

// log records what the game master does with letters.
func (o *Office) log(tx *store.Tx, what phrase.Phrase) error {
	if o.Log == nil {
		return nil
	}
	return o.Log(tx, what)
}

// Outbox lists all letters ever queued, oldest first, with all attempts.
func (o *Office) Outbox() (rows []OutboxRow, err error) {
	err = o.Disk.View(func(tx *store.Tx) error {
		return Open(tx).walk(func(e Message) { rows = append(rows, e.OutboxRow) })
	})
	return rows, err
}

// Gist is how many letters wait, since when the first of them has waited, and when one may leave.
func (o Box) Gist() (waiting int, oldest, due time.Time, err error) {
	n, _, err := o.Standing()
	if err != nil {
		return 0, oldest, due, err
	}
	if id, is := o.due(time.Unix(math.MaxInt64, 0), "", nil); is {
		e, err := o.letter(id)
		if err != nil {
			return 0, oldest, due, err
		}
		due = e.Due.UTC().Truncate(time.Second)
	}
	if !n.Oldest.IsZero() {
		oldest = n.Oldest.UTC()
	}
	return n.Waiting, oldest, due, nil
}
