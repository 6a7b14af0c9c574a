package resolve

import (
	"bytes"
	"encoding/binary"

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

// records goes through the records of all realms by number. Every letter asks
// whose it is, so each record is decoded once as long as it stays the same.
func (w *World) records(tx *bbolt.Tx, visit func(number int, rec realmRecord)) error {
	c := tx.Bucket(realmsBucket).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		number := int(binary.BigEndian.Uint32(k))
		known, ok := w.owners[number]
		if !ok || !bytes.Equal(known.raw, v) {
			rec, _, err := getJSON[realmRecord](tx.Bucket(realmsBucket), k)
			if err != nil {
				return err
			}
			known = decodedRecord{bytes.Clone(v), rec}
			w.owners[number] = known
		}
		visit(number, known.realmRecord)
	}
	return nil
}
