package sender

import (
	"slices"

	"weltentor/resolve/address"
	"weltentor/resolve/outbox"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Expect prepares for mails that are to be read. It reports for each hash whether a mail with it was taken before. It
// returns what is known of all who may have sent them.
func Expect(w *world.World, hashes ...[32]byte) (seen []bool, byAddress map[string]roster.Sender, err error) {
	err = w.View(func(tx *store.Tx) (err error) {
		for _, hash := range hashes {
			seen = append(seen, received.Known(tx, hash[:]))
		}
		byAddress, err = Senders(w, tx)
		return err
	})
	return seen, byAddress, err
}

// Senders returns what is known of all who may write, by folded address: players, those who stand in, and game masters.
// The map does not change: if something has changed, a new one is made.
func Senders(w *world.World, tx *store.Tx) (map[string]roster.Sender, error) {
	c, err := w.Now(tx)
	if err != nil {
		return nil, err
	}
	// Reading the records finds out what has changed, and then forgets the old map.
	for range w.People.Records(tx) {
	}
	if w.People.Senders != nil {
		return w.People.Senders, nil
	}
	byAddress := map[string]roster.Sender{}
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
	for _, mail := range w.Settings.Masters {
		if master := address.Folded(mail); byAddress[master].Charset == "" {
			byAddress[master] = roster.Sender{Charset: outbox.Charset("")}
		}
	}
	w.People.Senders = byAddress
	return byAddress, nil
}
