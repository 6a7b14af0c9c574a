package store

import (
	"bytes"
	"slices"

	"go.etcd.io/bbolt"
)

// Every change that a command makes to a world with a journal has the key of the command's invocation. If the
// journal's answer was lost, the key shows later whether the change counts. So a command that is repeated with its key
// counts once.

// invokedBucket has the keys of invocations, one for each transaction, by its number. The first key makes it.
var invokedBucket = []byte("invoked")

// mostInvoked is how many of them are kept, the newest ones.
const mostInvoked = 1000

// sign records the key of the invocation, if there is one.
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

// Invoked reports whether the store in a folder has a change of the invocation with this key. The store must have
// caught up with the journal, see CatchUp.
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
