package notices

import (
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Key is a key by which the page reads a realm's table of now and writes for the realm: a link to it, or a door.
type Key struct {
	secrets.Link
	Door  letter.Door
	Realm int
	Mail  string // of whoever plays by it: the player, or a substitute
}

// Keys returns the keys that open something now, by the names of their files. It reads no letters that wait, and the
// links of the turn before, whose files may still be there, are none of these.
func Keys(w *world.World) (keys map[string]Key, err error) {
	keys = map[string]Key{}
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		for _, r := range c.World.Realms() {
			all, err := KeysOf(tx, r.Number)
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
		k := Key{Link: link, Door: letter.ByLink, Realm: realm, Mail: rec.Mail[0]}
		if reader > 0 {
			k.Mail = rec.Substitute.Mail
		}
		keys = append(keys, k)
		k.Door = letter.ByDoor
		if k.Opens, _, err = secrets.DoorFor(tx, realm, salt); err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}
