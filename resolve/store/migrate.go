package store

import (
	"errors"
	"fmt"
	"io"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// oldest is the first schema that this program reads. No version was released with an older one.
const oldest = 2

// steps raise a store of an older schema, one after the other. Each has a file of its own, and a store of that time in
// testdata.
var steps = []step{
	{To: 3, Raise: toSchema3},
}

// errOld says that a store has an older schema. It never leaves this package.
var errOld = errors.New("the store is of an older schema")

// raise brings a store of an older schema to the present one. A copy is kept among the backups, and the steps work on
// another file. That file takes the store's place when all of them are done. If raise is killed, it can be called
// again. It takes the world's lock. Afterwards look is called with the store.
func (st *Store) raise(look func(*Tx) error) error {
	if st.lock == nil {
		lock, err := disk.Lock(st.Dir)
		if err != nil {
			return err
		}
		defer lock.Unlock()
		defer st.Holds(nil)
		st.Holds(lock)
	}
	schema := 0
	err := st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			if schema = FromBolt(raw).Schema(); schema >= Schema {
				return nil // another command was first
			}
			if err := sound(raw); err != nil {
				return fmt.Errorf("%w: %s: %w", faults.ErrDamaged, st.path(), err)
			}
			return nil
		})
	})
	switch {
	case err != nil:
		return err
	case schema >= Schema:
		return st.View(look)
	}
	if _, err := st.copiesDir(); err != nil {
		return err
	}
	if err := st.writeCopy(fmt.Sprintf("before-schema-%d.db", Schema), copies.PackInto(st.copyTo)); err != nil {
		return err
	}
	if err := st.renewed(st.raisedFrom); err != nil {
		return disk.Full(fmt.Errorf("raising the store to schema %d: %w", Schema, err))
	}
	return st.View(look)
}

// raisedFrom makes a store of the present schema of an older one.
func (st *Store) raisedFrom(next string) error {
	if err := disk.WriteNew(next, st.copyTo); err != nil {
		return err
	}
	err, _ := openFor(next, false, func(db *bbolt.DB) error {
		db.NoSync = true // nobody reads it before it is whole
		if err := db.Update(func(raw *bbolt.Tx) error { return takeSteps(FromBolt(raw)) }); err != nil {
			return err
		}
		return db.Sync()
	})
	return err
}

// copyTo writes a copy of the store, whatever its schema.
func (st *Store) copyTo(dst io.Writer) error {
	return st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			_, err := raw.WriteTo(dst)
			return err
		})
	})
}
