package turns

import (
	"errors"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letters"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
)

// rememberWishes remembers what is to come with whose reports from this turn on, as the sheets it is
// resolved with say.
func rememberWishes(tx *store.Tx, sheets []chronicle.SheetRecord) error {
	for _, s := range sheets {
		if s.Realm == 0 || s.Template+s.Picture+s.Data+s.Table == "" {
			continue
		}
		_, err := roster.ChangeRealm(tx, s.Realm, func(rec *roster.RealmRecord) {
			rec.Template = letters.Wishes(rec.Template, s.Template)
			rec.Picture = letters.Wishes(rec.Picture, s.Picture)
			rec.Data = letters.Wishes(rec.Data, s.Data)
			rec.Table = letters.Wishes(rec.Table, s.Table)
		})
		if err != nil && !errors.Is(err, store.ErrVacant) { // nobody is there who wishes anything
			return err
		}
	}
	return nil
}
