package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// SetMail sets the addresses a realm's player writes from; the first one gets
// the reports. Letters of the realm that wait for an address it no longer has go
// to that one, and reports that were refused or given up are tried again. Old
// receipts are not: the orders they tell of have been answered by a turn.
func (w *World) SetMail(realm int, mail ...string) error {
	return w.changeMail(realm, mail, func([]string) []string { return mail })
}

// AddMail adds addresses behind those a realm has.
func (w *World) AddMail(realm int, mail ...string) error {
	return w.changeMail(realm, mail, func(old []string) []string { return append(slices.Clip(old), mail...) })
}

// RemoveMail takes addresses from a realm; one must be left. The next one then
// is the first.
func (w *World) RemoveMail(realm int, mail ...string) error {
	return w.changeMail(realm, nil, func(old []string) []string {
		return slices.DeleteFunc(slices.Clone(old), func(m string) bool { return roster.Has(mail, m) })
	})
}

// changeMail changes a realm's addresses; fresh are those that were not known.
func (w *World) changeMail(realm int, fresh []string, change func(old []string) []string) error {
	for _, m := range fresh {
		if err := roster.ProperMail(m); err != nil {
			return err
		}
	}
	return w.update(func(tx *store.Tx) error {
		var mail []string
		old, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) {
			mail = roster.DistinctMail(change(r.Mail))
			r.Mail = mail
		})
		switch {
		case err != nil:
			return err
		case len(mail) == 0:
			return wording.Fault(store.ErrAddress, "address-none", phrase.Num("realm", realm))
		case len(mail) > limits.MostAddresses.Most():
			return wording.Fault(store.ErrAddress, "address-many", phrase.Num("realm", realm),
				phrase.Num("n", len(mail)), phrase.Num("most", limits.MostAddresses.Most()))
		}
		if _, err := w.Note(tx, logbook.Entry{Realm: realm, What: phrase.P("log.mail", phrase.Num("n", len(mail))),
			Aside: logbook.Aside{Mail: strings.Join(mail, ", ")}}); err != nil {
			return err
		}
		// What was mailed to an address that is another's now allows nothing more.
		if err := dropTokens(tx, realm, func(t tokenRecord) bool { return !roster.Has(mail, t.Mail) }); err != nil {
			return err
		}
		return outbox.In(tx).Readdress(realm, old.Mail, mail)
	})
}

// RealmRow is a realm as the game master sees it.
type RealmRow struct {
	Number int         `json:"number"`
	Name   string      `json:"name"`
	Player string      `json:"player"`
	Mail   []string    `json:"mail"` // the first one gets the reports
	Lang   phrase.Lang `json:"lang"`
	Fallen bool        `json:"fallen,omitempty"`

	Computer game.Computer `json:"computer"` // of the player: how his texts are probably written

	AbsentUntil int `json:"absent_until,omitempty"` // the last turn its player is away for (PAUSE); 0 none
	Missed      int `json:"missed,omitempty"`       // turns in a row without orders, up to the last one

	Vacant bool `json:"vacant,omitempty"` // nobody plays it: its player was let go
}

// Absent tells whether the realm's player has said that he is away in a turn.
// Orders he sends all the same count.
func (r RealmRow) Absent(turn int) bool { return turn <= r.AbsentUntil }

// AddRealm adds a realm, gives its number and password, which is not kept and
// not shown again, and queues its report 0. While the first turn awaits orders,
// and when a world without players gets one, the deadline counts from the newest
// realm. Without an address of the game's own its report could not leave: ErrAddress.
func (w *World) AddRealm(j game.Joining, mail string, now time.Time) (number int, password string, err error) {
	rec := roster.RealmRecord{Mail: []string{mail}}
	_, err = w.GameAddress()
	for _, wrong := range []error{err, Newcomer{j, mail}.proper()} {
		if wrong != nil {
			return 0, "", wrong
		}
	}
	if password, err = rec.Draw(w.random()); err != nil {
		return 0, "", err
	}
	err = w.enrolNow(now, func(e *enrolment) error {
		number, err = e.add(j, rec, password)
		return err
	})
	if err != nil {
		return 0, "", fmt.Errorf("adding a realm: %w", err)
	}
	return number, password, nil
}

// ResetPassword gives a realm a new password; the old one is void at once.
// ErrVacant if nobody plays it.
func (w *World) ResetPassword(realm int) (string, error) {
	var fresh roster.RealmRecord
	password, err := fresh.Renew(w.random())
	if err != nil {
		return "", err
	}
	return password, w.update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.Salt, r.Hash = fresh.Salt, fresh.Hash })
		if err != nil {
			return err
		}
		if _, err := w.Note(tx, logbook.Entry{Realm: realm, What: phrase.P("log.password")}); err != nil {
			return err
		}
		return dropTokens(tx, realm, func(t tokenRecord) bool { return t.For == letter.Passwords })
	})
}

// Realms lists all realms by number.
func (w *World) Realms() (rows []RealmRow, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		rows, err = realmRows(tx, c.World)
		return err
	})
	return rows, err
}

func realmRows(tx *store.Tx, world game.World) ([]RealmRow, error) {
	var rows []RealmRow
	for _, r := range world.Realms() {
		rec, _, err := store.GetJSON[roster.RealmRecord](tx.Bucket(store.RealmsBucket), store.U32(r.Number))
		if err != nil {
			return nil, err
		}
		rows = append(rows, RealmRow{Number: r.Number, Name: r.Name, Player: cmp.Or(rec.Player, r.Player),
			Mail: rec.Mail, Lang: r.Lang, Fallen: r.Fallen,
			Computer: r.Computer, AbsentUntil: rec.AbsentUntil, Missed: rec.Missed, Vacant: rec.Vacant()})
	}
	return rows, nil
}

// Charset is how texts of the player who writes from an address are probably
// written, in the names of Attachment; "" if the address is nobody's. The game master's are in UTF-8.
func (w *World) Charset(mail string) (name string, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		own, err := w.registered(tx, c, mail)
		if len(own) > 0 {
			r, _ := c.Realm(own[0])
			name = outbox.Charset(r.Computer)
		} else if w.isMaster(mail) {
			name = outbox.Charset("")
		}
		return err
	})
	return name, err
}

// Crowd is how many realms that have not fallen are in the game, and how many its land
// is enough for; 0 where the rules know of no such number.
func (w *World) Crowd() (realms, suits int, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		return store.Guarded(func() {
			if land, is := c.World.(game.Roomy); is {
				suits = land.Suits()
			}
			for _, r := range c.World.Realms() {
				if !r.Fallen {
					realms++
				}
			}
		})
	})
	return realms, suits, err
}

// registered lists the realms whose player writes from an address.
func (k *clerk) registered(tx *store.Tx, c chronicle.Current, mail string) (realms []int, err error) {
	if mail == "" {
		return nil, nil
	}
	err = k.people.Records(tx, func(number int, rec roster.RealmRecord) {
		if roster.Has(rec.Mail, mail) {
			if _, plays := c.Realm(number); plays {
				realms = append(realms, number)
			}
		}
	})
	return realms, err
}

// Expect tells of a mail that is to be read whether one with its hash was taken before, and gives what is
// known of all who may have sent it, by their addresses in lower case. The map stays as it is: another is
// made when something has changed.
func (w *World) Expect(hash [32]byte) (seen bool, byAddress map[string]roster.Sender, err error) {
	err = w.view(func(tx *store.Tx) error {
		seen = tx.Bucket(store.LettersBucket).Get(hash[:]) != nil
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		// What has changed is met here, and the map of before forgotten.
		if err := w.people.Records(tx, func(int, roster.RealmRecord) {}); err != nil {
			return err
		}
		if w.people.Senders != nil {
			byAddress = w.people.Senders
			return nil
		}
		byAddress = map[string]roster.Sender{}
		err = w.people.Records(tx, func(number int, rec roster.RealmRecord) {
			r, plays := c.Realm(number)
			for _, mail := range rec.Mail {
				if !plays {
					continue
				}
				mail = strings.ToLower(mail)
				s, known := byAddress[mail]
				if !known {
					s = roster.Sender{Charset: outbox.Charset(r.Computer), Realms: map[int]roster.RealmRecord{}}
					byAddress[mail] = s
				}
				s.Realms[number] = rec
			}
		})
		if master := strings.ToLower(strings.TrimSpace(w.settings.Master)); master != "" &&
			byAddress[master].Charset == "" {
			byAddress[master] = roster.Sender{Charset: outbox.Charset("")} // he is heard, too
		}
		w.people.Senders = byAddress
		return err
	})
	return seen, byAddress, err
}
