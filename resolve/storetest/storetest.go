// Package storetest looks, for tests, at a store as it lies on the disk, past
// all that resolve makes of it.
package storetest

import (
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

// Store is what was found.
type Store struct {
	Keys    map[string]int    // by bucket
	Letters map[[32]byte]bool // known, by the hashes of their mails
	Wrong   []error           // what bbolt finds wrong with its pages
}

// Look reads the store at path. It does not wait: a store that somebody holds
// is an error.
func Look(path string) (found Store, err error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return found, fmt.Errorf("looking at %s: %w", path, err)
	}
	defer db.Close()
	found = Store{Keys: map[string]int{}, Letters: map[[32]byte]bool{}}
	return found, db.View(func(tx *bbolt.Tx) error {
		for wrong := range tx.Check() {
			found.Wrong = append(found.Wrong, wrong)
		}
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			found.Keys[string(name)] = b.Stats().KeyN
			if string(name) != "letters" {
				return nil
			}
			return b.ForEach(func(k, _ []byte) error {
				found.Letters[[32]byte(k)] = true
				return nil
			})
		})
	})
}
