package correspondence

import (
	"bytes"
	"fmt"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
)

// WaysBucket is made with the first way back: SHA-256 of its code → JSON Way.
var WaysBucket = []byte("ways")

// wayLasts is how many turns are resolved before a way back ends.
const wayLasts = 2

// Way is the way back of a letter that was passed on from one player to another. A code in its subject and its
// Message-ID lead to it. Whoever has one of them, and writes from an address of the reader's realm, writes to the
// writer's.
type Way struct {
	Writer int       `json:"writer"` // the realm that wrote the letter, and gets the answer
	Reader int       `json:"reader"` // the realm that may answer
	Turn   int       `json:"turn"`   // the turn that awaited orders when it was passed on
	At     time.Time `json:"at"`
}

// OpenWay stores a way back under its code, and returns the key. Those that have ended are dropped.
func OpenWay(tx *store.Tx, drawn secrets.Sealed, w Way) (key []byte, err error) {
	code, err := drawn.Open(tx)
	if err != nil {
		return nil, err
	}
	b, err := tx.CreateBucketIfNotExists(WaysBucket)
	if err != nil {
		return nil, fmt.Errorf("storing a way back: %w", err)
	}
	if err := DropWays(tx, func(old Way) bool { return old.over(w.Turn) }); err != nil {
		return nil, err
	}
	key = letter.TokenKey(code)
	store.PutJSON(b, key, w)
	return key, nil
}

// WayAt returns the way back with a key while a turn awaits orders. It is not found if it has ended.
func WayAt(tx *store.Tx, key []byte, turn int) (w Way, found bool, err error) {
	b := tx.Bucket(WaysBucket)
	if b == nil || len(key) == 0 {
		return w, false, nil
	}
	w, found, err = store.GetJSON[Way](b, key)
	return w, found && !w.over(turn), err
}

// over reports whether the way has ended when a turn awaits orders.
func (w Way) over(turn int) bool { return turn >= w.Turn+wayLasts }

// DropWays ends the ways back that fit.
func DropWays(tx *store.Tx, fits func(Way) bool) error {
	b := tx.Bucket(WaysBucket)
	if b == nil {
		return nil
	}
	var gone [][]byte
	for k := range store.KeysOf(b) {
		w, _, err := store.GetJSON[Way](b, k)
		if err != nil {
			return err
		}
		if fits(w) {
			gone = append(gone, bytes.Clone(k))
		}
	}
	for _, k := range gone {
		store.Remove(b, k)
	}
	return nil
}
