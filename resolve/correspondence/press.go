package correspondence

import (
	"time"

	"weltentor/resolve/store"
)

// PressBucket is made with the first entry: turn u32, realm u32, half a SHA-256 of a message and its addressee → JSON
// time when it was passed on.
var PressBucket = []byte("press")

// PressedAt returns when a realm's message was passed on before its turn was resolved. It is zero if it was not.
func PressedAt(tx *store.Tx, turn, realm int, to, text string) (at time.Time, err error) {
	if b := tx.Bucket(PressBucket); b != nil {
		at, _, err = store.GetJSON[time.Time](b, MailedKey(turn, realm, "#"+to+" "+text))
	}
	return at, err
}

// NotePressed records that a message was passed on. Those of past turns are forgotten, except those of the last one.
func NotePressed(tx *store.Tx, turn, realm int, to, text string, at time.Time) error {
	b, err := tx.CreateBucketIfNotExists(PressBucket)
	if err != nil {
		return err
	}
	forgetBefore(b, turn-1)
	store.PutJSON(b, MailedKey(turn, realm, "#"+to+" "+text), at.UTC())
	return nil
}
