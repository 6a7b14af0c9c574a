package notices

import (
	"errors"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// Door is what one key opens where this program serves tables itself: the newest table of a realm, or that of the turn
// before.
type Door struct {
	secrets.Link
	Realm int
	Mail  string // of whoever plays the realm by this key: the player, or a substitute
	Turn  int    // that the table awaits orders for
	Past  bool   // of the turn before: it opens until the letters with the next links have left, and takes no letters
}

// Doors returns all doors that are open, by the names of their files. It reads no letter. So the doors of the turn before
// close together, for all realms, and say nothing about one of them.
func Doors(w *world.World) (open map[string]Door, err error) {
	open = map[string]Door{}
	if !ByLink(w.Setup) {
		return open, nil
	}
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		now, former := awaits(tx), outbox.Open(tx).AnyDue(outbox.KindReport)
		for _, r := range c.World.Realms() {
			rec := w.People.Person(tx, r.Number)
			of := Door{Realm: r.Number, Turn: now}
			if err := of.link(tx, rec, open); err != nil {
				return err
			}
			if of.Turn, of.Past = now-1, true; former {
				if err := of.link(tx, rec, open); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return open, err
}

// link adds the links of a realm's readers in the door's turn.
func (d Door) link(tx *store.Tx, rec roster.RealmRecord, open map[string]Door) error {
	for reader, salt := range saltsOf(rec, d.Turn, d.Past) {
		link, found, err := secrets.LinkFor(tx, d.Realm, d.Turn, salt)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		d.Link, d.Mail = link, rec.Mail[0]
		if s := rec.Standing(d.Turn); reader > 0 && s != nil {
			d.Mail = s.Mail
		}
		open[link.Opens.File()] = d
	}
	return nil
}

// Table returns the sealed table that a door opens, and the sum of what it shows. It is nil if that is the known sum: so
// a file changes only with what its reader may see. Its size says nothing of other realms. A reader whose realm has no
// table gets a file without data, which says that the link has ended.
func (d Door) Table(w *world.World, known string) (file []byte, sum string, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		t, err := laidIn(w, tx, c, w.Archive().Ledger(tx), d.Realm, d.Turn)
		var packed []byte
		switch {
		case err == nil:
			data := tableFile(t)
			if sum = store.SumOf(data); sum == known {
				return nil
			}
			packed = secrets.PackedFor(data, d.Keeps)
		case !errors.Is(err, faults.ErrReport):
			return err
		case known == none:
			return nil
		default:
			sum = none
		}
		file, err = d.Opens.Seal(packed, secrets.SealedSize(len(packed)))
		return err
	})
	return file, sum, err
}

// none is the sum of no table.
const none = "-"
