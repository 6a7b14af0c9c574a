package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"go.etcd.io/bbolt"
)

// A store that is linked to a journal is a cache: a copy of what the journal has. Each transaction is committed here
// first. Then the store is closed, and the entry is appended to the journal. Until the journal has confirmed the
// entry, the transaction is a draft, which nobody may see and nothing may be sent from. A draft is never repaired.
// CatchUp throws it away together with the cache.

// Link sends the changes of a store to a world's journal.
type Link struct {
	Journal Journal
	World   string // the journal's name for it
	// Gist is what an entry says about the world after a transaction. If it is nil, the entry says schema, rulebook
	// and turn.
	Gist    func(*Tx) (Gist, error)
	Context context.Context // ends calls of the journal; nil: nothing does
	Lock    *DirLock        // the lock of the world, if it is held before the store is opened

	// Key names the invocation of the command that makes these changes. Each transaction carries it, see Invoked. "":
	// none
	Key    string
	Begins func() error // called before each change is stored; nil: nobody needs to know
	// Patience is how long the journal is asked what became of an entry whose answer was lost; 0: answerTime. The
	// asking goes on after Context has ended: the right to the world may be gone, but the entry counts or does not.
	Patience time.Duration
	Asking   context.Context // ends the asking early; nil: only time does
}

func (l *Link) context() context.Context {
	if l.Context == nil {
		return context.Background()
	}
	return l.Context
}

// gist is Gist, with the schema, which the store knows itself.
func (l *Link) gist(tx *Tx) (g Gist, err error) {
	if l.Gist != nil {
		g, err = l.Gist(tx)
	} else {
		g = Gist{Rulebook: string(tx.Bucket(MetaBucket).Get([]byte("rulebook"))), Turn: int(NumberOf(tx, "turn"))}
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

// Hash identifies an entry: it is the SHA-256 of what the entry says about the store, as text. What later versions add
// to a Gist is left out, so that hosts of different versions agree.
func (e Entry) Hash() Hash {
	g, stamp := e.Gist, func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.RFC3339Nano)
	}
	return sha256.Sum256(fmt.Appendf(nil, "%x %d %t %d %d %d %x\n%d %q %d %d %q %q %q %d %q %q\n",
		e.Before[:], e.Base, e.Whole, e.Transaction, e.Size, e.Drop, e.Sum[:], g.Schema, g.Rulebook, g.Rules, g.Turn,
		g.TurnHash, stamp(g.Deadline), stamp(g.Look), g.Waiting, stamp(g.Oldest), stamp(g.Due)))
}

// MarshalText implements encoding.TextMarshaler: the hash in hex.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a hash has %d characters, not %d", hex.EncodedLen(len(h)), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// ship is Update for a linked store: it commits the change here and then appends it to the journal.
func (st *Store) ship(f func(*Tx) error) error {
	if over := st.link.context(); over.Err() != nil {
		return context.Cause(over) // nothing more is begun
	}
	if err := st.link.begins(); err != nil {
		return err
	}
	last, err := readConfirmed(st.Dir)
	if err != nil {
		return err
	}
	var e Entry
	committed := false
	err = st.with(false, func(db *bbolt.DB) error {
		var was former
		err := st.commit(db, func(tx *Tx) (err error) {
			if was, err = formerOf(tx); err != nil {
				return err
			}
			if was.transaction != last.Transaction {
				return st.draftError(was.transaction, last)
			}
			if err = f(tx); err == nil {
				err = st.link.sign(tx)
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
func (st *Store) fill(e *Entry, raw *bbolt.Tx, was former, last Confirmed) (err error) {
	e.Transaction, e.Size = raw.ID(), raw.Size()
	if _, is := st.link.Journal.(File); is {
		return nil // File keeps no pages
	}
	var ids []uint64
	if e.Whole = was.unknown || last.wantsWhole(); e.Whole {
		ids, err = everyPage(raw)
	} else {
		ids, err = changedPages(raw, was)
	}
	if err == nil {
		e.Pages, err = packPages(st.path(), ids)
	}
	return err
}

// append appends an entry to the journal and records that it is confirmed.
func (st *Store) append(last Confirmed, e Entry) error {
	e.Before, e.Base, e.Sum = last.Hash, last.Base, sumOfPages(e.Pages)
	e.Drop = max(e.Drop, last.Drop)
	at, err := st.link.Journal.Append(st.link.context(), st.link.World, last.Position, e)
	if err != nil {
		at, err = st.answer(last, e, err)
	}
	if err != nil {
		return err
	}
	return st.confirm(last.after(at, e))
}

// behind is the ErrLogBehind for a journal that ends at a position.
func behind(world string, at Position, last Confirmed) error {
	code := "log-behind"
	if at >= last.Position {
		code = "log-other"
	}
	return wording.Fault(ErrLogBehind, code, phrase.Str("world", world), phrase.Num("n", int(at)),
		phrase.Num("was", int(last.Position)))
}

// Behind is the ErrLogBehind for a journal that ends at a position and lacks what a copy outside it has.
func Behind(world string, at, copied Position) error {
	return wording.Fault(ErrLogBehind, "log-beside", phrase.Str("world", world), phrase.Num("n", int(at)),
		phrase.Num("was", int(copied)))
}

// draftError is the ErrDraft for a store that is not what was confirmed.
func (st *Store) draftError(transaction int, last Confirmed) error {
	return wording.Fault(ErrDraft, "draft", phrase.Str("path", st.path()), phrase.Num("n", transaction),
		phrase.Num("was", last.Transaction))
}

// settled is nil if the store is what was confirmed last, or has no journal.
func (st *Store) settled(tx *Tx) error {
	if st.link == nil {
		return nil
	}
	last, err := readConfirmed(st.Dir)
	if err == nil && tx.raw.ID() != last.Transaction {
		err = st.draftError(tx.raw.ID(), last)
	}
	return err
}

// Join links a store to a journal and appends all of it: as the world's first entry, or behind the last entry of the
// store that it replaces.
func (st *Store) Join(l *Link, first bool) error {
	if first {
		if err := (osDisk{}).remove(filepath.Join(st.Dir, ConfirmedName)); err != nil {
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
	last, err := readConfirmed(st.Dir)
	if err != nil {
		return err
	}
	e := Entry{Whole: true}
	err = st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) (err error) {
			tx := In(raw)
			if err = st.fits(tx); err != nil {
				return err
			}
			if _, err = freeIn(tx, raw.ID()); err != nil {
				return fmt.Errorf("%w: %s: %w", ErrDamaged, st.path(), err)
			}
			if e.Gist, err = st.link.gist(tx); err != nil {
				return err
			}
			last.Want = true
			return st.fill(&e, raw, former{}, last)
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

func (st *Store) enter(last Confirmed, e Entry, forget bool) error {
	if err := st.lock.stands(); err != nil {
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

// sumIs reports whether the pages of an entry match its sum.
func (e Entry) sumIs() bool { return sumOfPages(e.Pages) == e.Sum }

func sumOfPages(packed []byte) Hash { return sha256.Sum256(packed) }
