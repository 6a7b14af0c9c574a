package world

import (
	"crypto/sha256"
	"encoding/hex"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/store"
)

// HashOf reads a letter's hash as a sheet names it.
func HashOf(hex32 string) (hash []byte, ok bool) {
	hash, err := hex.DecodeString(hex32)
	return hash, err == nil && len(hash) == sha256.Size
}

// Remembered returns what a Setup remembers of the letters that were taken: by what each is known.
func Remembered(c *Setup) *store.Digests[correspondence.Received, correspondence.Traits] {
	if c.before == nil {
		c.before = store.NewDigests(store.Packed[correspondence.Received]("letters"), correspondence.Received.Traits)
	}
	return c.before
}
