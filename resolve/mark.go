package resolve

import (
	"crypto/sha256"
	"fmt"

	"weltentor/resolve/store"
)

// MailboxMark is what a world remembers of its mark in the mailbox, by which another
// world that reads the same folder notices it.
type MailboxMark struct {
	Where    string `json:"where"`
	Validity uint32 `json:"validity"`
	Next     uint32 `json:"next"`
	Mails    uint32 `json:"mails"`
	Mine     uint32 `json:"mine,omitempty"`
	Mute     bool   `json:"mute,omitempty"`
}

var markKey = []byte("mark")

// Mark gives what the world is known by in its mailbox, and what it remembers of its mark
// there. The name is made of seed and founding, of which it tells nothing: a copy of the
// store has the same, so it is the same world wherever it was restored.
func (o *Office) Mark() (name string, m MailboxMark, err error) {
	err = o.disk.view(func(tx *store.Tx) (err error) {
		meta := tx.Bucket(metaBucket)
		sum := sha256.Sum256(fmt.Appendf([]byte("world\x00"), "%x\x00%s", meta.Get([]byte("seed")), meta.Get([]byte("founded"))))
		name = fmt.Sprintf("%x", sum[:10])
		m, _, err = getJSON[MailboxMark](meta, markKey)
		return err
	})
	return name, m, err
}

// KeepMark writes down what is known of the mark.
func (o *Office) KeepMark(m MailboxMark) error {
	return o.disk.update(func(tx *store.Tx) error {
		putJSON(tx.Bucket(metaBucket), markKey, m)
		return nil
	})
}
