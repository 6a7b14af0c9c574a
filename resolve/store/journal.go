package store

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Position is the number of an entry in a world's journal. 0 is before the first entry; numbers grow, and may leave
// some out, at the beginning too.
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
	Look     time.Time `json:"look,omitzero"`     // when Advance may have something to do: before that, a reminder
	Held     int       `json:"held,omitempty"`    // turn that is held until somebody lets it go; 0: none
	Paused   time.Time `json:"paused,omitzero"`   // since when the world is paused, or was
	Resumes  time.Time `json:"resumes,omitzero"`  // when that ends; zero: by hand
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
	Drop        Position `json:"drop,omitempty"`  // all before it are to go: they have what was forgotten
	Transaction int      `json:"transaction"`     // bbolt's number of it
	Size        int64    `json:"size"`            // pages of the store, in bytes
	Pages       []byte   `json:"-"`               // packed, see changed.go
	Sum         Hash     `json:"sum"`             // of the packed pages
}

// ErrFenced is of an append whose `prev` is not the last entry: somebody else has written.
// ErrUnconfirmed is of an entry that may or may not be in the journal. Both leave a draft,
// and ErrDraft is of a store that is one, see CatchUp. ErrLogBehind is of a journal that
// has lost what it had confirmed: the world must stand still on all hosts. ErrSilent is of a journal that does not answer
// before anything was changed.
var (
	ErrFenced      = errors.New("another host has changed the world")
	ErrUnconfirmed = errors.New("nobody knows whether the journal has a change")
	ErrDraft       = errors.New("the copy of this world is not what the journal has")
	ErrLogBehind   = errors.New("the journal has lost entries of this world")
	ErrSilent      = errors.New("the journal does not answer")
)

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
