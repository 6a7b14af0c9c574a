// Package faults names what can be wrong with a world. An error that is returned wraps one of these, and says in one
// line what was found and what to do. Commands choose their exit code by the name, and letters their words. It imports
// nothing of the project, so every package can use it.
package faults

import (
	"errors"
	"strings"
)

// What can be wrong with the directory of a world. Errors that are returned wrap one of these, and say in one line
// what was found and what to do.
var (
	ErrLocked   = named("another command works on this world")
	ErrNoWorld  = named("no world here")
	ErrExists   = named("there is a world already")
	ErrFilled   = named("the folder has other files")
	ErrSchema   = named("the store was written by another version of the program")
	ErrRulebook = named("the world is of another rulebook")
	ErrDamaged  = named("the store is damaged")
	ErrExposed  = named("others may read this world")
	ErrClock    = named("the clock is before the last turn")
	ErrRules    = named("a fault of the rules, the store is untouched") // ours, never a player's
	ErrTables   = named("the world's own numbers do not fit")
	ErrRealm    = named("no such realm")
	ErrReport   = named("no such report")
	ErrLetter   = named("no such letter")
	ErrMissing  = named("a part of the world is missing")
	ErrAddress  = named("this address cannot be used")
	ErrName     = named("this name cannot be used")
	ErrAhead    = named("the deadline is long past")
	ErrFull     = named("the disk is full")
	ErrSignup   = named("nobody waits under this number")
	ErrVacant   = named("nobody plays this realm")
	ErrSpent    = named("this letter cannot be sent again")
	ErrEdit     = named("this cannot be changed by hand")
	ErrClose    = named("this game cannot be closed")
	ErrTell     = named("this cannot be told")
	ErrTurnHeld = named("a turn is held")
	ErrUnheld   = named("no turn is held")
	ErrUndo     = named("this turn cannot be taken back")
	ErrRedo     = named("no turn is taken back")
	ErrBusy     = named("another command holds the store") // also an ErrLocked
	ErrUnlocked = named("the lock of this world is gone")
	ErrCopy     = named("this is a copy of a world")
	ErrOld      = named("this is an older state of a world")
	ErrRestore  = named("this copy cannot be restored here")
	ErrMap      = errors.New("the map would show more than players were told")
	ErrFleet    = named("the world belongs to a fleet")
	ErrPublish  = errors.New("no public file of a game")
)

// ErrFenced is for a change of what somebody else has changed meanwhile. ErrUnconfirmed is for a change that may or may
// not be in the database. ErrSilent is for a database that does not answer before anything was changed. ErrOlder is for
// one that cannot be what was there before: all worlds must stop.
var (
	ErrFenced      = named("another host has changed the world")
	ErrUnconfirmed = named("nobody knows whether the database has a change")
	ErrSilent      = named("the database does not answer")
	ErrOlder       = named("the database is not what this host has seen, or an older state of it")
)

// all are those that have words of their own, in the order in which Detail looks for them.
var all []error

func named(what string) error {
	err := errors.New(what)
	all = append(all, err)
	return err
}

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
