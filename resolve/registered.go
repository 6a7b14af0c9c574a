package resolve

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"weltentor/resolve/store"
)

// roster is what is known of the realms and their players, as the store has it. What was
// read and proven is remembered for as long as a command runs.
type roster struct {
	read    map[int]decodedRecord // by realm
	senders map[string]Sender     // by address; nil: not known
	proving sync.Mutex            // proven
	proven  map[[32]byte]bool     // passwords found right, so that each is hashed once a run
}

func newRoster() *roster {
	return &roster{read: map[int]decodedRecord{}, proven: map[[32]byte]bool{}}
}

// forgetSenders forgets who writes from which address.
func (r *roster) forgetSenders() { r.senders = nil }

// decodedRecord is a realm's record and what it was decoded from.
type decodedRecord struct {
	raw []byte
	realmRecord
}

// registered lists the realms whose player writes from the letter's address.
func (in *intake) registered() (realms []int, err error) {
	if in.l.From == "" {
		return nil, nil
	}
	err = in.w.people.records(in.tx, func(number int, rec realmRecord) {
		if has(rec.Mail, in.l.From) {
			if _, plays := in.c.realm(number); plays {
				realms = append(realms, number)
			}
		}
	})
	return realms, err
}

// records goes through the records of all realms by number.
func (r *roster) records(tx *store.Tx, visit func(number int, rec realmRecord)) error {
	c := tx.Bucket(realmsBucket).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		number := int(binary.BigEndian.Uint32(k))
		rec, err := r.decode(number, v)
		if err != nil {
			return err
		}
		visit(number, rec)
	}
	return nil
}

// person is what is known of a realm; nothing of one that is not there.
func (r *roster) person(tx *store.Tx, realm int) (rec realmRecord, err error) {
	if raw := tx.Bucket(realmsBucket).Get(u32(realm)); raw != nil {
		rec, err = r.decode(realm, raw)
	}
	return rec, err
}

// decode reads a realm's record. Every letter asks whose it is, and who is still
// missing, so each record is decoded once as long as it stays the same.
func (r *roster) decode(realm int, raw []byte) (rec realmRecord, err error) {
	if known, ok := r.read[realm]; ok && bytes.Equal(known.raw, raw) {
		return known.realmRecord, nil
	}
	fresh := new(realmRecord) // rec itself would be put on the heap each time
	if err := json.Unmarshal(raw, fresh); err != nil {
		return rec, fmt.Errorf("%w: what is known of realm %d: %v", ErrDamaged, realm, err)
	}
	r.read[realm], r.senders = decodedRecord{bytes.Clone(raw), *fresh}, nil
	return *fresh, nil
}

// Sender is what is known of who writes from an address.
type Sender struct {
	Charset string // as Charset gives it; "" if the address is nobody's
	realms  map[int]realmRecord
}

// Expect tells of a mail that is to be read whether it was taken before, as Seen
// does, and gives what is known of all who may have sent it, by their addresses in
// lower case. The map stays as it is: another is made when something has changed.
func (w *World) Expect(hash [32]byte) (seen bool, byAddress map[string]Sender, err error) {
	err = w.view(func(tx *store.Tx) error {
		seen = tx.Bucket(lettersBucket).Get(hash[:]) != nil
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		// What has changed is met here, and the map of before forgotten.
		if err := w.people.records(tx, func(int, realmRecord) {}); err != nil {
			return err
		}
		if w.people.senders != nil {
			byAddress = w.people.senders
			return nil
		}
		byAddress = map[string]Sender{}
		err = w.people.records(tx, func(number int, rec realmRecord) {
			r, plays := c.realm(number)
			for _, mail := range rec.Mail {
				if !plays {
					continue
				}
				mail = strings.ToLower(mail)
				s, known := byAddress[mail]
				if !known {
					s = Sender{Charset: charset(r.Computer), realms: map[int]realmRecord{}}
					byAddress[mail] = s
				}
				s.realms[number] = rec
			}
		})
		if master := strings.ToLower(strings.TrimSpace(w.s.Master)); master != "" && byAddress[master].Charset == "" {
			byAddress[master] = Sender{Charset: charset("")} // he is heard, too
		}
		w.people.senders = byAddress
		return err
	})
	return seen, byAddress, err
}
