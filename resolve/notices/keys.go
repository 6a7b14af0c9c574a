package notices

import (
	"cmp"
	"errors"
	"slices"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// Key is a key by which the page reads a realm's table and writes for the realm: a link to the table of now, or a door.
type Key struct {
	secrets.Link
	Door  letter.Door
	Realm int
	Mail  string // of whoever plays by it: the player, or a substitute
	Turn  int    // that a link is for; 0: the door of whatever turn awaits orders
	Past  bool   // a link of the turn before: it reads, and takes what was sent while that turn was held
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
				var past []Key
				past, _, err = linksOf(tx, r.Number, awaits(tx)-1)
				all = append(all, past...)
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

// Counts reports whether a key that was found in another transaction still opens something.
func (k Key) Counts(tx *store.Tx) (is bool, err error) {
	keys, err := KeysOf(tx, k.Realm)
	if err == nil && k.Past {
		keys, _, err = linksOf(tx, k.Realm, awaits(tx)-1)
	}
	return slices.Contains(keys, k), err
}

// linksOf returns the links to a realm's table of a turn, for its player and for a substitute, with the salts of their
// passwords.
func linksOf(tx *store.Tx, realm, turn int) (keys []Key, salts [][]byte, err error) {
	past := turn < awaits(tx)
	rec, _ := roster.Get(tx, realm)
	for reader, salt := range saltsOf(rec, turn, past) {
		link, found, err := secrets.LinkFor(tx, realm, turn, salt)
		if err != nil {
			return nil, nil, err
		}
		if !found {
			continue
		}
		k := Key{Link: link, Door: letter.ByLink, Realm: realm, Mail: rec.Mail[0], Turn: turn, Past: past}
		if reader > 0 {
			if k.Mail = ""; rec.Standing(turn) != nil {
				k.Mail = rec.Substitute.Mail
			}
		}
		keys, salts = append(keys, k), append(salts, salt)
	}
	return keys, salts, nil
}

// KeysOf returns the keys to a realm: a link and a door for its player, and for a substitute.
func KeysOf(tx *store.Tx, realm int) (keys []Key, err error) {
	links, salts, err := linksOf(tx, realm, awaits(tx))
	for i, k := range links {
		keys = append(keys, k)
		k.Door, k.Turn = letter.ByDoor, 0
		if k.Opens, _, err = secrets.DoorFor(tx, realm, salts[i]); err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, err
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
