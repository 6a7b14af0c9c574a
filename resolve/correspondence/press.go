package correspondence

import (
	"time"

	"weltentor/resolve/store"
)

// PressBucket is made with the first: turn u32, realm u32, half a SHA-256 of whom a message is for and what
// it says → JSON time when it was passed on.
var PressBucket = []byte("press")

// PressedAt tells when a realm's message was passed on before its turn; the zero time if it was not.
func PressedAt(tx *store.Tx, turn, realm int, to, text string) (at time.Time, err error) {
	if b := tx.Bucket(PressBucket); b != nil {
		at, _, err = store.GetJSON[time.Time](b, MailedKey(turn, realm, "#"+to+" "+text))
	}
	return at, err
}

// NotePressed remembers that, and forgets the messages of turns gone by but the last.
func NotePressed(tx *store.Tx, turn, realm int, to, text string, at time.Time) error {
	b, err := tx.CreateBucketIfNotExists(PressBucket)
	if err != nil {
		return err
	}
	forgetBefore(b, turn-1)
	store.PutJSON(b, MailedKey(turn, realm, "#"+to+" "+text), at.UTC())
	return nil
}
