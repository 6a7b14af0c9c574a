package received

import (
	"bytes"
	"encoding/hex"
	"time"

	"weltentor/resolve/store"
)

// What came from the page is in no mailbox. So that a restored backup can read it again like mails that came since, a
// sealed copy of each such letter that changed something goes into the folder for mails that were read. It waits here
// until it is there.

// copies are those that wait, by the hashes of their letters.
var copies = store.Records[Copy]("page copies")

// Copy is such a copy.
type Copy struct {
	Hash    []byte    `json:"-"` // of the letter
	Arrived time.Time `json:"arrived"`
	Sealed  []byte    `json:"sealed"`
}

// Keep stores a copy until it is in the mailbox.
func (c Copy) Keep(tx *store.Tx) { copies.Put(tx, c.Hash, c) }

// Copies returns the copies that wait.
func Copies(tx *store.Tx) (all []Copy) {
	for hash, c := range copies.Each(tx, nil) {
		c.Hash = bytes.Clone(hash)
		all = append(all, c)
	}
	return all
}

// DropCopy removes a copy, since it is in the mailbox, or is not to come there.
func DropCopy(tx *store.Tx, hash []byte) { copies.Remove(tx, hash) }

// CopyID is the Message-ID of the copy of a letter.
func CopyID(hash []byte) string { return "<page." + hex.EncodeToString(hash) + "@weltentor.invalid>" }
