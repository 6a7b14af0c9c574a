package letters

import (
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// mostPassed is how many bytes letters that were passed on at once have in a table at most. The newest ones fill it.
const mostPassed = 128 << 10

// addPassed adds to a table the letters to its realm and from it that were passed on at once since the turn before the
// table's began. While somebody stands in, or if somebody stood in until then, it adds none: both read the table, and
// what came before the substitution is the player's alone.
func addPassed(k *world.Setup, tx *store.Tx, t *game.Table, rec roster.RealmRecord) error {
	if ended := rec.Ended; rec.Standing(t.Turn-1) != nil || ended != nil && ended.Until >= t.Turn-1 {
		return nil
	}
	since, err := chronicle.ResolvedAt(tx, t.Turn-2)
	if err != nil {
		return err
	}
	if since.Before(rec.Own.From) {
		since = rec.Own.From
	}
	box := outbox.In(tx)
	all, err := box.Press(since, t.Realm, rec.Mail, t.Turn-1, t.Turn)
	if err != nil {
		return err
	}
	size := 0
	for _, e := range all {
		d, _, err := box.Text(e.ID)
		if err != nil {
			return err
		}
		if size += len(d.Said); size > mostPassed {
			break
		}
		l := game.PassedLetter{From: e.Writer, All: d.ToAll, Text: d.Said, Turn: e.Turn,
			At: e.Queued.In(k.Settings.Zone).Format(time.RFC3339)}
		if e.Writer == t.Realm && !d.ToAll {
			l.To = e.Realm
		}
		// each reader had a copy; a draft from before their words were kept has none
		if l.Text != "" && !slices.Contains(t.Passed, l) {
			t.Passed = append(t.Passed, l)
		}
	}
	slices.Reverse(t.Passed)
	return nil
}
