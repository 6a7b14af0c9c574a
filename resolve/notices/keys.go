package notices

import (
	"cmp"
	"errors"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// Key is a key by which the page reads a realm's table and writes for the realm: a link to the table of now, or a door. A
// link of the turn before only reads.
type Key struct {
	secrets.Link
	Door  letter.Door // "": it takes no letters
	Realm int
	Mail  string // of whoever plays by it: the player, or a substitute
	Turn  int    // that a link is for; 0: the door of whatever turn awaits orders
}

// Keys returns the keys that open something now, by the names of their files. It reads no letter. So the links of the turn
// before end together, once no report is due any more, and say nothing about one realm.
func Keys(w *world.World) (keys map[string]Key, err error) {
	keys = map[string]Key{}
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		former := outbox.Open(tx).AnyDue(outbox.KindReport)
		for _, r := range c.World.Realms() {
			all, err := KeysOf(tx, r.Number)
			if err == nil && former {
				err = addFormer(tx, r.Number, &all)
			}
			if err != nil {
				return err
			}
			for _, k := range all {
				keys[k.Opens.File()] = k
			}
		}
		return nil
	})
	return keys, err
}

// addFormer adds the links of the turn before.
func addFormer(tx *store.Tx, realm int, keys *[]Key) error {
	turn := awaits(tx) - 1
	rec, _ := roster.Get(tx, realm)
	for _, salt := range saltsOf(rec, turn, true) {
		link, found, err := secrets.LinkFor(tx, realm, turn, salt)
		if err != nil {
			return err
		}
		if found {
			*keys = append(*keys, Key{Link: link, Realm: realm, Turn: turn})
		}
	}
	return nil
}

// KeysOf returns the keys to a realm: a link and a door for its player, and for a substitute.
func KeysOf(tx *store.Tx, realm int) (keys []Key, err error) {
	turn := awaits(tx)
	rec, _ := roster.Get(tx, realm)
	for reader, salt := range saltsOf(rec, turn, false) {
		link, found, err := secrets.LinkFor(tx, realm, turn, salt)
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		k := Key{Link: link, Door: letter.ByLink, Realm: realm, Mail: rec.Mail[0], Turn: turn}
		if reader > 0 {
			k.Mail = rec.Substitute.Mail
		}
		keys = append(keys, k)
		k.Door, k.Turn = letter.ByDoor, 0
		if k.Opens, _, err = secrets.DoorFor(tx, realm, salt); err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// Table returns the sealed table that a key opens, and the sum of what it shows. It is nil if that is the known sum: so a
// file changes only with what its reader may see. Its size says nothing of other realms. A reader whose realm has no table
// gets a file without data, which says that the link has ended.
func (k Key) Table(w *world.World, known string) (file []byte, sum string, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		var packed []byte
		switch t, err := laidIn(w, tx, c, w.Archive().Ledger(tx), k.Realm, cmp.Or(k.Turn, awaits(tx))); {
		case errors.Is(err, faults.ErrReport):
			sum = "none"
		case err != nil:
			return err
		default:
			data := tableFile(t)
			sum, packed = store.SumOf(data), secrets.PackedFor(data, k.Keeps)
		}
		if sum != known {
			file, err = k.Opens.Seal(packed, secrets.SealedSize(len(packed)))
		}
		return err
	})
	return file, sum, err
}
