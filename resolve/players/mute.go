package players

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Mute keeps a realm's messages until the report, even if those of others are passed on at once. With off, it ends
// that. It reports whether anything changed.
func Mute(w *world.World, number int, off bool, now time.Time) (changed bool, err error) {
	err = w.Update(func(tx *store.Tx) error {
		if _, err := w.Here(tx, now); err != nil {
			return err
		}
		old, err := roster.ChangeRealm(tx, number, func(r *roster.RealmRecord) { r.Muted = !off })
		if err != nil || old.Muted == !off {
			return err
		}
		changed = true
		code := "log.muted"
		if off {
			code = "log.unmuted"
		}
		_, err = w.Note(tx, logbook.Entry{At: now, Realm: number, What: phrase.P(code)})
		return err
	})
	return changed, err
}
