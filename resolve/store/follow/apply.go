package follow

import (
	"errors"
	"os"
	"time"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/system"
)

// apply writes the changed pages of an entry into a store that has reached the entry before: first the pages, then the
// meta page that makes them count, both synced. Until the meta page is there, the store is what it was, since only
// free pages are written.
func (f *Follower) apply(path string, e entry.Entry) error {
	s, err := f.Disk.Open(path, os.O_RDWR)
	if err != nil {
		return err
	}
	err = alone(s, path)
	if err == nil {
		err = entry.Lay(s, e, s.Sync)
	}
	return errors.Join(err, s.Close())
}

// overlay is apply for a store that nobody reads yet. A whole entry makes the store.
func (f *Follower) overlay(path string, e entry.Entry) error {
	flag := os.O_RDWR
	if e.Whole {
		flag |= os.O_CREATE | os.O_TRUNC
	}
	s, err := f.Disk.Open(path, flag)
	if err != nil {
		return err
	}
	return errors.Join(entry.Lay(s, e, func() error { return nil }), s.Close())
}

// alone takes bbolt's own lock of a store. It ends when the file is closed.
func alone(s disk.Sheet, path string) error {
	for end := time.Now().Add(disk.Busy); ; time.Sleep(50 * time.Millisecond) {
		err := system.Lock(s.Fd())
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, system.ErrTaken):
			return err
		case time.Now().After(end):
			return &disk.HeldError{Path: path, PID: "?"}
		}
	}
}
