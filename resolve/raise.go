package resolve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"weltentor/resolve/store"

	"go.etcd.io/bbolt"
)

// steps raise a store of an older schema, one after the other. Each has a file of its own
// and a stored store in testdata.
var steps = []store.Step{
	{To: 2, Raise: toSchema2},
}

// errOld is of a store of an older schema; it never leaves this package.
var errOld = errors.New("the store is of an older schema")

// raise brings a store of an older schema to the present one: a copy is kept among
// the backups, the steps are done in another file, and that takes the store's place
// when all are. Killed in between it can be run again. It takes the world's lock.
func (st *Store) raise() error {
	lock, err := Lock(st.dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	defer st.holds(nil)
	st.holds(lock)
	schema := 0
	err = st.open(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			if schema = store.Schema(raw); schema >= Schema {
				return nil // another command was first
			}
			if err := sound(raw); err != nil {
				return fmt.Errorf("%w: %s: %w", ErrDamaged, st.path(), err)
			}
			return nil
		})
	})
	if err != nil || schema >= Schema {
		return err
	}
	if err := st.keepCopy(fmt.Sprintf("before-schema-%d.db", Schema)); err != nil {
		return err
	}
	if err := st.raisedFrom(schema); err != nil {
		return full(fmt.Errorf("raising the store to schema %d: %w", Schema, err))
	}
	return nil
}

// raisedFrom makes the store of the present schema and puts it in place.
func (st *Store) raisedFrom(schema int) error {
	next := st.path() + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeNew(next, st.copyTo); err != nil {
		return err
	}
	err, _ := openFor(next, false, func(db *bbolt.DB) error {
		db.NoSync = true // nobody reads it before it is whole
		for _, s := range steps {
			if s.To <= schema {
				continue
			}
			if err := s.Raise(db); err != nil {
				return err
			}
		}
		if err := db.Update(func(raw *bbolt.Tx) error {
			put(store.In(raw).Bucket(metaBucket), []byte("schema"), u32(Schema))
			return nil
		}); err != nil {
			return err
		}
		return db.Sync()
	})
	if err != nil {
		return err
	}
	if err := st.lock.stands(); err != nil {
		return err
	}
	return errors.Join(os.Rename(next, st.path()), syncDir(filepath.Dir(next)))
}

// copyTo writes a copy of the store, whatever its schema.
func (st *Store) copyTo(dst io.Writer) error {
	return st.open(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			_, err := raw.WriteTo(dst)
			return err
		})
	})
}
