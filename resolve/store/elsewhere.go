package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
)

// Over makes a transaction with checksums of an engine's.
func Over(keys Keys) *Tx { return &Tx{keys: keys} }

// OpenOn opens a world whose records an engine has, calls look with it, and returns it. dir is the folder of the world's
// settings; nothing of the store is in it. There are no copies of it: the engine has its own, and its own room.
func OpenOn(e Engine, dir string, look func(*Tx) error) (*Store, error) {
	st := &Store{Dir: dir, engine: e}
	err := st.View(look)
	if errors.Is(err, errOld) {
		if err = st.raiseByEngine(); err == nil || errors.Is(err, faults.ErrFenced) { // another process was first
			err = st.View(look)
		}
	}
	return st, err
}

// Place tells a world that an engine has from all copies of it. It is "" for one in a file.
func (tx *Tx) Place() string {
	if placed, is := tx.keys.(Placed); is {
		return placed.Place()
	}
	return ""
}

// FoundBy makes a world by an engine's means, with all buckets. Fill fills it in the same transaction.
func FoundBy(create func(func(Keys) error) error, fill func(*Tx) error) error {
	return create(func(k Keys) error { return Over(k).founded(fill) })
}

// replaced is what a world that was replaced has behind its name.
const replaced = " replaced "

// ReplaceBy puts a store in a file in the place of the world that an engine has, in one transaction. The former one is
// kept there under a new name, which is returned. If it is killed before that, the world is as it was.
func ReplaceBy(e Engine, next string, now time.Time) (kept string, err error) {
	kept = e.String() + replaced + now.UTC().Format("2006-01-02 150405")
	if err := e.Keep(kept); err != nil {
		return "", err
	}
	err, _ = openFor(next, true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			return e.Update(func(k Keys) error { return In(raw).replaces(k) })
		})
	})
	return kept, err
}

// replaces puts all values in the place of what is in an engine.
func (tx *Tx) replaces(k Keys) error {
	r := k.Range()
	for name, _ := r.First(); name != nil; name, _ = r.Next() {
		if err := k.Drop(name); err != nil {
			return err
		}
	}
	if err := tx.CopyTo(k); err != nil {
		return err
	}
	is := Over(k)
	Generation.Draw(is)
	States.Draw(is)
	return nil
}

// byEngine runs f in a transaction of the engine, and turns damage into ErrDamaged.
func (st *Store) byEngine(run func(func(Keys) error) error, f func(*Tx) error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Damage:
			err = st.cured(fmt.Errorf("%w: %s: %v", faults.ErrDamaged, st.path(), p))
		default:
			panic(p)
		}
	}()
	return run(func(keys Keys) error { return f(Over(keys)) })
}

// Elsewhere reports whether an engine has the world.
func (st *Store) Elsewhere() bool { return st.engine != nil }

// readByEngine is read for a world that an engine has.
func (st *Store) readByEngine(f func(*Tx) error) error {
	return st.byEngine(st.engine.View, func(tx *Tx) error {
		if err := st.fits(tx); err != nil {
			return err
		}
		return f(tx)
	})
}

// updateByEngine is Update for a world that an engine has.
func (st *Store) updateByEngine(f func(*Tx) error) error {
	if st.begins != nil {
		if err := st.begins(); err != nil {
			return err
		}
	}
	return st.byEngine(st.engine.Update, func(tx *Tx) error {
		if err := st.lock.Stands(); err != nil {
			return err
		}
		if err := st.fits(tx); err != nil {
			return err
		}
		tx.begin()
		if err := f(tx); err != nil {
			return err
		}
		return tx.sign(st.key)
	})
}

// CopyTo copies all values into another engine, byte by byte, but none of what only counts in a file or for a journal.
// It returns *Damage if a checksum is wrong. The world there must be empty.
func (tx *Tx) CopyTo(to Keys) error {
	return tx.ForEach(func(name []byte, b *Bucket) error {
		if bytes.Equal(name, touchedBucket) || bytes.Equal(name, invokedBucket) {
			return nil
		}
		in, err := to.Make(name)
		if err != nil {
			return err
		}
		return b.copyTo(in)
	})
}

func (b *Bucket) copyTo(to Keys) error {
	c := b.keys.Range()
	for key, stored := c.First(); key != nil; key, stored = c.Next() {
		if stored == nil {
			in, err := to.Make(key)
			if err == nil {
				err = b.Bucket(key).copyTo(in)
			}
			if err != nil {
				return err
			}
			continue
		}
		if _, ok := b.checked(key, stored); !ok {
			return b.damage(key)
		}
		if err := to.Put(key, slices.Clone(stored)); err != nil {
			return err
		}
	}
	return nil
}

// intoFile writes the world into a new private file, as the store of a folder.
func (st *Store) intoFile(path string) error {
	if err := disk.WriteNew(path, func(io.Writer) error { return nil }); err != nil {
		return err
	}
	db, err := newFile(path)
	if err == nil {
		err = errors.Join(st.View(func(tx *Tx) error {
			return db.Update(func(raw *bbolt.Tx) error { return tx.CopyTo(rootOf(raw)) })
		}), db.Close())
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// newFile opens a file for a new store.
func newFile(path string) (*bbolt.DB, error) {
	return bbolt.Open(path, 0o600, &bbolt.Options{Timeout: disk.Busy, PageSize: pages.Size,
		FreelistType: bbolt.FreelistMapType, OpenFile: disk.OpenOwn})
}
