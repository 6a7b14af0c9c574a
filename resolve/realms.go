package resolve

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"

	"golang.org/x/crypto/argon2"
)

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

// realmRecord is what the machine knows of a realm and its world does not.
type realmRecord struct {
	Mail []string `json:"mail"` // none: nobody plays the realm
	Salt []byte   `json:"salt"`
	Hash []byte   `json:"hash"` // argon2id of the password

	AbsentUntil int    `json:"absent_until,omitempty"` // as in RealmRow
	Missed      int    `json:"missed,omitempty"`       // as in RealmRow
	Graced      int    `json:"graced,omitempty"`       // the turn whose deadline was moved for it; 0 none yet
	Player      string `json:"player,omitempty"`       // who took the realm over in a store of before worlds were told; "": whom the world names

	Former []string `json:"former,omitempty"` // addresses of those who played it before
	Left   []leaver `json:"left,omitempty"`   // of those, who may still write to the game master
	Retold retold   `json:"retold,omitzero"`  // the report its player was told anew, if one was
	Used   []string `json:"used,omitempty"`   // words and settings its player has used, of those reports go on to show, see unused
}

// AddRealm adds a realm, gives its number and password, which is not kept and
// not shown again, and queues its report 0. While the first turn awaits orders,
// and when a world without players gets one, the deadline counts from the newest
// realm. Without an address of the game's own its report could not leave: ErrAddress.
func (w *World) AddRealm(j game.Joining, mail string, now time.Time) (number int, password string, err error) {
	rec := realmRecord{Mail: []string{mail}}
	_, err = w.gameAddress()
	for _, wrong := range []error{err, Newcomer{j, mail}.proper()} {
		if wrong != nil {
			return 0, "", wrong
		}
	}
	if password, err = rec.draw(w.random()); err != nil {
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

// vacant tells that nobody plays the realm.
func (r realmRecord) vacant() bool { return len(r.Mail) == 0 }

// ResetPassword gives a realm a new password; the old one is void at once.
// ErrVacant if nobody plays it.
func (w *World) ResetPassword(realm int) (string, error) {
	var fresh realmRecord
	password, err := fresh.renew(w.random())
	if err != nil {
		return "", err
	}
	return password, w.update(func(tx *store.Tx) error {
		_, err := changeRealm(tx, realm, func(r *realmRecord) { r.Salt, r.Hash = fresh.Salt, fresh.Hash })
		if err != nil {
			return err
		}
		return dropTokens(tx, realm, func(t tokenRecord) bool { return t.For == passwords })
	})
}

// changeRealm changes what is known of a realm somebody plays, and gives what was
// known before.
func changeRealm(tx *store.Tx, realm int, change func(*realmRecord)) (old realmRecord, err error) {
	old, found, err := getJSON[realmRecord](tx.Bucket(realmsBucket), u32(realm))
	if err != nil {
		return old, err
	}
	if !found {
		return old, fmt.Errorf("%w: %d", ErrRealm, realm)
	}
	if old.vacant() {
		return old, fmt.Errorf("%w: %d", ErrVacant, realm)
	}
	r := old
	change(&r)
	putJSON(tx.Bucket(realmsBucket), u32(realm), r)
	return old, nil
}

// Realms lists all realms by number.
func (w *World) Realms() (rows []RealmRow, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		rows, err = realmRows(tx, c.world)
		return err
	})
	return rows, err
}

func realmRows(tx *store.Tx, world game.World) ([]RealmRow, error) {
	var rows []RealmRow
	for _, r := range world.Realms() {
		rec, _, err := getJSON[realmRecord](tx.Bucket(realmsBucket), u32(r.Number))
		if err != nil {
			return nil, err
		}
		rows = append(rows, RealmRow{Number: r.Number, Name: r.Name, Player: cmp.Or(rec.Player, r.Player), Mail: rec.Mail, Lang: r.Lang, Fallen: r.Fallen,
			Computer: r.Computer, AbsentUntil: rec.AbsentUntil, Missed: rec.Missed, Vacant: rec.vacant()})
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
		in := intake{w: w, tx: tx, c: c, l: Letter{From: mail}}
		own, err := in.registered()
		if len(own) > 0 {
			r, _ := c.realm(own[0])
			name = charset(r.Computer)
		} else if in.fromMaster() {
			name = charset("")
		}
		return err
	})
	return name, err
}

// letters of passwords: none that look alike, none that need a shift key. 13 of
// 31 are 64 bits.
const passwordLetters = "abcdefghjkmnpqrstuvwxyz23456789"

const passwordLength = 13

// renew gives the record a fresh password such as `k7mw-x3pq-hhd42`, drawn from a
// source, and keeps its hash.
func (r *realmRecord) renew(source io.Reader) (string, error) {
	password, err := r.draw(source)
	if err == nil {
		r.Hash = hashPassword(password, r.Salt)
	}
	return password, err
}

// draw draws a password and what its hash is salted with; the hash is still to be made.
func (r *realmRecord) draw(source io.Reader) (string, error) {
	password, err := makePassword(source)
	if err != nil {
		return "", err
	}
	r.Salt = make([]byte, 16)
	if _, err := io.ReadFull(source, r.Salt); err != nil {
		return "", fmt.Errorf("making a password: %w", err)
	}
	return password, nil
}

func makePassword(source io.Reader) (string, error) {
	var b strings.Builder
	for n := 0; n < passwordLength; {
		var one [1]byte
		if _, err := io.ReadFull(source, one[:]); err != nil {
			return "", fmt.Errorf("making a password: %w", err)
		}
		if int(one[0]) >= 256/len(passwordLetters)*len(passwordLetters) {
			continue // would make the first letters likelier
		}
		if n == 4 || n == 8 {
			b.WriteByte('-')
		}
		b.WriteByte(passwordLetters[int(one[0])%len(passwordLetters)])
		n++
	}
	return b.String(), nil
}

// plain is a password without what a telephone's keyboard changes: capitals at
// the beginning, other dashes. No two passwords we make become one by it.
func plain(password string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '\u2010' || r == '\u2011' || r == '\u2013' || r == '\u2014':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, password)
}

// hashPassword is argon2id with t=1 and 8 MiB: a guess costs a server some
// milliseconds, and the passwords' 64 bits do the rest.
func hashPassword(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(plain(password)), salt, 1, 8<<10, 1, 32)
}

// guess is a password that was held against a realm's.
type guess struct {
	key   [32]byte // of realm, hash and password
	right bool
}

func guessKey(realm int, r realmRecord, password string) [32]byte {
	key := sha256.New()
	key.Write(binary.BigEndian.AppendUint32(nil, uint32(realm)))
	key.Write(r.Hash)
	key.Write([]byte(plain(password)))
	return [32]byte(key.Sum(nil))
}

// try tells whether the password is the realm's. One found right is remembered for
// the life of w, so that a batch of mails hashes it once. It may run beside other calls.
func (known *roster) try(realm int, r realmRecord, password string) guess {
	g := guess{key: guessKey(realm, r, password)}
	known.proving.Lock()
	g.right = known.proven[g.key]
	known.proving.Unlock()
	if g.right || subtle.ConstantTimeCompare(hashPassword(password, r.Salt), r.Hash) != 1 {
		return g
	}
	g.right = true
	known.proving.Lock()
	known.proven[g.key] = true
	known.proving.Unlock()
	return g
}

// right is try for the letter's password, unless Study has tried it already.
func (in *intake) right(realm int, r realmRecord, password string) bool {
	if g := in.l.studied.guess; g.key == guessKey(realm, r, password) {
		return g.right
	}
	return in.w.people.try(realm, r, password).right
}

// realm finds a realm without asking the world again, which lists all.
func (c current) realm(number int) (game.Realm, bool) {
	if r, found := c.realms[number]; found {
		return r, true
	}
	return realm(c.world, number)
}

// realm finds a realm of a world.
func realm(world game.World, number int) (game.Realm, bool) {
	for _, r := range world.Realms() {
		if r.Number == number {
			return r, true
		}
	}
	return game.Realm{}, false
}

// Crowd is how many realms that have not fallen are in the game, and how many its land
// is enough for; 0 where the rules know of no such number.
func (w *World) Crowd() (realms, suits int, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		return guarded(func() {
			if land, is := c.world.(game.Roomy); is {
				suits = land.Suits()
			}
			for _, r := range c.world.Realms() {
				if !r.Fallen {
					realms++
				}
			}
		})
	})
	return realms, suits, err
}
