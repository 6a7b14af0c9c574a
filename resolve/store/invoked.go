package store

import "encoding/binary"

// Every change of a command to a world that hosts share has the key of the command's run, as a cell of the same
// transaction. If the answer was lost, the key shows later whether the change counts. So a command that is repeated
// with its key counts once.

// invokedBucket has the keys of runs, one for each transaction, by a number. The first key makes it.
var invokedBucket = []byte("invoked")

// mostInvoked is how many of them are kept, the newest ones.
const mostInvoked = 1000

// Signs gives all changes from now on the key of a command's run. begins, if it is not nil, is called before each
// change is stored.
func (st *Store) Signs(key string, begins func() error) { st.key, st.begins = key, begins }

// sign records the key of a run, if there is one.
func (tx *Tx) sign(key string) error {
	if key == "" {
		return nil
	}
	b, err := tx.CreateBucketIfNotExists(invokedBucket)
	if err != nil {
		return err
	}
	next := uint64(1)
	if last, _ := b.Cursor().Last(); last != nil {
		next = binary.BigEndian.Uint64(last) + 1
	}
	Put(b, U64(next), []byte(key))
	for old, _ := b.Cursor().First(); binary.BigEndian.Uint64(old)+mostInvoked <= next; old, _ = b.Cursor().First() {
		Remove(b, old)
	}
	return nil
}

// Invoked reports whether the world has a change of the run with this key.
func (st *Store) Invoked(key string) (is bool, err error) {
	err = st.View(func(tx *Tx) error {
		b := tx.Bucket(invokedBucket)
		if b == nil {
			return nil
		}
		for k := range KeysOf(b) {
			is = is || string(b.Get(k)) == key
		}
		return nil
	})
	return is, err
}
