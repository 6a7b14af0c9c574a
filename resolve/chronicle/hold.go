package chronicle

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Hold says that a turn is resolved and its letters wait for the game master. Until the hold ends, nothing comes in and
// nothing is changed. Any answer would give away a result that may never count.
type Hold struct {
	Turn int       `json:"turn"` // the turn that was resolved; 0: none is held
	At   time.Time `json:"at"`
}

var heldKey = []byte("held")

// Held reads which turn is held.
func Held(tx *store.Tx) (h Hold, err error) {
	h, _, err = store.GetJSON[Hold](tx.Bucket(store.MetaBucket), heldKey)
	return h, err
}

// Put holds a turn.
func (h Hold) Put(tx *store.Tx) { store.PutJSON(tx.Bucket(store.MetaBucket), heldKey, h) }

// EndHold ends the hold.
func EndHold(tx *store.Tx) { store.Remove(tx.Bucket(store.MetaBucket), heldKey) }

var holdNextKey = []byte("hold next")

// HoldsNext reports whether the game master wants the next turn that is resolved to be held.
func HoldsNext(tx *store.Tx) bool { return tx.Bucket(store.MetaBucket).Get(holdNextKey) != nil }

// SetHoldNext stores whether the next turn is to be held.
func SetHoldNext(tx *store.Tx, hold bool) {
	b := tx.Bucket(store.MetaBucket)
	if !hold {
		store.Remove(b, holdNextKey)
		return
	}
	store.Put(b, holdNextKey, []byte("yes"))
}

// NotHeld returns ErrHeld while a turn is held.
func NotHeld(tx *store.Tx) error {
	h, err := Held(tx)
	if err == nil && h.Turn > 0 {
		err = wording.Fault(faults.ErrHeld, "held", phrase.Num("turn", h.Turn))
	}
	return err
}

// Reopen starts the turn that awaits orders afresh: its deadline counts from since.
func Reopen(tx *store.Tx, turn int, since time.Time) error {
	b := tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn))
	o, _, err := store.GetJSON[Opening](b, []byte("opened"))
	if err == nil {
		o.Since = since.UTC()
		store.PutJSON(b, []byte("opened"), o)
		store.Bump(tx, "state")
	}
	return err
}
