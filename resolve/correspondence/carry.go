package correspondence

import (
	"encoding/binary"
	"errors"
	"time"

	"weltentor/resolve/store"
)

// Carry takes over what was passed on since, from a store of which this one is a copy: all of what went to the game
// master, the ways back, and what arrived of messages to players and of letters of the game master. Whether that is so
// say arrived and reached, of the time when one was queued, and of a realm and that time.
func Carry(tx, now *store.Tx, arrived func(at time.Time) bool, reached func(realm int, at time.Time) bool) error {
	if n := LastNumber(now); n > 0 {
		lastNumber.Set(tx, n)
	}
	return errors.Join(
		passed.Carry(tx, now, func([]byte, Passed) bool { return true }),
		mailed.Carry(tx, now, func([]byte, time.Time) bool { return true }),
		ways.Carry(tx, now, func([]byte, Way) bool { return true }),
		pressed.Carry(tx, now, func(_ []byte, at time.Time) bool { return arrived(at) }),
		told.Carry(tx, now, func(key []byte, t Told) bool {
			return t.Text != "" || reached(int(binary.BigEndian.Uint32(key[4:8])), t.At)
		}))
}
