package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// path is where the world is, for people.
func (st *Store) path() string {
	if st.engine != nil {
		return st.engine.String()
	}
	return filepath.Join(st.Dir, disk.FileName)
}

// Store is the store of a world directory. It is opened only for the moment of a call.
type Store struct {
	Dir      string
	Rulebook string // of the world; "": not known yet
	// Patience is how long a reader waits while another command has the store open; 0: disk.BusyReading.
	Patience time.Duration
	kept     int // how many copies from before turns are kept; 0: five
	// how many bytes they may have together, with those that they are built on; 0: any number
	CopiesMost int64

	lock   *disk.DirLock // that this command holds; nil: none is needed
	damage error         // that was met before: nothing is tried again
	spare  int           // pages that were free after the last change; 0: not known

	copied *since // by this command, and not recorded yet

	engine Engine // that has the records; nil: they are in the file
	key    string // of the command's run, see Signs
	begins func() error
}

// Open opens the store of a world directory, calls look with it, and returns it. Before that a store of an older
// schema is raised to the present one (see raise), and a packed copy is unpacked (see restored). Nothing else is
// changed on the disk.
func Open(dir string, kept int, look func(*Tx) error) (*Store, error) {
	st := &Store{Dir: dir, kept: kept}
	if err := st.restored(); err != nil {
		return nil, st.cured(err)
	}
	if err := whole(st.path()); err != nil {
		return nil, st.cured(err)
	}
	if err := disk.PrivateWorld(dir); err != nil {
		return nil, err
	}
	err := st.View(look)
	if errors.Is(err, errOld) {
		err = st.raise(look)
	}
	return st, err
}

// Changeable returns ErrDamaged if the store can be read and not changed: its list of free pages is damaged, which
// readers never look at. Nothing is changed.
func (st *Store) Changeable() error {
	if st.engine != nil {
		return nil
	}
	return st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			if err := copies.Listed(raw); err != nil {
				return fmt.Errorf("%w: %s: %v", faults.ErrDamaged, st.path(), err)
			}
			return nil
		})
	})
}

// View opens the store for reading while f runs.
func (st *Store) View(f func(*Tx) error) error {
	if st.engine != nil {
		return st.readByEngine(f)
	}
	return st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			tx := FromBolt(raw)
			if err := st.fits(tx); err != nil {
				return err
			}
			return f(tx)
		})
	})
}

// Update opens the store for one transaction: all of f, or nothing.
func (st *Store) Update(f func(*Tx) error) error {
	if st.engine != nil {
		return st.updateByEngine(f)
	}
	return st.with(false, func(db *bbolt.DB) error { return st.commit(db, f) })
}

func (st *Store) commit(db *bbolt.DB, f func(*Tx) error) error {
	err := db.Update(func(raw *bbolt.Tx) error {
		tx := FromBolt(raw)
		if err := st.lock.Stands(); err != nil {
			return err
		}
		if err := st.fits(tx); err != nil {
			return err
		}
		if err := st.touch(tx); err != nil {
			return err
		}
		tx.begin()
		return f(tx)
	})
	if err == nil {
		stats := db.Stats()
		st.spare = stats.FreePageN + stats.PendingPageN
	}
	return err
}

// fits refuses a store of a newer schema, of another rulebook, or half founded.
func (st *Store) fits(tx *Tx) error {
	there := tx.names()
	lacks := func(names []string) error {
		for _, name := range names {
			if _, is := slices.BinarySearch(there, name); !is {
				return wording.Fault(faults.ErrDamaged, "half-written", phrase.Str("path", st.path()),
					phrase.Str("what", name))
			}
		}
		return nil
	}
	if err := lacks(firstBuckets); err != nil {
		return err
	}
	switch schema := tx.Schema(); {
	case schema < 1:
		return wording.Fault(faults.ErrDamaged, "no-schema", phrase.Str("path", st.path()))
	case schema > Schema || schema < oldest:
		return fmt.Errorf("%w: %s has schema %d, this program reads %d to %d",
			faults.ErrSchema, st.path(), schema, oldest, Schema)
	case schema < Schema:
		return errOld
	}
	if err := lacks(buckets); err != nil {
		return err
	}
	if name := string(tx.Bucket(metaBucket).Get([]byte("rulebook"))); st.Rulebook != "" && name != st.Rulebook {
		return wording.Fault(faults.ErrRulebook, "other-book", phrase.Str("path", st.path()), phrase.Str("name", name),
			phrase.Str("own", st.Rulebook))
	}
	return nil
}

// forNote is how many pages must be free before a letter leaves. Recording what became of it takes ten to twenty, with
// a letter to the game master about it.
const forNote = 64

// Reserve makes sure that the file has enough free pages to record something small. It stores again what is stored
// already, and makes the file larger if that frees too little.
func (st *Store) Reserve(again func(*Tx) error) error {
	if err := st.lock.Stands(); err != nil {
		return err // nothing could be recorded
	}
	if st.engine != nil {
		return nil // a full database refuses the commit
	}
	if st.spare >= forNote {
		return nil
	}
	if err := st.Update(again); err != nil || st.spare >= forNote {
		return err
	}
	room := []byte("room")
	if err := st.Update(func(tx *Tx) error {
		Put(tx.Bucket(metaBucket), room, make([]byte, forNote*copies.Size))
		return nil
	}); err != nil {
		return err
	}
	return st.Update(func(tx *Tx) error {
		Remove(tx.Bucket(metaBucket), room)
		return nil
	})
}
