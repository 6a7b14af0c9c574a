package deadlines

import (
	"time"

	"weltentor/resolve/store"
)

// Pause is a pause of the whole world. It stays in the store after its own end: the deadline of the turn in which it
// began is computed with it.
type Pause struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // zero: until somebody ends it
}

const pause store.Slot[Pause] = "pause"

// Holds reports whether the world is paused.
func (p Pause) Holds(now time.Time) bool {
	return !p.From.IsZero() && (p.Until.IsZero() || now.Before(p.Until))
}

// Put stores the pause.
func (p Pause) Put(tx *store.Tx) { pause.Put(tx, p) }

// ForgetPause drops it.
func ForgetPause(tx *store.Tx) { pause.Remove(tx) }
