package store

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Position is the number of an entry in a world's journal. The first entry has 1, and 0 is
// before it; numbers grow, and may leave some out.
type Position uint64

// Hash is a SHA-256; all zero: of nothing.
type Hash [32]byte

// Gist is what an entry tells of the world without its pages: enough to see what is due
// without opening a store.
type Gist struct {
	Schema   int       `json:"schema"`
	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"` // version of the rules that the turn awaiting orders is played by
	Turn     int       `json:"turn"`  // that awaits orders
	TurnHash string    `json:"turn_hash,omitempty"`
	Deadline time.Time `json:"deadline,omitzero"` // zero: none, the game is over or stands still
	Waiting  int       `json:"waiting,omitempty"` // letters of the outbox that are to leave
	Oldest   time.Time `json:"oldest,omitzero"`   // of them
	Due      time.Time `json:"due,omitzero"`      // when the next of them may leave
}

// Entry is what one transaction did to a world's store.
type Entry struct {
	Gist
	Before      Hash     `json:"before"`          // hash of the entry before
	Base        Position `json:"base,omitempty"`  // last entry before this one that is whole
	Whole       bool     `json:"whole,omitempty"` // the pages are all there are: nothing before it is needed
	Transaction int      `json:"transaction"`     // bbolt's number of it
	Size        int64    `json:"size"`            // pages of the store, in bytes
	Pages       []byte   `json:"-"`               // packed, see pagesOf
	Sum         Hash     `json:"sum"`             // of the packed pages
}

// ErrFenced is of an append whose `prev` is not the last entry: somebody else has written.
var ErrFenced = errors.New("another host has changed the world")

// Journal keeps the entries of worlds, in order. What it has confirmed it does not lose.
// An error other than ErrFenced tells nothing: the entry may be there, see Head.
type Journal interface {
	// Head gives the last entry without its pages; position 0 if there is none.
	Head(ctx context.Context, world string) (Position, Entry, error)
	// Append adds an entry behind `prev`, and ErrFenced if that is not the last one.
	Append(ctx context.Context, world string, prev Position, e Entry) (Position, error)
	// Read gives the entries from a position on, with their pages.
	Read(ctx context.Context, world string, from Position) iter.Seq2[Placed, error]
}

// Placed is an entry with its position.
type Placed struct {
	At Position
	Entry
}
