package fleet

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// Entered is what the fleet knows about a world beside its records.
type Entered struct {
	Mailbox   string // of fleet.toml, by name; "": it reads none
	Account   string // that it sends from
	Addresses []string
	Name      string // in letters
	Shared    bool   // others may read its mailbox as well
	Mark      string // its name in the mailbox, see imap.Mark

	Rulebook string
	Rules    int // version of the rules that its turns are resolved with
	Since    time.Time
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
	At   time.Time
	Host string // that has found it
	Why  string
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
