package store

import (
	"context"
	"errors"
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

// ErrFenced is for an append whose `prev` is not the last entry: somebody else has written. ErrUnconfirmed is for an
// entry that may or may not be in the journal. Both leave a draft, and ErrDraft is for opening one, see CatchUp.
// ErrLogBehind is for a journal that has lost what it had confirmed: the world must stop on all hosts. ErrSilent is
// for a journal that does not answer before anything was changed.
var (
	ErrFenced      = errors.New("another host has changed the world")
	ErrUnconfirmed = errors.New("nobody knows whether the journal has a change")
	ErrDraft       = errors.New("the copy of this world is not what the journal has")
	ErrLogBehind   = errors.New("the journal has lost entries of this world")
	ErrSilent      = errors.New("the journal does not answer")
)

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
