package store

import (
	"fmt"
	"os"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/pages"
	"weltentor/resolve/store/system"
)

// forNote is how many pages must be free before a letter leaves. Recording what became of it takes ten to twenty, with
// a letter to the game master about it.
const forNote = 64

// forNotes is the same for a linked store, where the outcomes of several letters are recorded together: each may need
// pages of its own.
const forNotes = 2 * forNote

// Reserve makes sure that the file has enough free pages to record something small. It stores again what is stored
// already, and makes the file larger if that frees too little.
func (st *Store) Reserve(again func(*Tx) error) error {
	if err := st.lock.Stands(); err != nil {
		return err // nothing could be recorded
	}
	if st.engine != nil {
		return nil // a full database refuses the commit
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
		Put(tx.Bucket(metaBucket), room, make([]byte, forNote*pages.Size))
		return nil
	}); err != nil {
		return err
	}
	return st.Update(func(tx *Tx) error {
		Remove(tx.Bucket(metaBucket), room)
		return nil
	})
}

// reserveFile gives the file its room on the disk, and some more behind its end. It needs no transaction, since
// each would be an entry of the journal. It returns false if the file system cannot do that.
func (st *Store) reserveFile() (done bool, err error) {
	used, err := whole(st.path())
	if err != nil {
		return false, st.cured(err)
	}
	want := used + forNotes*pages.Size
	if err := disk.Allowed(st.path(), want); err != nil {
		return false, err
	}
	f, err := disk.OpenOwn(st.path(), os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	taken, err := system.Taken(f)
	if err != nil {
		return false, err
	}
	if info.Size() >= want && taken >= info.Size() {
		return true, nil
	}
	done, err = disk.Allocate(f, max(want, info.Size()))
	if err != nil {
		return false, disk.Full(fmt.Errorf("making room: %w", err))
	}
	return done, nil
}
