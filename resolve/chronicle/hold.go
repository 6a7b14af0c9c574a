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

const held store.Slot[Hold] = "held"

// Held reads which turn is held.
func Held(tx *store.Tx) (h Hold) {
	h, _ = held.Get(tx)
	return h
}

// Put holds a turn.
func (h Hold) Put(tx *store.Tx) { held.Put(tx, h) }

// EndHold ends the hold.
func EndHold(tx *store.Tx) { held.Remove(tx) }

// HoldNext says that the game master wants the next turn that is resolved to be held.
const HoldNext store.Flag = "hold next"

// NotHeld returns ErrTurnHeld while a turn is held.
func NotHeld(tx *store.Tx) error {
	if h := Held(tx); h.Turn > 0 {
		return wording.Fault(faults.ErrTurnHeld, "held", phrase.Num("turn", h.Turn))
	}
	return nil
}

// Reopen starts the turn that awaits orders afresh: its deadline counts from since.
func Reopen(tx *store.Tx, turn int, since time.Time) {
	o, _ := OpeningOf(tx, turn)
	o.Since = since.UTC()
	openings.Put(tx, store.U32(turn), o)
	store.States.Draw(tx)
}
