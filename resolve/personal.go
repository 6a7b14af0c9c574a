package resolve

import (
	"cmp"
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/personal"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// A player may ask what is kept of him, and that it goes. What he did in the game stays:
// orders and states are in the hashes of turns, and with them the name he chose.

// Person is the player of a realm as the machine knows him, for whoever gives him his data or
// removes it.
type Person struct {
	world *World
	realm int
	// Former are those who have played the realm and do no longer; who plays it now is left alone.
	Former bool
}

// PlayerOf is whoever plays a realm, and has played it.
func PlayerOf(w *World, realm int) Person { return Person{world: w, realm: realm} }

// Forget removes what is kept of a person, and says so to nobody; with backups the copies from
// before turns, too. Whom it is about is let go before, see Vacate. Again it does what a kill
// has left undone.
func (p Person) Forget(backups bool, now time.Time) (f personal.Forgotten, err error) {
	f = personal.Forgotten{Realm: p.realm, Mails: []personal.Mail{}}
	err = p.world.update(func(tx *store.Tx) error { return p.forget(tx, &f, now) })
	if err == nil {
		err = p.world.disk.Blank()
	}
	if err != nil {
		return f, err
	}
	if backups {
		if _, err = p.world.disk.DropCopies(); err != nil {
			return f, err
		}
	}
	f.Backups, err = p.world.disk.Copies()
	return f, err
}

func (p Person) forget(tx *store.Tx, f *personal.Forgotten, now time.Time) error {
	w := p.world
	c, err := w.now(tx)
	if err != nil {
		return err
	}
	here, found := c.Realm(p.realm)
	if !found {
		return fmt.Errorf("%w: %d", store.ErrRealm, p.realm)
	}
	rec, err := w.people.Person(tx, p.realm)
	if err != nil {
		return err
	}
	t := personal.TracesOf(p.realm, rec, p.Former)
	if !p.Former && !rec.Vacant() && !here.Fallen {
		if _, _, err := w.release(tx, c, p.realm, roster.RealmRecord{}, game.Player{}, now); err != nil {
			return err
		}
	}
	if rec.Former, rec.Left = nil, nil; !p.Former {
		rec = roster.RealmRecord{}
	}
	store.PutJSON(tx.Bucket(store.RealmsBucket), store.U32(p.realm), rec)
	f.Vacant = rec.Vacant()
	if err := t.Drop(tx, f, c.Turn); err != nil {
		return err
	}
	if f.Elsewhere, err = t.Elsewhere(tx, w.people); err != nil {
		return err
	}
	_, err = w.Note(tx, logbook.Entry{At: now, Realm: p.realm, What: phrase.P("log.realm-forgotten")})
	return err
}

// Data is what is kept of the person, for him. Of the password only a hash is kept; it is not his.
func (p Person) Data() (d personal.Data, err error) {
	w := p.world
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		here, found := c.Realm(p.realm)
		if !found {
			return fmt.Errorf("%w: %d", store.ErrRealm, p.realm)
		}
		rec, err := w.people.Person(tx, p.realm)
		if err != nil {
			return err
		}
		t := personal.TracesOf(p.realm, rec, p.Former)
		d = personal.Data{World: w.settings.Name, Realm: p.realm, Name: here.Name, Lang: here.Lang, Mail: t.Mail}
		if !p.Former {
			d.Player, d.Computer = cmp.Or(rec.Player, here.Player), here.Computer
			d.Missed, d.Used = rec.Missed, rec.Used
			if rec.Absent(c.Turn) {
				d.AwayUntil = rec.AbsentUntil
			}
		}
		return d.Collect(tx, t)
	})
	return d, err
}
