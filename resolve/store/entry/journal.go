// Package entry turns the pages that a transaction has changed into an entry of a world's journal, and lays such an
// entry over a copy of the store. It also remembers which entry a copy has reached. The store and its follower use it;
// a fleet's engine keeps the entries.
package entry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"time"
)

// Position is the number of an entry in a world's journal. 0 is before the first entry. Numbers grow and may leave
// some out, also at the beginning.
type Position uint64

// Hash is a SHA-256. The zero Hash is the hash of nothing.
type Hash [32]byte

// Gist is what an entry says about the world without its pages: enough to see what is due without opening a store.
type Gist struct {
	Schema   int       `json:"schema"`
	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"` // version of the rules for the turn that awaits orders
	Turn     int       `json:"turn"`  // that awaits orders
	TurnHash string    `json:"turn_hash,omitempty"`
	Deadline time.Time `json:"deadline,omitzero"` // zero: none; the game is over, or paused without an end
	Look     time.Time `json:"look,omitzero"`     // when Advance may have something to do before that: a reminder
	Held     int       `json:"held,omitempty"`    // turn that is held until somebody releases it; 0: none
	Paused   time.Time `json:"paused,omitzero"`   // since when the world is paused, or was
	Resumes  time.Time `json:"resumes,omitzero"`  // when the pause ends; zero: by hand
	Waiting  int       `json:"waiting,omitempty"` // letters in the outbox that are to leave
	Oldest   time.Time `json:"oldest,omitzero"`   // the oldest of them
	Due      time.Time `json:"due,omitzero"`      // when the next of them may leave
}

// Entry is what one transaction did to a world's store.
type Entry struct {
	Gist
	Before      Hash     `json:"before"`          // hash of the entry before
	Base        Position `json:"base,omitempty"`  // the last whole entry before this one
	Whole       bool     `json:"whole,omitempty"` // all pages are in it, so nothing before it is needed
	Drop        Position `json:"drop,omitempty"`  // entries before this are to be dropped: they have what was forgotten
	Transaction int      `json:"transaction"`     // bbolt's number of it
	Size        int64    `json:"size"`            // of the store, in bytes
	Pages       []byte   `json:"-"`               // packed, see changed.go
	Sum         Hash     `json:"sum"`             // of the packed pages
}

// Journal keeps the entries of worlds, in order. It does not lose what it has confirmed. After any error but ErrFenced
// the entry may be there all the same, see Head.
type Journal interface {
	// Head returns the last entry without its pages, and position 0 if there is none.
	Head(ctx context.Context, world string) (Position, Entry, error)
	// Append adds an entry behind `prev`. It returns ErrFenced if `prev` is not the last entry.
	Append(ctx context.Context, world string, prev Position, e Entry) (Position, error)
	// Read yields the entries from a position on, with their pages.
	Read(ctx context.Context, world string, from Position) iter.Seq2[Placed, error]
}

// Placed is an entry with its position.
type Placed struct {
	At Position
	Entry
}

// From is the first entry of a world's journal from a position on, or the zero entry if there is none.
func From(ctx context.Context, j Journal, world string, from Position) (Placed, error) {
	return FirstOf(j.Read(ctx, world, from))
}

// FirstOf is the first of some entries, or the zero entry if there is none.
func FirstOf(entries iter.Seq2[Placed, error]) (Placed, error) {
	for p, err := range entries {
		return p, err
	}
	return Placed{}, nil
}

// Hash identifies an entry: it is the SHA-256 of what the entry says about the store, as text. What later versions add
// to a Gist is left out, so that hosts of different versions agree.
func (e Entry) Hash() Hash {
	g, stamp := e.Gist, func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.RFC3339Nano)
	}
	return sha256.Sum256(fmt.Appendf(nil, "%x %d %t %d %d %d %x\n%d %q %d %d %q %q %q %d %q %q\n",
		e.Before[:], e.Base, e.Whole, e.Transaction, e.Size, e.Drop, e.Sum[:], g.Schema, g.Rulebook, g.Rules, g.Turn,
		g.TurnHash, stamp(g.Deadline), stamp(g.Look), g.Waiting, stamp(g.Oldest), stamp(g.Due)))
}

// MarshalText implements encoding.TextMarshaler: the hash in hex.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a hash has %d characters, not %d", hex.EncodedLen(len(h)), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// SumIs reports whether the pages of an entry match its sum.
func (e Entry) SumIs() bool { return SumOfPages(e.Pages) == e.Sum }

// SumOfPages is the SHA-256 of packed pages.
func SumOfPages(packed []byte) Hash { return sha256.Sum256(packed) }
