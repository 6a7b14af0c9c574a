package fleet

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// Entered is what the fleet knows about a world beside its records. The tables have it as JSON, but for the mailbox and
// the account.
type Entered struct {
	Mailbox   string    `json:"-"` // of fleet.toml, by name; "": it reads none
	Account   string    `json:"-"` // that it sends from
	Addresses []string  `json:"addresses,omitempty"`
	Name      string    `json:"name,omitempty"`   // in letters
	Shared    bool      `json:"shared,omitempty"` // others may read its mailbox as well
	Mark      string    `json:"mark,omitempty"`   // its name in the mailbox, see imap.Mark
	Rulebook  string    `json:"rulebook"`
	Rules     int       `json:"rules"` // version of the rules that its turns are resolved with
	Since     time.Time `json:"since"`
}

// Unshared returns the name of a world that reads the same mailbox, unless both say that they share it.
func (e Entered) Unshared(world string, beside map[string]Entered) string {
	for _, other := range slices.Sorted(maps.Keys(beside)) {
		if b := beside[other]; other != world && b.Mailbox == e.Mailbox && !(e.Shared && b.Shared) {
			return other
		}
	}
	return ""
}

// Stopped is why a world stands still on all hosts.
type Stopped struct {
	At   time.Time `json:"at"`
	Host string    `json:"host"` // that has found it
	Why  string    `json:"why"`
}

var (
	// ErrUnknown says that the fleet has no world of that name.
	ErrUnknown = errors.New("the fleet has no such world")
	// ErrOdd says that the tables have something else of a world than a program has written.
	ErrOdd = errors.New("its row cannot be read")
	// ErrStopped says that a world stands still on all hosts.
	ErrStopped = errors.New("the world stands still")
	// ErrTaken says that somebody else has a thing in hand.
	ErrTaken = errors.New("somebody else has it in hand")
	// ErrLost says that somebody had a thing in hand, and has it no longer.
	ErrLost = errors.New("the hold has ended")
)
