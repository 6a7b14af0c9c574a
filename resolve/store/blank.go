package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// Blank overwrites all unused pages. A value that was removed or replaced stays readable in such a page until the page
// is used again, and a person's data must not. The file stays the same file, and no page of it moves.
func (st *Store) Blank() error {
	if st.engine != nil {
		return nil // it has no pages that the program can reach
	}
	return st.with(false, func(db *bbolt.DB) error {
		if err := st.lock.Stands(); err != nil {
			return err
		}
		return db.View(func(raw *bbolt.Tx) error {
			unused, err := unusedPages(raw)
			if err != nil {
				return fmt.Errorf("%w: %s: %v", faults.ErrDamaged, st.path(), err)
			}
			return blank(st.path(), unused)
		})
	})
}

// unusedPages lists the pages that no bucket of a transaction leads to.
func unusedPages(raw *bbolt.Tx) (unused []uint64, err error) {
	err = copies.OnDisk(raw, func(t *copies.Tree) error {
		if err := t.Walk(raw); err != nil {
			return err
		}
		for id := uint64(2); id < t.Pages; id++ {
			if !t.Reached[id] {
				unused = append(unused, id)
			}
		}
		return nil
	})
	return unused, err
}

func blank(path string, ids []uint64) (err error) {
	f, err := disk.OpenOwn(path, os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	zeros := make([]byte, copies.Size)
	for _, id := range ids {
		if _, err := f.WriteAt(zeros, int64(id)*copies.Size); err != nil {
			return disk.Full(err)
		}
	}
	return f.Sync()
}

// Copies lists the files among the backups, sorted by name, or the worlds that an engine has kept. They contain what was
// in the store when they were made.
func (st *Store) Copies() (names []string, err error) {
	if st.engine != nil {
		return st.engine.Kept(st.engine.String() + replaced)
	}
	rows, err := os.ReadDir(filepath.Join(st.Dir, disk.BackupsName))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, r := range rows {
		if r.Type().IsRegular() {
			names = append(names, filepath.Join(disk.BackupsName, r.Name()))
		}
	}
	slices.Sort(names)
	return names, err
}

// DropCopies removes all of them and returns their names.
func (st *Store) DropCopies() ([]string, error) {
	if err := st.lock.Stands(); err != nil {
		return nil, err
	}
	names, err := st.Copies()
	drop := func(name string) error { return os.Remove(filepath.Join(st.Dir, name)) }
	if st.engine != nil {
		drop = st.engine.Drop
	}
	for _, name := range names {
		if err := drop(name); err != nil {
			return nil, fmt.Errorf("removing a backup: %w", err)
		}
	}
	return names, err
}
