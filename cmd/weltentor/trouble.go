package main

import (
	"cmp"
	"errors"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/tables"
)

// wrong puts an error of this world's store into words.
func (w *opened) wrong(err error) error {
	if err == nil {
		return nil
	}
	return w.call.storeError(w.settings.Dir, err)
}

// storeErrors are the errors of the store that a game master can do something
// about, with our words and exit codes; where detail is set, the store's own
// words are added.
var storeErrors = []struct {
	err    error
	code   string
	exit   int
	detail bool
}{
	{store.ErrLogBehind, "log-behind", exitUsage, true},
	{store.ErrFenced, "fenced", exitLater, false},
	{store.ErrUnconfirmed, "unconfirmed", exitLater, true},
	{store.ErrSilent, "fleet-silent", exitLater, true},
	{store.ErrDraft, "unconfirmed", exitLater, true},
	{store.ErrBusy, "store-held", exitLater, true},
	{store.ErrUnlocked, "lock-gone", exitUsage, true},
	{store.ErrCopy, "is-copy", exitUsage, false},
	{store.ErrOld, "is-old", exitUsage, false},
	{store.ErrRestore, "not-restored", exitUsage, true},
	{store.ErrLocked, "locked", exitLater, false},
	{store.ErrNoWorld, "no-world", exitUsage, false},
	{store.ErrExists, "world-exists", exitUsage, false},
	{store.ErrFilled, "folder-filled", exitUsage, false},
	{store.ErrSchema, "newer-schema", exitUsage, false},
	{store.ErrRulebook, "other-rulebook", exitUsage, true},
	{store.ErrDamaged, "broken-store", exitUsage, true},
	{store.ErrExposed, "exposed", exitUsage, true},
	{store.ErrMissing, "part-missing", exitUsage, true},
	{store.ErrClock, "clock", exitUsage, true},
	{store.ErrAhead, "long-past", exitUsage, true},
	{store.ErrHeld, "held", exitUsage, true},
	{store.ErrUnheld, "unheld", exitUsage, false},
	{store.ErrUndo, "not-undone", exitUsage, true},
	{store.ErrRedo, "not-redone", exitUsage, false},
	{store.ErrRules, "turn-refused", exitUsage, true},
	{store.ErrRealm, "no-such-realm", exitUsage, false},
	{store.ErrAddress, "unusable-address", exitUsage, true},
	{store.ErrName, "unusable-name", exitUsage, true},
	{store.ErrLetter, "no-such-letter", exitUsage, true},
	{store.ErrFull, "disk-full", exitUsage, true},
	{store.ErrSignup, "no-such-signup", exitUsage, true},
	{store.ErrVacant, "no-player", exitUsage, false},
	{store.ErrTell, "untellable", exitUsage, true},
	{store.ErrClose, "not-closed", exitUsage, true},
	{store.ErrSpent, "letter-spent", exitUsage, true},
}

// storeError puts an error of the store into words; others pass as they are.
func (c *Call) storeError(dir string, err error) error {
	if errors.Is(err, store.ErrTables) {
		return wrongTables(dir, err)
	}
	if m := (*store.MarkedError)(nil); errors.As(err, &m) {
		return ofFleet(c, m)
	}
	for _, s := range storeErrors {
		if !errors.Is(err, s.err) {
			continue
		}
		what := phrase.P(s.code, phrase.Str("dir", dir), phrase.Str("detail", store.Detail(err)))
		return &complaint{Exit: s.exit, What: what, Cause: err, Bare: !s.detail}
	}
	return err
}

// ofFleet refuses a folder whose world belongs to a fleet, with the form of the command that works.
func ofFleet(c *Call, m *store.MarkedError) error {
	code := "in-fleet"
	switch c.verb {
	case "cron":
		code = "in-fleet-cron"
	case "poll", "send", "adopt", "fleet add": // which no world of a fleet takes
		code = "in-fleet-already"
	}
	return &complaint{Exit: exitUsage, What: phrase.P(code, ofMark(c, m)...), Cause: m, Bare: true}
}

// ofMark is what sentences name of such a folder.
func ofMark(c *Call, m *store.MarkedError) []phrase.Arg {
	return []phrase.Arg{phrase.Str("dir", m.Dir), phrase.Str("world", cmp.Or(m.World, "WORLD")),
		phrase.Str("fleet", cmp.Or(m.Fleet, "fleet.toml")), phrase.Str("command", cmp.Or(c.verb, "…"))}
}

// wrongTables complains of numbers a world has of its own.
func wrongTables(dir string, err error) error {
	var w *tables.Wrong
	if !errors.As(err, &w) {
		return &complaint{Exit: exitUsage, What: phrase.P("wrong-tables", phrase.Str("dir", dir)), Cause: err}
	}
	what := w.Phrase()
	args := append([]phrase.Arg{phrase.Str("dir", dir), phrase.Key("what", what.Code)}, what.Args...)
	return &complaint{Exit: exitUsage, What: phrase.P("wrong-number", args...), Cause: err, Bare: true}
}
