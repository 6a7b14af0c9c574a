//go:build fleet

package migrate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// hash is a SHA-256, in hex in JSON.
type hash [32]byte

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a hash has %d characters, not %d", hex.EncodedLen(len(h)), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// entry is the head of a journal's entry: what one transaction did to a world's store. The pages that it wrote are the
// data beside it, or the parts that the data names.
type entry struct {
	Schema   int       `json:"schema"`
	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"`
	Turn     int       `json:"turn"`
	TurnHash string    `json:"turn_hash"`
	Deadline time.Time `json:"deadline"`
	Look     time.Time `json:"look"`
	Waiting  int       `json:"waiting"`
	Oldest   time.Time `json:"oldest"`
	Due      time.Time `json:"due"`

	Before      hash  `json:"before"` // of the entry before
	Base        int64 `json:"base"`   // the last whole entry before this one
	Whole       bool  `json:"whole"`  // it has all pages
	Drop        int64 `json:"drop"`   // entries before this have what was forgotten
	Transaction int   `json:"transaction"`
	Size        int64 `json:"size"` // of the store, in bytes
	Sum         hash  `json:"sum"`  // of the packed pages
	Parts       int   `json:"parts"`
}

func entryOf(head []byte) (e entry, err error) {
	if err = json.Unmarshal(head, &e); err != nil {
		err = fmt.Errorf("%w: %v", errEntry, err)
	}
	return e, err
}

// hash identifies an entry by what it says about the store.
func (e entry) hash() hash {
	stamp := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.RFC3339Nano)
	}
	return sha256.Sum256(fmt.Appendf(nil, "%x %d %t %d %d %d %x\n%d %q %d %d %q %q %q %d %q %q\n",
		e.Before[:], e.Base, e.Whole, e.Transaction, e.Size, e.Drop, e.Sum[:], e.Schema, e.Rulebook, e.Rules, e.Turn,
		e.TurnHash, stamp(e.Deadline), stamp(e.Look), e.Waiting, stamp(e.Oldest), stamp(e.Due)))
}
