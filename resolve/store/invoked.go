package store

import (
	"bytes"
	"slices"

	"go.etcd.io/bbolt"
)

// What a command does to a world that is linked to a journal carries the key of its invocation. Who does not know whether
// it counts, because the journal's answer was lost, finds it there: so a command that is repeated by its key counts once.

// invokedBucket has the keys of invocations, one for each transaction, by its number; made with the first.
var invokedBucket = []byte("invoked")

// mostInvoked is how many of them are kept, the newest.
const mostInvoked = 1000

// sign writes the key of the invocation down, if there is one.
func (l *Link) sign(tx *Tx) error {
	if l.Key == "" {
		return nil
	}
	b, err := tx.CreateBucketIfNotExists(invokedBucket)
	if err != nil {
		return err
	}
	Put(b, U64(uint64(tx.raw.ID())), []byte(l.Key))
	rows := slices.Collect(KeysOf(b))
	for n := range len(rows) - mostInvoked {
		Remove(b, bytes.Clone(rows[n]))
	}
	return nil
}

// Invoked tells whether the store in a folder has a change of the invocation of a key. It is to be as the journal is, see
// CatchUp.
func Invoked(dir, key string) (is bool, err error) {
	st := &Store{Dir: dir}
	err = st.with(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			b := In(raw).Bucket(invokedBucket)
			if b == nil {
				return nil
			}
			for k := range KeysOf(b) {
				is = is || string(b.Get(k)) == key
			}
			return nil
		})
	})
	return is, err
}
