package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// with opens the store for one use and closes it again. After a panic of bbolt the store is not opened a second time,
// since it may still be held.
func (st *Store) with(readOnly bool, use func(*bbolt.DB) error) error {
	if st.damage != nil {
		return st.damage
	}
	err, panicked := openWithin(st.Patience, st.path(), readOnly, use)
	if err = st.cured(disk.Full(err)); panicked {
		st.damage = err
	}
	return err
}

// Create makes a store with all buckets. Fill fills it in one transaction.
func Create(path string, fill func(*Tx) error) error {
	db, err := newFile(path)
	if err != nil {
		return err
	}
	err = db.Update(func(raw *bbolt.Tx) error {
		tx := FromBolt(raw)
		for _, name := range buckets {
			if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		return fill(tx)
	})
	return errors.Join(err, db.Close())
}

// openFor is openWithin with the patience of commands.
func openFor(path string, readOnly bool, use func(*bbolt.DB) error) (err error, panicked bool) {
	return openWithin(0, path, readOnly, use)
}

// openWithin is the only function that opens an existing store, see Store.Patience. It turns damage into ErrDamaged:
// bbolt meets it as a panic, a checksum as a Damage. A panic of ours stays a panic.
func openWithin(patience time.Duration, path string, readOnly bool, use func(*bbolt.DB) error) (
	err error, panicked bool) {
	var db *bbolt.DB
	var file *os.File
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // for a page that points outside the file
	defer func() {
		p := recover()
		switch u := p.(type) {
		case nil:
			return
		case *Undecoded: // bbolt has rolled back
			err = errors.Join(u.fault(), db.Close())
			return
		}
		abandon(db, file)
		switch p.(type) {
		case *Damage, *broken:
		default:
			if !ofStore(p) {
				panic(p)
			}
		}
		err, panicked = fmt.Errorf("%w: %s: %v", faults.ErrDamaged, path, p), true
	}()
	if db, err = openFile(patience, path, readOnly, &file); err != nil {
		return err, false
	}
	err = use(db)
	return errors.Join(err, db.Close()), false
}

// openFile opens the store. It sets file to what it opened, even if it panics.
func openFile(patience time.Duration, path string, readOnly bool, file **os.File) (*bbolt.DB, error) {
	wait := disk.Busy
	if readOnly {
		wait = cmp.Or(patience, disk.BusyReading)
	}
	var refused error
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout: wait, ReadOnly: readOnly, PageSize: copies.Size, FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, _ os.FileMode) (*os.File, error) {
			*file, refused = openWhole(name, flag&^os.O_CREATE)
			return *file, refused
		},
	})
	switch {
	case refused != nil:
		return nil, refused
	case errors.Is(err, berrors.ErrTimeout):
		return nil, &disk.HeldError{Path: path, PID: disk.StoreHolder(path)}
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum),
		errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w: %s: %v", faults.ErrDamaged, path, err)
	case err != nil:
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	return db, nil
}

// whole refuses a store that is shorter than it claims.
func whole(path string) error {
	f, err := openWhole(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	return f.Close()
}

// openWhole opens the file of a store that is whole and, to be changed, not too large for that.
func openWhole(path string, flag int) (*os.File, error) {
	f, err := disk.OpenOwn(path, flag, 0o600)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := Missing(filepath.Dir(path)); errors.Is(err, faults.ErrMissing) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: there is no %s", faults.ErrNoWorld, path)
	case errors.Is(err, faults.ErrExposed):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	used, err := inUse(path, f)
	if err == nil && flag&os.O_RDWR != 0 {
		err = disk.Allowed(path, used)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// inUse returns how many bytes of a store are in use. It refuses one that is shorter: reading past the end of a mapped
// file would kill the process, and no error could be returned.
func inUse(path string, f *os.File) (int64, error) {
	// Read before the size is asked for: a writer lets the file grow first.
	first := make([]byte, 2*copies.Size)
	switch n, err := f.ReadAt(first, 0); {
	case err != nil && n == 0:
		return 0, wording.Fault(faults.ErrDamaged, "cut-empty", phrase.Str("path", path))
	case err != nil:
		return 0, wording.Fault(faults.ErrDamaged, "cut-begins", phrase.Str("path", path), phrase.Num("n", n))
	}
	info, err := f.Stat()
	if err != nil {
		return 0, fmt.Errorf("opening the store: %w", err)
	}
	used, ok := copies.HighWater(first)
	switch {
	case !ok:
		return 0, wording.Fault(faults.ErrDamaged, "no-store", phrase.Str("path", path))
	case info.Size() < used:
		return 0, wording.Fault(faults.ErrDamaged, "cut", phrase.Str("path", path), phrase.Num("n", info.Size()),
			phrase.Num("of", used))
	}
	return used, nil
}

// parts are the files and folders of a world.
var parts = []string{disk.FileName, disk.SettingsName, disk.BackupsName}

// Bare reports whether a folder certainly has no part of a world. Something that cannot be examined may be a part, and
// so may a link that leads nowhere.
func Bare(dir string) bool {
	return !slices.ContainsFunc(parts, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// Missing says whether parts of a world are missing: ErrMissing if some are, ErrNoWorld if all are, nil if none is.
func Missing(dir string) error {
	var there, gone []string
	for _, name := range parts {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			there = append(there, name)
		} else if name != disk.BackupsName { // the first turn makes it
			gone = append(gone, name)
		}
	}
	switch {
	case len(gone) == 0:
		return nil
	case len(there) == 0:
		return fmt.Errorf("%w: there is no %s", faults.ErrNoWorld, filepath.Join(dir, disk.FileName))
	}
	st := &Store{Dir: dir}
	if gone[0] != disk.FileName {
		return wording.Fault(faults.ErrMissing, "missing-settings", phrase.Str("path", filepath.Join(dir, gone[0])),
			phrase.Str("there", strings.Join(there, ", ")))
	}
	return st.cured(wording.Fault(faults.ErrMissing, "missing-store", phrase.Str("path", filepath.Join(dir, gone[0])),
		phrase.Str("there", strings.Join(there, ", "))))
}
