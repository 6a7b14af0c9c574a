package resolve

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	"go.etcd.io/bbolt"
)

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
	err = in.w.records(in.tx, func(number int, rec realmRecord) {
		if has(rec.Mail, in.l.From) {
			if _, plays := realm(in.c.world, number); plays {
				realms = append(realms, number)
			}
		}
	})
	return realms, err
}

// records goes through the records of all realms by number.
func (w *World) records(tx *bbolt.Tx, visit func(number int, rec realmRecord)) error {
	c := tx.Bucket(realmsBucket).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		number := int(binary.BigEndian.Uint32(k))
		rec, err := w.decode(number, v)
		if err != nil {
			return err
		}
		visit(number, rec)
	}
	return nil
}

// person is what is known of a realm; nothing of one that is not there.
func (w *World) person(tx *bbolt.Tx, realm int) (rec realmRecord, err error) {
	if raw := tx.Bucket(realmsBucket).Get(u32(realm)); raw != nil {
		rec, err = w.decode(realm, raw)
	}
	return rec, err
}

// decode reads a realm's record. Every letter asks whose it is, and who is still
// missing, so each record is decoded once as long as it stays the same.
func (w *World) decode(realm int, raw []byte) (rec realmRecord, err error) {
	if known, ok := w.owners[realm]; ok && bytes.Equal(known.raw, raw) {
		return known.realmRecord, nil
	}
	if err := json.Unmarshal(raw, &rec); err != nil {
		return rec, fmt.Errorf("%w: what is known of realm %d: %v", ErrDamaged, realm, err)
	}
	w.owners[realm] = decodedRecord{bytes.Clone(raw), rec}
	return rec, nil
}

// Charsets are the charsets of Charset for all addresses, which are in lower case.
func (w *World) Charsets() (byAddress map[string]string, err error) {
	err = w.view(func(tx *bbolt.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		computers := map[int]string{}
		for _, r := range c.world.Realms() {
			computers[r.Number] = charset(r.Computer)
		}
		byAddress = map[string]string{}
		return w.records(tx, func(number int, rec realmRecord) {
			for _, mail := range rec.Mail {
				mail = strings.ToLower(mail)
				if _, known := byAddress[mail]; !known && computers[number] != "" {
					byAddress[mail] = computers[number]
				}
			}
		})
	})
	return byAddress, err
}
