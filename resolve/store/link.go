package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
	"weltentor/resolve/wording"
)

// A store that is linked to a journal is a cache: a copy of what the journal has. Each transaction is committed here
// first. Then the store is closed, and the entry is appended to the journal. Until the journal has confirmed the
// entry, the transaction is a draft, which nobody may see and nothing may be sent from. A draft is never repaired.
// CatchUp throws it away together with the cache.

// Link sends the changes of a store to a world's journal.
type Link struct {
	Journal entry.Journal
	World   string // the journal's name for it
	// Gist is what an entry says about the world after a transaction. If it is nil, the entry says schema, rulebook
	// and turn.
	Gist    func(*Tx) (entry.Gist, error)
	Context context.Context // ends calls of the journal; nil: nothing does
	Lock    *disk.DirLock   // the lock of the world, if it is held before the store is opened

	// Key names the invocation of the command that makes these changes. Each transaction carries it, see Invoked. "":
	// none
	Key    string
	Begins func() error // called before each change is stored; nil: nobody needs to know
	// Patience is how long the journal is asked what became of an entry whose answer was lost; 0: answerTime. The
	// asking goes on after Context has ended: the right to the world may be gone, but the entry counts or does not.
	Patience time.Duration
	Rest     time.Duration   // between two of these questions; 0: restTime
	Asking   context.Context // ends the asking early; nil: only time does
}

func (l *Link) context() context.Context {
	if l.Context == nil {
		return context.Background()
	}
	return l.Context
}

// gist is Gist, with the schema, which the store knows itself.
func (l *Link) gist(tx *Tx) (g entry.Gist, err error) {
	if l.Gist != nil {
		g, err = l.Gist(tx)
	} else {
		g = entry.Gist{Rulebook: string(tx.Bucket(metaBucket).Get([]byte("rulebook"))), Turn: Turn(tx)}
	}
	g.Schema = tx.Schema()
	return g, err
}

func (l *Link) begins() error {
	if l.Begins == nil {
		return nil
	}
	return l.Begins()
}

// ship is Update for a linked store: it commits the change here and then appends it to the journal.
func (st *Store) ship(f func(*Tx) error) error {
	if over := st.link.context(); over.Err() != nil {
		return context.Cause(over) // nothing more is begun
	}
	if err := st.link.begins(); err != nil {
		return err
	}
	last, err := entry.ReadConfirmed(st.Dir)
	if err != nil {
		return err
	}
	var e entry.Entry
	committed := false
	err = st.with(false, func(db *bbolt.DB) error {
		var was pages.Former
		err := st.commit(db, func(tx *Tx) (err error) {
			if was, err = formerOf(tx); err != nil {
				return err
			}
			if was.Transaction != last.Transaction {
				return st.draftError(was.Transaction, last)
			}
			if err = f(tx); err == nil {
				err = tx.sign(st.link.Key)
			}
			if err == nil {
				e.Gist, err = st.link.gist(tx)
			}
			return err
		})
		if err != nil {
			return err
		}
		committed = true
		return db.View(func(raw *bbolt.Tx) error { return st.fill(&e, raw, was, last) })
	})
	if err == nil {
		err = st.append(last, e)
	}
	if committed && err != nil {
		st.draft = err
	}
	return err
}

// fill puts pages into an entry: the changed ones, or all of them when a whole entry is due.
func (st *Store) fill(e *entry.Entry, raw *bbolt.Tx, was pages.Former, last entry.Confirmed) (err error) {
	e.Transaction, e.Size = raw.ID(), raw.Size()
	var ids []uint64
	if e.Whole = was.Unknown || last.WantsWhole(); e.Whole {
		ids, err = pages.All(raw)
	} else {
		ids, err = pages.Changed(raw, was)
	}
	if err == nil {
		e.Pages, err = entry.PackPages(st.path(), ids)
	}
	return err
}

// append appends an entry to the journal and records that it is confirmed.
func (st *Store) append(last entry.Confirmed, e entry.Entry) error {
	e.Before, e.Base, e.Sum = last.Hash, last.Base, entry.SumOfPages(e.Pages)
	e.Drop = max(e.Drop, last.Drop)
	at, err := st.link.Journal.Append(st.link.context(), st.link.World, last.Position, e)
	if err != nil {
		at, err = st.answer(last, e, err)
	}
	if err != nil {
		return err
	}
	return st.confirm(last.After(at, e))
}

// draftError is the ErrDraft for a store that is not what was confirmed.
func (st *Store) draftError(transaction int, last entry.Confirmed) error {
	return wording.Fault(faults.ErrDraft, "draft", phrase.Str("path", st.path()), phrase.Num("n", transaction),
		phrase.Num("was", last.Transaction))
}

// settled is nil if the store is what was confirmed last, or has no journal.
func (st *Store) settled(tx *Tx) error {
	if st.link == nil {
		return nil
	}
	last, err := entry.ReadConfirmed(st.Dir)
	if err == nil && tx.raw.ID() != last.Transaction {
		err = st.draftError(tx.raw.ID(), last)
	}
	return err
}

// Join links a store to a journal and appends all of it: as the world's first entry, or behind the last entry of the
// store that it replaces.
func (st *Store) Join(l *Link, first bool) error {
	if first {
		if err := (disk.OS{}).Remove(filepath.Join(st.Dir, entry.ConfirmedName)); err != nil {
			return err
		}
	}
	st.link = l
	return st.Enter(false)
}

// Enter appends all of the store as one entry. That is needed for a new world, for a store that replaced another, and
// after something was forgotten. With forget, the journal is to drop all entries before it. Without a journal Enter
// does nothing.
func (st *Store) Enter(forget bool) error {
	if st.link == nil {
		return nil
	}
	last, err := entry.ReadConfirmed(st.Dir)
	if err != nil {
		return err
	}
	e := entry.Entry{Whole: true}
	err = st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) (err error) {
			tx := In(raw)
			if err = st.fits(tx); err != nil {
				return err
			}
			if _, err = freeIn(tx, raw.ID()); err != nil {
				return fmt.Errorf("%w: %s: %w", faults.ErrDamaged, st.path(), err)
			}
			if e.Gist, err = st.link.gist(tx); err != nil {
				return err
			}
			last.Want = true
			return st.fill(&e, raw, pages.Former{}, last)
		})
	})
	if err == nil {
		err = st.enter(last, e, forget)
	}
	if err != nil {
		st.draft = err
	}
	return err
}

func (st *Store) enter(last entry.Confirmed, e entry.Entry, forget bool) error {
	if err := st.lock.Stands(); err != nil {
		return err
	}
	if err := st.link.begins(); err != nil {
		return err
	}
	if forget {
		e.Drop = last.Position + 1
	}
	return st.append(last, e)
}

// confirm records what is confirmed.
func (st *Store) confirm(c entry.Confirmed) error {
	return entry.WriteConfirmed(disk.OS{}, st.Dir, c)
}

// formerOf reads what must be known of the store before a transaction, in a transaction that has written nothing yet.
func formerOf(tx *Tx) (was pages.Former, err error) {
	was = pages.Former{Transaction: tx.raw.ID() - 1, Pages: uint64(tx.raw.Size() / pages.Size)}
	free, err := freeIn(tx, was.Transaction)
	if errors.Is(err, pages.ErrNoFreePages) {
		was.Unknown = true
		return was, nil
	}
	if err == nil {
		was.Free, err = pages.Marked(free, was.Pages)
	}
	return was, err
}
