package resolve

import (
	"errors"
	"fmt"
	"strings"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// noRoom are the system's words for a disk without room: full, the user's share
// of it used up, or a file larger than this process may make one.
var noRoom = []unix.Errno{unix.ENOSPC, unix.EDQUOT, unix.EFBIG}

// full makes ErrFull of an error for want of room, others pass as they are. The
// store does not wrap all of the system's errors, so the words count, too.
func full(err error) error {
	if err == nil || errors.Is(err, ErrFull) {
		return err
	}
	for _, e := range noRoom {
		if errors.Is(err, e) || strings.HasSuffix(err.Error(), ": "+e.Error()) {
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
	}
	return err
}

// Rehearse stores a letter as it is, which takes the room that Record will take.
// Where it fails the letter must not leave: what became of it could not be written
// down, and it would leave again with every call until there is room.
func (w *World) Rehearse(id uint64) error {
	return w.update(func(tx *bbolt.Tx) error {
		e, err := letter(tx, id)
		if err != nil {
			return fmt.Errorf("before a letter leaves: %w", err)
		}
		storeEntry(tx, e)
		return nil
	})
}
