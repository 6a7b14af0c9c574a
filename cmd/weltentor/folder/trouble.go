package folder

import (
	"cmp"
	"errors"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/tables"
)

// Wrong puts an error of this world's store into words.
func (w *Opened) Wrong(err error) error {
	if err == nil {
		return nil
	}
	return StoreError(w.Call, w.Settings.Dir, err)
}

// storeErrors are the store's errors that a game master can do something about, with our words and exit codes. If
// detail is set, the store's own words are added.
var storeErrors = []struct {
	err    error
	code   string
	exit   int
	detail bool
}{
	{store.ErrLogBehind, "log-behind", fault.ExitUsage, true},
	{store.ErrFenced, "fenced", fault.ExitLater, false},
	{store.ErrUnconfirmed, "unconfirmed", fault.ExitLater, true},
	{store.ErrSilent, "fleet-silent", fault.ExitLater, true},
	{store.ErrDraft, "unconfirmed", fault.ExitLater, true},
	{store.ErrBusy, "store-held", fault.ExitLater, true},
	{store.ErrUnlocked, "lock-gone", fault.ExitUsage, true},
	{store.ErrCopy, "is-copy", fault.ExitUsage, false},
	{store.ErrOld, "is-old", fault.ExitUsage, false},
	{store.ErrRestore, "not-restored", fault.ExitUsage, true},
	{store.ErrLocked, "locked", fault.ExitLater, false},
	{store.ErrNoWorld, "no-world", fault.ExitUsage, false},
	{store.ErrExists, "world-exists", fault.ExitUsage, false},
	{store.ErrFilled, "folder-filled", fault.ExitUsage, false},
	{store.ErrSchema, "newer-schema", fault.ExitUsage, false},
	{store.ErrRulebook, "other-rulebook", fault.ExitUsage, true},
	{store.ErrDamaged, "broken-store", fault.ExitUsage, true},
	{store.ErrExposed, "exposed", fault.ExitUsage, true},
	{store.ErrMissing, "part-missing", fault.ExitUsage, true},
	{store.ErrClock, "clock", fault.ExitUsage, true},
	{store.ErrAhead, "long-past", fault.ExitUsage, true},
	{store.ErrHeld, "held", fault.ExitUsage, true},
	{store.ErrUnheld, "unheld", fault.ExitUsage, false},
	{store.ErrUndo, "not-undone", fault.ExitUsage, true},
	{store.ErrRedo, "not-redone", fault.ExitUsage, false},
	{store.ErrRules, "turn-refused", fault.ExitUsage, true},
	{store.ErrRealm, "no-such-realm", fault.ExitUsage, false},
	{store.ErrAddress, "unusable-address", fault.ExitUsage, true},
	{store.ErrName, "unusable-name", fault.ExitUsage, true},
	{store.ErrLetter, "no-such-letter", fault.ExitUsage, true},
	{store.ErrFull, "disk-full", fault.ExitUsage, true},
	{store.ErrSignup, "no-such-signup", fault.ExitUsage, true},
	{store.ErrVacant, "no-player", fault.ExitUsage, false},
	{store.ErrTell, "untellable", fault.ExitUsage, true},
	{store.ErrClose, "not-closed", fault.ExitUsage, true},
	{store.ErrSpent, "letter-spent", fault.ExitUsage, true},
}

// StoreError puts an error of the store into words. Other errors stay as they are.
func StoreError(c *call.Call, dir string, err error) error {
	if errors.Is(err, store.ErrTables) {
		return WrongTables(dir, err)
	}
	if m := (*store.MarkedError)(nil); errors.As(err, &m) {
		return ofFleet(c, m)
	}
	for _, s := range storeErrors {
		if !errors.Is(err, s.err) {
			continue
		}
		what := phrase.P(s.code, phrase.Str("dir", dir), phrase.Str("detail", store.Detail(err)))
		return &fault.Complaint{Exit: s.exit, What: what, Cause: err, Bare: !s.detail}
	}
	return err
}

// ofFleet refuses a folder whose world is in a fleet, and shows the command that works.
func ofFleet(c *call.Call, m *store.MarkedError) error {
	code := "in-fleet"
	switch c.Verb {
	case "cron":
		code = "in-fleet-cron"
	case "poll", "send", "adopt", "fleet add": // these work on no world of a fleet
		code = "in-fleet-already"
	}
	return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P(code, OfMark(c, m)...), Cause: m, Bare: true}
}

// OfMark returns what sentences name about such a folder.
func OfMark(c *call.Call, m *store.MarkedError) []phrase.Arg {
	return []phrase.Arg{phrase.Str("dir", m.Dir), phrase.Str("world", cmp.Or(m.World, "WORLD")),
		phrase.Str("fleet", cmp.Or(m.Fleet, "fleet.toml")), phrase.Str("command", cmp.Or(c.Verb, "…"))}
}

// WrongTables complains about a world's own numbers.
func WrongTables(dir string, err error) error {
	var w *tables.Wrong
	if !errors.As(err, &w) {
		return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("wrong-tables", phrase.Str("dir", dir)), Cause: err}
	}
	what := w.Phrase()
	args := append([]phrase.Arg{phrase.Str("dir", dir), phrase.Key("what", what.Code)}, what.Args...)
	return &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("wrong-number", args...), Cause: err, Bare: true}
}
