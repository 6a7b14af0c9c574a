package world

import (
	"crypto/sha256"
	"encoding/hex"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/store"
)

// HashOf reads a letter's hash as a sheet names it.
func HashOf(hex32 string) (hash []byte, ok bool) {
	hash, err := hex.DecodeString(hex32)
	return hash, err == nil && len(hash) == sha256.Size
}

// before is what is remembered about letters that were taken: by what each is known, and with which of them a sheet
// came.
type before struct {
	Letters *store.Digests[correspondence.Received, correspondence.Traits]
	Sheets  *store.Digests[chronicle.SheetRecord, string]
}

// Remembered returns what a Setup remembers of them.
func Remembered(c *Setup) *before {
	if c.before == nil {
		c.before = &before{store.NewDigests(correspondence.Received.Traits),
			store.NewDigests(func(s chronicle.SheetRecord) string { return s.Letter })}
	}
	return c.before
}
