package store

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// noRoom are the system's words for a disk without room: full, the user's share
// of it used up, or a file larger than this process may make one.
var noRoom = []unix.Errno{unix.ENOSPC, unix.EDQUOT, unix.EFBIG}

// Full makes ErrFull of an error for want of room, others pass as they are. The
// store does not wrap all of the system's errors, so the words count, too.
func Full(err error) error {
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

// forNote are the pages that must be free before a letter leaves. Writing down
// what became of it takes ten to twenty, with a letter to the game master about it.
const forNote = 64

// forNotes are the same in a linked store, where what became of several letters is written down together: each
// may be in pages of its own.
const forNotes = 2 * forNote

// Reserve sees to it that so much of the file is free that something small can be noted,
// by storing again what is stored already, and, if that leaves too little, by making the
// file larger.
func (st *Store) Reserve(again func(*Tx) error) error {
	if err := st.lock.stands(); err != nil {
		return err // nothing could be noted
	}
	if st.link != nil {
		if done, err := st.reserveFile(); done || err != nil {
			return err
		}
	}
	if st.spare >= forNote {
		return nil
	}
	if err := st.Update(again); err != nil || st.spare >= forNote {
		return err
	}
	room := []byte("room")
	if err := st.Update(func(tx *Tx) error {
		Put(tx.Bucket(MetaBucket), room, make([]byte, forNote*pageSize))
		return nil
	}); err != nil {
		return err
	}
	return st.Update(func(tx *Tx) error {
		Remove(tx.Bucket(MetaBucket), room)
		return nil
	})
}

// reserveFile makes the file have its room on the disk, with some more behind its end, and
// no transaction: each would be an entry of the journal. It has not done that where the
// file system cannot.
func (st *Store) reserveFile() (done bool, err error) {
	used, err := whole(st.path())
	if err != nil {
		return false, st.cured(err)
	}
	want := used + forNotes*pageSize
	if err := allowed(st.path(), want); err != nil {
		return false, err
	}
	f, err := openOwn(st.path(), os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var info unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &info); err != nil {
		return false, err
	}
	if info.Size >= want && info.Blocks*512 >= info.Size {
		return true, nil
	}
	done, err = allocate(f, max(want, info.Size))
	if err != nil {
		return false, Full(fmt.Errorf("making room: %w", err))
	}
	return done, nil
}

// allowed refuses to change a store that is larger than this process may make a
// file: some of its pages could be written and others not, as it happens.
func allowed(path string, used int64) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil || uint64(limit.Cur) >= uint64(used) {
		return nil
	}
	return fmt.Errorf("%w: %s uses %d bytes, and a file of this process may have %d", ErrFull, path, used, limit.Cur)
}
