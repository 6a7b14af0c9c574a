package correspondence

import (
	"time"

	"weltentor/resolve/store"
)

// pressed is when a message was passed on: by turn, realm, and half a SHA-256 of the message and its addressee.
var pressed = store.Records[time.Time]("press")

// PressedAt returns when a realm's message was passed on before its turn was resolved. It is zero if it was not.
func PressedAt(tx *store.Tx, turn, realm int, to, text string) (at time.Time, err error) {
	at, _, err = pressed.Get(tx, MailedKey(turn, realm, "#"+to+" "+text))
	return at, err
}

// NotePressed records that a message was passed on. Those of past turns are forgotten, except those of the last one.
func NotePressed(tx *store.Tx, turn, realm int, to, text string, at time.Time) {
	forgetBefore(tx, pressed.Bytes, turn-1)
	pressed.Put(tx, MailedKey(turn, realm, "#"+to+" "+text), at.UTC())
}
