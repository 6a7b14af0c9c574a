package world

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// PlaceRecord is what a store knows about its world's place.
type PlaceRecord struct {
	Spot
	Since      time.Time `json:"since"`
	Generation uint64    `json:"generation,omitempty"` // raised before each round of sending
	Token      string    `json:"token,omitempty"`      // of the generation: two stores may count alike
	Before     []string  `json:"before,omitempty"`     // the tokens before it, at most tokensKept, the newest first
	// the world was adopted: it goes on whatever generation the mark in the mailbox has
	Claims bool `json:"claims,omitempty"`
	// a generation of the mailbox that is above this store's; the store is old until it is above that
	Overtaken uint64 `json:"overtaken,omitempty"`
	// the number of the first letter that was made where the world does not mail from; 0: there is none
	Apart uint64 `json:"apart,omitempty"`
}

const slot store.Slot[PlaceRecord] = "place"

// PlaceKeeper checks and changes the place of a world.
type PlaceKeeper struct {
	Disk    *store.Store
	Dir     string // the world's folder; its store may be prepared elsewhere
	Machine string // the name of the machine that this runs on; "": unknown
	// Database is where the world is, if its store is prepared for one, see store.Tx.Place; "": the store knows
	Database string
	Note     func(*store.Tx, logbook.Entry) (logbook.Last, error)
}

// Check returns nil in the place from which the world mails, and ErrCopy in any other. It returns ErrOld if the world
// has sent mail since the store was in this state. A world that has never mailed, or only in an older version, is in
// its place.
func (k PlaceKeeper) Check(now time.Time) error {
	here, rec, found, err := k.look()
	if err != nil || found && rec.with(here) == rec.Spot && rec.Apart == 0 {
		return err
	}
	_, err = k.change(func(rec *PlaceRecord, _ *store.Tx) error {
		rec.Apart = 0 // letters were made elsewhere, and then the store was put back in its place
		if rec.Spot = rec.with(here); !found {
			rec.Spot, rec.Since = here, now.UTC()
		}
		return nil
	})
	return err
}

// Look is Check for commands that only look: it does not record a first place.
func (k PlaceKeeper) Look() error {
	_, _, _, err := k.look()
	return err
}

func (k PlaceKeeper) look() (here Spot, rec PlaceRecord, found bool, err error) {
	beside := k.beside() // first: the store is written before it, so what is read after it is no older
	err = k.Disk.View(func(tx *store.Tx) error {
		if here, err = k.spot(tx); err != nil {
			return err
		}
		rec, found = slot.Get(tx)
		return nil
	})
	found = found && rec.Spot != (Spot{})
	switch {
	case err != nil:
	case found && !rec.is(here):
		err = fmt.Errorf("%w: %s", faults.ErrCopy, k.Dir)
	case max(beside, rec.Overtaken) > rec.Generation:
		err = k.old()
	}
	return here, rec, found, err
}

// spot is where the world is.
func (k PlaceKeeper) spot(tx *store.Tx) (Spot, error) {
	if at := cmp.Or(k.Database, tx.Place()); at != "" {
		return Spot{Database: at}, nil
	}
	return spotOf(k.Dir, k.Machine)
}

// LeavePlace forgets where a world is that is being moved. The first place from which it mails again counts.
func LeavePlace(tx *store.Tx) error {
	rec, found := slot.Get(tx)
	if !found {
		return nil
	}
	rec.Spot = Spot{}
	slot.Put(tx, rec)
	return nil
}

// Adopt makes this the place from which the world mails, with a generation above the given one and all that are known
// here. The logbook records it, as what. also does what else is needed in the same transaction. It is given the first
// letter that was made in the copy, or 0.
func (k PlaceKeeper) Adopt(what phrase.Phrase, above uint64, now time.Time,
	also func(tx *store.Tx, apart uint64) error) error {
	_, err := k.change(func(rec *PlaceRecord, tx *store.Tx) error {
		here, err := k.spot(tx)
		if err != nil {
			return err
		}
		apart := rec.Apart
		rec.Spot, rec.Since, rec.Claims, rec.Apart = here, now.UTC(), true, 0
		rec.above(max(above, k.beside()))
		if _, err := k.Note(tx, logbook.Entry{At: now, What: what}); err != nil {
			return err
		}
		return also(tx, apart)
	})
	return err
}

// Behind returns how many generations were counted elsewhere since the store was in this state. The folder and a mark
// in the mailbox show that. It is at least one if overtaken, where by is the generation of the mark.
func (k PlaceKeeper) Behind(overtaken bool, by uint64) (n uint64, err error) {
	beside := k.beside()
	rec, _, err := k.read()
	seen := max(beside, rec.Overtaken)
	if overtaken {
		seen = max(seen, by, rec.Generation+1)
	}
	return max(seen, rec.Generation) - rec.Generation, err
}

// Apart must be called before letters are made. Where the world does not mail from, it records where the letters that
// are made now begin. It returns what was there before, and whether this is such a place.
func (k PlaceKeeper) Apart() (before PlaceTraces, apart bool, err error) {
	if err = k.Look(); err == nil || !errors.Is(err, faults.ErrCopy) && !errors.Is(err, faults.ErrOld) {
		return before, false, err
	}
	rec, _, err := k.read()
	if err != nil {
		return before, false, err
	}
	if before, err = k.Traces(); err != nil || rec.Apart != 0 {
		return before, true, err
	}
	_, err = k.change(func(rec *PlaceRecord, tx *store.Tx) error {
		rec.Apart = before.Letters + 1
		return nil
	})
	return before, true, err
}

// PlaceTraces is what commands leave behind: how many letters the world has made, and how many entries its logbook has.
type PlaceTraces struct{ Letters, Entries uint64 }

// Traces counts what commands have left behind so far.
func (k PlaceKeeper) Traces() (t PlaceTraces, err error) {
	err = k.Disk.View(func(tx *store.Tx) error {
		t.Letters = store.Letters.Of(tx)
		last := logbook.LastOf(tx)
		t.Entries = last.Entries
		return nil
	})
	return t, err
}

// First returns the first letter that was made where the world does not mail from, or 0.
func (k PlaceKeeper) First() (letter uint64, err error) {
	rec, _, err := k.read()
	return rec.Apart, err
}

// Claims reports whether the world was adopted and its mailbox does not have the mark of that yet.
func (k PlaceKeeper) Claims() (bool, error) {
	rec, _, err := k.read()
	return rec.Claims, err
}

// Next raises the generation, above the given one, too. It must be stored before the mark in the mailbox gets it: a
// mark with a generation that is not stored would stop its own world.
func (k PlaceKeeper) Next(above uint64) (PlaceRecord, error) {
	rec, err := k.change(func(rec *PlaceRecord, _ *store.Tx) error {
		rec.above(above)
		return nil
	})
	if err == nil {
		k.putBeside(rec.Generation)
	}
	return rec, err
}

// tokensKept is how many earlier tokens a store remembers.
const tokensKept = 8

// Overtake records that the mark in the mailbox has a generation that this store does not have. It returns ErrOld, and
// so does Check from then on, until the world is adopted. If this store has given the mark its token, or is further than
// its tokens tell, other hosts have gone on since the caller read the store. Then it returns ErrLocked, and records
// nothing.
func (k PlaceKeeper) Overtake(by uint64, token string) error {
	_, err := k.change(func(rec *PlaceRecord, _ *store.Tx) error {
		if by < rec.Generation-min(tokensKept, rec.Generation) ||
			token != "" && (token == rec.Token || slices.Contains(rec.Before, token)) {
			return fmt.Errorf("%w: %s", faults.ErrLocked, k.Dir)
		}
		rec.Overtaken = max(by, rec.Generation+1)
		return nil
	})
	if err != nil {
		return err
	}
	return k.old()
}

func (k PlaceKeeper) old() error { return fmt.Errorf("%w: %s", faults.ErrOld, k.Dir) }

// Settled records that the mailbox has the mark of the adopted world.
func (k PlaceKeeper) Settled() error {
	_, err := k.change(func(rec *PlaceRecord, _ *store.Tx) error {
		rec.Claims = false
		return nil
	})
	return err
}

// Stamp returns the generation of the store, and its token.
func (k PlaceKeeper) Stamp() (generation uint64, token string, err error) {
	rec, _, err := k.read()
	return rec.Generation, rec.Token, err
}

func (r *PlaceRecord) above(n uint64) {
	var word [8]byte
	_, _ = rand.Read(word[:])
	if r.Token != "" {
		r.Before = append([]string{r.Token}, r.Before[:min(len(r.Before), tokensKept-1)]...)
	}
	r.Generation, r.Token = max(r.Generation, r.Overtaken, n)+1, hex.EncodeToString(word[:])
}

func (k PlaceKeeper) read() (rec PlaceRecord, found bool, err error) {
	err = k.Disk.View(func(tx *store.Tx) (err error) {
		rec, found = slot.Get(tx)
		return nil
	})
	return rec, found, err
}

func (k PlaceKeeper) change(f func(*PlaceRecord, *store.Tx) error) (rec PlaceRecord, err error) {
	err = k.Disk.Update(func(tx *store.Tx) error {
		rec, _ = slot.Get(tx)
		if err := f(&rec, tx); err != nil {
			return err
		}
		slot.Put(tx, rec)
		return nil
	})
	return rec, err
}

// besideName is the file beside the store that has its generation. It reveals an old backup that was put in place of
// the store. It may be missing, or be behind itself.
const besideName = "place"

func (k PlaceKeeper) beside() uint64 {
	raw, err := os.ReadFile(filepath.Join(k.Dir, besideName))
	if err != nil {
		return 0
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(raw)), 10, 63)
	if err != nil {
		return 0
	}
	return n
}

// putBeside writes that file. If it cannot, the mark in the mailbox still reveals an old store.
func (k PlaceKeeper) putBeside(n uint64) {
	path := filepath.Join(k.Dir, besideName)
	half := path + ".half"
	if err := os.WriteFile(half, []byte(strconv.FormatUint(n, 10)+"\n"), 0o600); err == nil {
		_ = os.Rename(half, path)
	}
}
