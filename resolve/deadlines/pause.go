package deadlines

import (
	"time"

	"weltentor/resolve/store"
)

// Pause is a pause of the whole world. It stays in the store when it is over by
// its own date: the deadline of the turn it fell into is counted with it.
type Pause struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // zero: until it is ended by hand
}

// Holds tells whether the world is paused.
func (p Pause) Holds(now time.Time) bool {
	return !p.From.IsZero() && (p.Until.IsZero() || now.Before(p.Until))
}

// Put stores the pause.
func (p Pause) Put(tx *store.Tx) { store.PutJSON(tx.Bucket(store.MetaBucket), []byte("pause"), p) }

// ForgetPause drops it.
func ForgetPause(tx *store.Tx) { store.Remove(tx.Bucket(store.MetaBucket), []byte("pause")) }
