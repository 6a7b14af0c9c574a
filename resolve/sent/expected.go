package sent

import (
	"slices"

	"weltentor/resolve/address"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Charset returns in which charset the player who writes from an address probably writes, in the names of Attachment.
// It is "" if the address is nobody's. The game master writes in UTF-8.
func Charset(w *world.World, mail string) (name string, err error) {
	err = w.View(func(tx *store.Tx) error {
		name, err = CharsetIn(w, tx, mail)
		return err
	})
	return name, err
}

// CharsetIn is Charset in a transaction.
func CharsetIn(w *world.World, tx *store.Tx, mail string) (string, error) {
	c, err := w.Now(tx)
	if err != nil {
		return "", err
	}
	own := players.Registered(w.Setup, tx, c, mail)
	switch {
	case len(own) > 0:
		r, _ := c.Realm(own[0])
		return outbox.Charset(r.Computer), nil
	case IsMaster(w.Setup, mail):
		return outbox.Charset(""), nil
	}
	return "", nil
}

// Expect prepares for mails that are to be read. It reports for each hash whether a mail with it was taken before. It
// returns what is known of all who may have sent them, by folded address. The map does not change: if something has
// changed, a new one is made.
func Expect(w *world.World, hashes ...[32]byte) (seen []bool, byAddress map[string]roster.Sender, err error) {
	err = w.View(func(tx *store.Tx) error {
		for _, hash := range hashes {
			seen = append(seen, received.Known(tx, hash[:]))
		}
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		// Reading the records finds out what has changed, and then forgets the old map.
		for range w.People.Records(tx) {
		}
		if w.People.Senders != nil {
			byAddress = w.People.Senders
			return nil
		}
		byAddress = map[string]roster.Sender{}
		for number, rec := range w.People.Records(tx) {
			r, plays := c.Realm(number)
			if !plays {
				continue
			}
			all := slices.Clip(rec.Mail)
			if s := rec.Standing(c.Turn); s != nil && rec.StandsIn(s.Mail, c.Turn) {
				all = append(all, s.Mail)
			}
			for _, mail := range all {
				mail = address.Folded(mail)
				s, known := byAddress[mail]
				if !known {
					s = roster.Sender{Charset: outbox.Charset(r.Computer), Realms: map[int]roster.RealmRecord{}}
					byAddress[mail] = s
				}
				s.Realms[number] = rec.As(mail, c.Turn)
			}
		}
		for _, mail := range w.Settings.Masters { // game masters may write, too
			if master := address.Folded(mail); byAddress[master].Charset == "" {
				byAddress[master] = roster.Sender{Charset: outbox.Charset("")}
			}
		}
		w.People.Senders = byAddress
		return nil
	})
	return seen, byAddress, err
}
