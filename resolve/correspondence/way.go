package correspondence

import (
	"io"
	"time"

	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
)

// ways have the SHA-256 of their code as their key.
var ways = store.Records[Way]("ways")

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

// OpenWay is Draw for a way back, which is stored. Those that have ended are dropped.
func OpenWay(tx *store.Tx, source io.Reader, w Way) (secret *secrets.Sealed, key []byte, err error) {
	if secret, key, err = Draw(tx, source); err == nil {
		DropWays(tx, func(old Way) bool { return old.over(w.Turn) })
		ways.Put(tx, key, w)
	}
	return secret, key, err
}

// WayAt returns the way back with a key while a turn awaits orders. It is not found if it has ended.
func WayAt(tx *store.Tx, key []byte, turn int) (w Way, found bool) {
	if len(key) == 0 {
		return w, false
	}
	w, found = ways.Get(tx, key)
	return w, found && !w.over(turn)
}

// over reports whether the way has ended when a turn awaits orders.
func (w Way) over(turn int) bool { return turn >= w.Turn+wayLasts }

// DropWays ends the ways back that fit.
func DropWays(tx *store.Tx, fits func(Way) bool) {
	for key, w := range ways.Each(tx, nil) {
		if fits(w) {
			ways.Remove(tx, key)
		}
	}
}

// pressed is when a message was passed on: by turn, realm, and half a SHA-256 of the message and its addressee.
var pressed = store.Records[time.Time]("press")

// Pressed is a message of a realm in a turn that may be passed on before the turn is resolved.
type Pressed struct {
	Turn, Realm int
	To, Text    string
}

func (p Pressed) key() []byte { return MailedKey(p.Turn, p.Realm, "#"+p.To+" "+p.Text) }

// At returns when the message was passed on. It is zero if it was not.
func (p Pressed) At(tx *store.Tx) (at time.Time) {
	at, _ = pressed.Get(tx, p.key())
	return at
}

// Note records that the message was passed on. Those of past turns are forgotten, except those of the last one.
func (p Pressed) Note(tx *store.Tx, at time.Time) {
	forgetBefore(tx, pressed.Bytes, p.Turn-1)
	pressed.Put(tx, p.key(), at.UTC())
}
