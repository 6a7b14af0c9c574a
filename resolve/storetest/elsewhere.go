package storetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// Elsewhere finds the engine of a test's world. If it is nil, the worlds of tests are in their folders. In a build for
// fleets it is set if ROWS in the environment is the address of a database.
var Elsewhere = chosen()

// engine is where the world of a folder is; nil: in its file.
func engine(dir string) (store.Engine, error) {
	if Elsewhere == nil {
		return nil, nil
	}
	return Elsewhere(dir)
}

// Edit changes the store of a folder behind its back, wherever it is.
func Edit(dir string, f func(*store.Tx) error) error {
	e, err := engine(dir)
	switch {
	case err != nil:
		return err
	case e != nil:
		return e.Update(func(k store.Keys) error { return f(store.FromKeys(k)) })
	}
	db, err := bbolt.Open(filepath.Join(dir, disk.FileName), 0o600, nil)
	if err != nil {
		return err
	}
	return errors.Join(db.Update(func(raw *bbolt.Tx) error { return f(store.FromBolt(raw)) }), db.Close())
}

// Bytes is all that the store of a folder has, for comparison: the bytes of the file, or every row.
func Bytes(dir string) (all []byte, err error) {
	e, err := engine(dir)
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return os.ReadFile(filepath.Join(dir, disk.FileName))
	}
	err = e.View(func(k store.Keys) error {
		all = dumped(all, "", k)
		return nil
	})
	return all, err
}

func dumped(all []byte, way string, k store.Keys) []byte {
	r := k.Range()
	for key, v := r.First(); key != nil; key, v = r.Next() {
		all = fmt.Appendf(all, "%s%s=%s\n", way, key, v)
		if v == nil {
			all = dumped(all, fmt.Sprintf("%s%x/", way, key), k.In(key))
		}
	}
	return all
}

// readFile reads the store in a file.
func readFile(path string, f func(*bbolt.Tx) error) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return fmt.Errorf("looking at %s: %w", path, err)
	}
	return errors.Join(db.View(f), db.Close())
}

// Keep keeps the store of a folder as it is, in a new file. back puts it in place again, as an old backup does, or an
// old dump of a database.
func Keep(dir, file string) (back func() error, err error) {
	e, err := engine(dir)
	if err != nil {
		return nil, err
	}
	look := func(*store.Tx) error { return nil }
	open := func() (*store.Store, error) { return store.Open(dir, 0, look) }
	back = func() error { return os.Rename(file, filepath.Join(dir, disk.FileName)) }
	if e != nil {
		open = func() (*store.Store, error) { return store.OpenOn(e, dir, look) }
		back = func() error { _, err := store.ReplaceBy(e, file, time.Now()); return err }
	}
	st, err := open()
	if err != nil {
		return nil, err
	}
	return back, st.BackupFile(file, func(int, int) {})
}

// Changes is how many changes the store of a folder has had. It is not known of a world elsewhere.
func Changes(dir string) (n int, known bool, err error) {
	e, err := engine(dir)
	if e != nil || err != nil {
		return 0, false, err
	}
	err = readFile(filepath.Join(dir, disk.FileName), func(raw *bbolt.Tx) error {
		n = raw.ID()
		return nil
	})
	return n, true, err
}

// Read reads the store of a folder behind its back, wherever it is.
func Read(dir string, f func(*store.Tx) error) error {
	e, err := engine(dir)
	switch {
	case err != nil:
		return err
	case e != nil:
		return e.View(func(k store.Keys) error { return f(store.FromKeys(k)) })
	}
	return readFile(filepath.Join(dir, disk.FileName), func(raw *bbolt.Tx) error { return f(store.FromBolt(raw)) })
}

// Cure is how an error about a damaged or older world of a folder begins to say what helps: a copy, or for a world
// elsewhere the database's backup.
func Cure(file string) string {
	if Elsewhere != nil {
		return "restore the database"
	}
	return file
}

// Used is how many bytes of a store's file are in use, or how many all rows of a world have.
func Used(dir string) (size int64, err error) {
	if Elsewhere != nil {
		all, err := Bytes(dir)
		return int64(len(all)), err
	}
	err = readFile(filepath.Join(dir, disk.FileName), func(raw *bbolt.Tx) error {
		size = raw.Size()
		return nil
	})
	return size, err
}
