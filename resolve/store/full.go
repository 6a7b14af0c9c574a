package store

import "weltentor/resolve/store/pages"

// forNote is how many pages must be free before a letter leaves. Recording what became of it takes ten to twenty, with
// a letter to the game master about it.
const forNote = 64

// Reserve makes sure that the file has enough free pages to record something small. It stores again what is stored
// already, and makes the file larger if that frees too little.
func (st *Store) Reserve(again func(*Tx) error) error {
	if err := st.lock.Stands(); err != nil {
		return err // nothing could be recorded
	}
	if st.engine != nil {
		return nil // a full database refuses the commit
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
