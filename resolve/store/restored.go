package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
)

// restored unpacks a packed copy that was put in the place of the store. It takes the world's lock. If it is killed,
// it can be called again.
func (st *Store) restored() error {
	if !copies.IsPacked(st.path()) {
		return nil
	}
	if err := disk.PrivateWorld(st.Dir); err != nil {
		return err
	}
	lock, err := disk.Lock(st.Dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if !copies.IsPacked(st.path()) { // another command was first
		return nil
	}
	return st.renewed(func(next string) error {
		if err := copies.UnpackTo(next, st.path(), filepath.Join(st.Dir, disk.BackupsName)); err != nil {
			return disk.Full(fmt.Errorf("unpacking %s: %w", st.path(), err))
		}
		if _, err := whole(next); err != nil {
			return errors.Join(err, os.Remove(next))
		}
		return nil
	})
}

// renewed puts a file in the place of the store's that is made beside it.
func (st *Store) renewed(made func(next string) error) error {
	next := st.path() + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := made(next); err != nil {
		return err
	}
	if err := st.lock.Stands(); err != nil {
		return err
	}
	return errors.Join(os.Rename(next, st.path()), disk.SyncDir(st.Dir))
}

// looked calls use with a copy among the backups, unpacked if it is packed.
func looked(path string, use func(path string) error) error {
	if !copies.IsPacked(path) {
		return use(path)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), "look-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	plain := filepath.Join(dir, disk.FileName)
	if err := copies.UnpackTo(plain, path, filepath.Dir(path)); err != nil {
		return err
	}
	return use(plain)
}
