// Package storetest is for tests of single packages of resolve: an empty store (New), and a look at a store behind its
// back, wherever it is (Look, Read, Edit). With ROWS in the environment, and in a build for fleets, worlds of tests are
// in a database instead of in their folders. Only tests import it.
package storetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
	look := func(*store.Tx) error { return nil }
	switch e, err := engine(dir); {
	case err != nil:
		return nil, err
	case e != nil:
		return store.OpenOn(e, dir, look)
	}
	return store.Open(dir, 0, look)
}

// IsDrawn reports whether a value is a number that each change draws anew.
func IsDrawn(bucket string, key []byte) bool {
	return bucket == "meta" && (string(key) == string(store.Generation) || string(key) == string(store.States))
}

// Store is what Look has found.
type Store struct {
	Keys    map[string]int    // by bucket that is in no other
	Letters map[[32]byte]bool // known letters, by the hashes of their mails
	Wrong   []error           // what bbolt finds wrong with its pages
}

// Look reads the store at path. It does not wait: if somebody else has it open, that is an error.
func Look(path string) (found Store, err error) {
	found = Store{Keys: map[string]int{}, Letters: map[[32]byte]bool{}}
	e, err := engine(filepath.Dir(path))
	switch {
	case err != nil:
		return found, err
	case e != nil:
		return found, e.View(func(k store.Keys) error { return found.count(store.FromKeys(k)) })
	}
	return found, readFile(path, func(raw *bbolt.Tx) error {
		for wrong := range raw.Check() {
			found.Wrong = append(found.Wrong, wrong)
		}
		return found.count(store.FromBolt(raw))
	})
}

// count counts the keys of the outermost buckets.
func (s *Store) count(tx *store.Tx) error {
	return tx.ForEach(func(name []byte, b *store.Bucket) error {
		s.Keys[string(name)] = 0
		for key := range store.KeysOf(b) {
			s.Keys[string(name)]++
			if string(name) == "letters" {
				s.Letters[[32]byte(key)] = true
			}
		}
		return nil
	})
}
