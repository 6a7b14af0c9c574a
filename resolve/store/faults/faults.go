// Package faults names what can be wrong with a world. Whoever returns an error wraps one of these; commands choose
// their exit code by it, and letters their words.
package faults

import (
	"errors"
	"strings"
)

// What can be wrong with the directory of a world. Errors that are returned wrap one of these, and say in one line
// what was found and what to do.
var (
	ErrLocked   = errors.New("another command works on this world")
	ErrNoWorld  = errors.New("no world here")
	ErrExists   = errors.New("there is a world already")
	ErrFilled   = errors.New("the folder has other files")
	ErrSchema   = errors.New("the store was written by a newer version")
	ErrRulebook = errors.New("the world is of another rulebook")
	ErrDamaged  = errors.New("the store is damaged")
	ErrExposed  = errors.New("others may read this world")
	ErrClock    = errors.New("the clock is before the last turn")
	ErrRules    = errors.New("a fault of the rules, the store is untouched") // ours, never a player's
	ErrTables   = errors.New("the world's own numbers do not fit")
	ErrRealm    = errors.New("no such realm")
	ErrReport   = errors.New("no such report")
	ErrLetter   = errors.New("no such letter")
	ErrMissing  = errors.New("a part of the world is missing")
	ErrAddress  = errors.New("this address cannot be used")
	ErrName     = errors.New("this name cannot be used")
	ErrAhead    = errors.New("the deadline is long past")
	ErrFull     = errors.New("the disk is full")
	ErrSignup   = errors.New("nobody waits under this number")
	ErrVacant   = errors.New("nobody plays this realm")
	ErrSpent    = errors.New("this letter cannot be sent again")
	ErrEdit     = errors.New("this cannot be changed by hand")
	ErrClose    = errors.New("this game cannot be closed")
	ErrTell     = errors.New("this cannot be told")
	ErrTurnHeld = errors.New("a turn is held")
	ErrUnheld   = errors.New("no turn is held")
	ErrUndo     = errors.New("this turn cannot be taken back")
	ErrRedo     = errors.New("no turn is taken back")
	ErrBusy     = errors.New("another command holds the store") // also an ErrLocked
	ErrUnlocked = errors.New("the lock of this world is gone")
	ErrCopy     = errors.New("this is a copy of a world")
	ErrOld      = errors.New("this is an older state of a world")
	ErrRestore  = errors.New("this copy cannot be restored here")
	ErrMap      = errors.New("the map would show more than players were told")
	ErrFleet    = errors.New("the world belongs to a fleet")
	ErrPublish  = errors.New("no public file of a game")
)

// ErrFenced is for a change of what somebody else has changed meanwhile. ErrUnconfirmed is for a change that may or may
// not be in the database. ErrSilent is for a database that does not answer before anything was changed. ErrOlder is for
// one that cannot be what was there before: all worlds must stop.
var (
	ErrFenced      = errors.New("another host has changed the world")
	ErrUnconfirmed = errors.New("nobody knows whether the database has a change")
	ErrSilent      = errors.New("the database does not answer")
	ErrOlder       = errors.New("the database is not what this host has seen, or an older state of it")
)

var all = []error{ErrLocked, ErrNoWorld, ErrExists, ErrFilled, ErrSchema, ErrRulebook, ErrDamaged, ErrExposed,
	ErrClock, ErrRules,
	ErrTables, ErrRealm, ErrReport, ErrLetter, ErrMissing, ErrAddress, ErrName, ErrAhead, ErrFull, ErrSignup, ErrVacant,
	ErrSpent, ErrEdit, ErrClose, ErrTell, ErrTurnHeld, ErrUnheld, ErrUndo, ErrRedo, ErrBusy, ErrUnlocked, ErrCopy, ErrOld,
	ErrRestore, ErrFleet, ErrFenced, ErrUnconfirmed, ErrSilent, ErrOlder}

// Detail is what an error says beyond the error above that it wraps, for callers with words of their own for that one.
func Detail(err error) string {
	text := err.Error()
	for _, f := range all {
		if !errors.Is(err, f) {
			continue
		}
		if _, detail, ok := strings.Cut(text, f.Error()+": "); ok {
			return detail
		}
	}
	return text
}
