package folder

import (
	"cmp"
	"errors"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
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
	{faults.ErrOlder, "database-older", complaint.ExitUsage, true},
	{faults.ErrFenced, "fenced", complaint.ExitLater, false},
	{faults.ErrUnconfirmed, "unconfirmed", complaint.ExitLater, true},
	{faults.ErrSilent, "fleet-silent", complaint.ExitLater, true},
	{faults.ErrBusy, "store-held", complaint.ExitLater, true},
	{faults.ErrUnlocked, "lock-gone", complaint.ExitUsage, true},
	{faults.ErrCopy, "is-copy", complaint.ExitUsage, false},
	{faults.ErrOld, "is-old", complaint.ExitUsage, false},
	{faults.ErrRestore, "not-restored", complaint.ExitUsage, true},
	{faults.ErrLocked, "locked", complaint.ExitLater, false},
	{faults.ErrNoWorld, "no-world", complaint.ExitUsage, false},
	{faults.ErrExists, "world-exists", complaint.ExitUsage, false},
	{faults.ErrFilled, "folder-filled", complaint.ExitUsage, false},
	{faults.ErrSchema, "other-schema", complaint.ExitUsage, false},
	{faults.ErrRulebook, "other-rulebook", complaint.ExitUsage, true},
	{faults.ErrDamaged, "broken-store", complaint.ExitUsage, true},
	{faults.ErrExposed, "exposed", complaint.ExitUsage, true},
	{faults.ErrMissing, "part-missing", complaint.ExitUsage, true},
	{faults.ErrClock, "clock", complaint.ExitUsage, true},
	{faults.ErrAhead, "long-past", complaint.ExitUsage, true},
	{faults.ErrTurnHeld, "held", complaint.ExitLater, false},
	{faults.ErrUnheld, "unheld", complaint.ExitUsage, false},
	{faults.ErrUndo, "not-undone", complaint.ExitUsage, true},
	{faults.ErrRedo, "not-redone", complaint.ExitUsage, false},
	{faults.ErrRules, "turn-refused", complaint.ExitUsage, true},
	{faults.ErrRealm, "no-such-realm", complaint.ExitUsage, false},
	{faults.ErrAddress, "unusable-address", complaint.ExitUsage, true},
	{faults.ErrName, "unusable-name", complaint.ExitUsage, true},
	{faults.ErrLetter, "no-such-letter", complaint.ExitUsage, true},
	{faults.ErrFull, "disk-full", complaint.ExitUsage, true},
	{faults.ErrSignup, "no-such-signup", complaint.ExitUsage, true},
	{faults.ErrVacant, "no-player", complaint.ExitUsage, false},
	{faults.ErrTell, "untellable", complaint.ExitUsage, true},
	{faults.ErrClose, "not-closed", complaint.ExitUsage, true},
	{faults.ErrMap, "map-shut", complaint.ExitUsage, true},
	{faults.ErrPublish, "not-published", complaint.ExitUsage, true},
	{faults.ErrSpent, "letter-spent", complaint.ExitUsage, true},
}

// StoreError puts an error of the store into words. Other errors stay as they are.
func StoreError(c *call.Call, dir string, err error) error {
	if errors.Is(err, faults.ErrTables) {
		return WrongTables(dir, err)
	}
	if m := (*disk.MarkedError)(nil); errors.As(err, &m) {
		return ofFleet(c, m)
	}
	for _, s := range storeErrors {
		if !errors.Is(err, s.err) {
			continue
		}
		code := s.code
		if c.Linked != nil && (s.err == faults.ErrCopy || s.err == faults.ErrOld) {
			code += "-in-fleet"
		}
		what := phrase.P(code, phrase.Str("dir", dir), phrase.Str("detail", faults.Detail(err)))
		return &complaint.Complaint{Exit: s.exit, What: what, Cause: err, Bare: !s.detail}
	}
	return err
}

// Refused is StoreError with a complaint about other errors, which are those of the rules.
func Refused(c *call.Call, dir string, err error, what phrase.Phrase) error {
	if known := StoreError(c, dir, err); known != err {
		return known
	}
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: err}
}

// ofFleet refuses a folder whose world is in a fleet, and shows the command that works.
func ofFleet(c *call.Call, m *disk.MarkedError) error {
	code := "in-fleet"
	switch c.Verb {
	case "cron", "run", "serve":
		code = "in-fleet-cron"
	case "poll", "send", "adopt", "login", "fleet add": // these work on no world of a fleet
		code = "in-fleet-already"
	}
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P(code, OfMark(c, m)...), Cause: m, Bare: true}
}

// OfMark returns what sentences name about such a folder.
func OfMark(c *call.Call, m *disk.MarkedError) []phrase.Arg {
	return []phrase.Arg{phrase.Str("dir", m.Dir), phrase.Str("world", cmp.Or(m.World, "WORLD")),
		phrase.Str("fleet", cmp.Or(m.Fleet, "fleet.toml")), phrase.Str("command", cmp.Or(c.Verb, "…"))}
}

// WrongTables complains about a world's own numbers.
func WrongTables(dir string, err error) error {
	var w *tables.Wrong
	if !errors.As(err, &w) {
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("wrong-tables", phrase.Str("dir", dir)), Cause: err}
	}
	what := w.Phrase()
	args := append([]phrase.Arg{phrase.Str("dir", dir), phrase.Key("what", what.Code)}, what.Args...)
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("wrong-number", args...), Cause: err, Bare: true}
}
