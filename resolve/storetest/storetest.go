// Package storetest makes an empty store for tests of single rooms. It also looks at a store on the disk, without the
// rooms that read it. Only tests import it.
package storetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// New makes the store of a world without a game, in a new folder in dir: its first turn awaits orders, and nobody
// plays.
func New(dir string) (*store.Store, error) {
	dir = filepath.Join(dir, "world")
	err := errors.Join(os.Mkdir(dir, 0o700), store.Create(filepath.Join(dir, disk.FileName), func(tx *store.Tx) error {
		store.Found(tx, "none", make([]byte, 32))
		store.SetTurn(tx, 1)
		return nil
	}))
	if err != nil {
		return nil, fmt.Errorf("making a store: %w", err)
	}
	return store.Open(dir, 0, func(*store.Tx) error { return nil })
}

// Store is what Look has found.
type Store struct {
	Keys    map[string]int    // by bucket
	Letters map[[32]byte]bool // known letters, by the hashes of their mails
	Wrong   []error           // what bbolt finds wrong with its pages
}

// Look reads the store at path. It does not wait: if somebody else has it open, that is an error.
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
