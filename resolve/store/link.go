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

// A store that is linked to a journal is a copy of what the journal has: a cache. Each of
// its transactions is committed here, the store is closed, and then the journal gets the
// entry. Until the journal has confirmed it the transaction is a draft, and nobody is
// shown it: what is not confirmed must not leave the house. A draft is never mended, it is
// thrown away with the cache: see CatchUp.

// Link leads the changes of a store into a world's journal.
type Link struct {
	Journal Journal
	World   string // what the journal calls it
	// Gist is what an entry tells of the world after a transaction; nil: its schema,
	// rulebook and turn.
	Gist    func(*Tx) (Gist, error)
	Context context.Context // ends what is asked of the journal; nil: nothing does
	Lock    *DirLock        // of the world, if it is held already when the store is opened

	// Key names the invocation of a command whose changes these are: each transaction carries it, see Invoked. "": none
	Key    string
	Begins func() error // called before the first change is stored, and before each further one; nil: nobody waits for it
	// Patience is how long the journal is asked what became of an entry whose answer is lost; 0: answerTime. The asking
	// outlasts Context: the right to the world may end meanwhile, and what was asked for counts or does not.
	Patience time.Duration
	Asking   context.Context // ends that before; nil: only time does
}

func (l *Link) context() context.Context {
	if l.Context == nil {
		return context.Background()
	}
	return l.Context
}

// gist is Gist, with what the store itself can tell.
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

// Hash tells one entry from another: SHA-256 over what it says of the store, as text. What
// later versions add to a Gist is not in it, so that hosts of several versions agree.
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

// MarshalText is the hash in hex.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads it.
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a hash has %d characters, not %d", hex.EncodedLen(len(h)), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// ship is Update of a linked store.
func (st *Store) ship(f func(*Tx) error) error {
	if over := st.link.context(); over.Err() != nil {
		return context.Cause(over) // nothing is begun any more
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

// fill puts the pages into an entry: those that have changed or, when it is time, all.
func (st *Store) fill(e *Entry, raw *bbolt.Tx, was former, last Confirmed) (err error) {
	e.Transaction, e.Size = raw.ID(), raw.Size()
	if _, is := st.link.Journal.(File); is {
		return nil // which keeps no pages
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

// append hands an entry on, and writes down that it is confirmed.
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

// behind is ErrLogBehind of a journal that ends at a position.
func behind(world string, at Position, last Confirmed) error {
	code := "log-behind"
	if at >= last.Position {
		code = "log-other"
	}
	return wording.Fault(ErrLogBehind, code, phrase.Str("world", world), phrase.Num("n", int(at)),
		phrase.Num("was", int(last.Position)))
}

// Behind is ErrLogBehind of a journal that ends at a position, and lacks what a copy beside it has from another.
func Behind(world string, at, copied Position) error {
	return wording.Fault(ErrLogBehind, "log-beside", phrase.Str("world", world), phrase.Num("n", int(at)),
		phrase.Num("was", int(copied)))
}

// draftError is ErrDraft of a store that is not what was confirmed.
func (st *Store) draftError(transaction int, last Confirmed) error {
	return wording.Fault(ErrDraft, "draft", phrase.Str("path", st.path()), phrase.Num("n", transaction),
		phrase.Num("was", last.Transaction))
}

// settled is nil if the store is what was confirmed last, or linked to no journal.
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

// Join links a store to a journal and enters it: as the world's first entry, or behind the
// last one of the store whose place it took.
func (st *Store) Join(l *Link, first bool) error {
	if first {
		if err := (osDisk{}).remove(filepath.Join(st.Dir, ConfirmedName)); err != nil {
			return err
		}
	}
	st.link = l
	return st.Enter(false)
}

// Enter appends all of the store as one entry: the first one of a world, of a store that
// took the place of another, or of one that has forgotten something. With forget all
// entries before it are to be dropped. Without a journal it does nothing.
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

// sumIs tells whether the pages of an entry are those it names.
func (e Entry) sumIs() bool { return sumOfPages(e.Pages) == e.Sum }

func sumOfPages(packed []byte) Hash { return sha256.Sum256(packed) }
