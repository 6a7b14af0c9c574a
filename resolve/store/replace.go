package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// Unpacked writes the store of a copy, packed or not, into a new file. A copy of only some pages needs those
// that it is built on beside it.
func Unpacked(path, copied string) error {
	info, err := os.Stat(copied)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", faults.ErrNoWorld, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is no file", faults.ErrNoWorld, copied)
	case copies.IsPacked(copied):
		err = copies.UnpackTo(path, copied, filepath.Dir(copied))
	default:
		err = copyFile(path, copied)
	}
	if err == nil {
		err = whole(path)
	}
	return disk.Full(err)
}

func copyFile(path, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return disk.WriteNew(path, func(dst io.Writer) error {
		_, err := io.Copy(dst, f)
		return err
	})
}

// Replace puts a store in the place of a world's, in one moment and synced. The former store is kept among the backups
// under a new name, which is returned; "" if there was none. If Replace is killed before that moment, the world is as
// it was.
func Replace(dir, next string, lock *disk.DirLock, now time.Time) (kept string, err error) {
	st := &Store{Dir: dir, lock: lock}
	copies, err := st.copiesDir()
	if err != nil {
		return "", err
	}
	if kept, err = st.putAside(copies, now); err != nil {
		return "", disk.Full(fmt.Errorf("keeping what is replaced: %w", err))
	}
	if err := st.lock.Stands(); err != nil {
		return "", err
	}
	return kept, errors.Join(os.Rename(next, st.path()), disk.SyncDir(dir))
}

// putAside gives the store a second name among the backups. If the file system has no second names, the store is
// copied.
func (st *Store) putAside(copies string, now time.Time) (kept string, err error) {
	if _, err := os.Lstat(st.path()); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	for n := 1; ; n++ {
		kept = "replaced-" + now.UTC().Format("2006-01-02-150405") + ".db"
		if n > 1 {
			kept = fmt.Sprintf("replaced-%s-%d.db", now.UTC().Format("2006-01-02-150405"), n)
		}
		path := filepath.Join(copies, kept)
		if err = os.Link(st.path(), path); err != nil && !errors.Is(err, fs.ErrExist) {
			err = copyFile(path, st.path())
		}
		if !errors.Is(err, fs.ErrExist) {
			return kept, errors.Join(err, disk.SyncDir(copies))
		}
	}
}

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
		if err := whole(next); err != nil {
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
