package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/faults"
)

// sealedSince is the first schema whose values have checksums.
const sealedSince = 2

// Schema is the schema of any store, see layout.go, and 0 if it has none. It panics with *Damage, as reading does.
func (tx *Tx) Schema() int {
	meta, key := tx.Bucket(metaBucket), []byte(SchemaNumber)
	if meta == nil {
		return 0
	}
	stored := meta.keys.Get(key)
	if len(stored) == 4 && binary.BigEndian.Uint32(stored) < sealedSince {
		return int(binary.BigEndian.Uint32(stored))
	}
	value := meta.Get(key)
	if len(value) != 4 {
		return 0
	}
	return int(binary.BigEndian.Uint32(value))
}

// step raises a store by one schema. Raise works on a copy that counts only when all steps are done, so it may use as
// many transactions as it likes. From schema 4 on a step has Change instead, in one transaction, which any engine can
// do. No engine but bbolt has had a world of an older schema.
type step struct {
	To     int // the schema that it raises to
	Raise  func(db *bbolt.DB) error
	Change func(tx *Tx) error
}

// in takes the step in a file.
func (s step) in(db *bbolt.DB) error {
	if s.Raise != nil {
		return s.Raise(db)
	}
	return db.Update(func(raw *bbolt.Tx) error { return s.Change(In(raw)) })
}

// raised raises a world that an engine has within a change, if it is of an older schema.
func (st *Store) raised(tx *Tx) error {
	if err := st.fits(tx); !errors.Is(err, errOld) {
		return err
	}
	schema := tx.Schema()
	for _, s := range steps {
		switch {
		case s.To <= schema:
			continue
		case s.Change == nil:
			return fmt.Errorf("%w: %s has schema %d", faults.ErrSchema, st.path(), schema)
		}
		if err := s.Change(tx); err != nil {
			return fmt.Errorf("raising %s to schema %d: %w", st.path(), s.To, err)
		}
	}
	Put(tx.Bucket(metaBucket), []byte(SchemaNumber), U32(Schema))
	return nil
}

// batch is how many bytes of values one transaction seals, since it holds them in memory.
const batch = 8 << 20

// seal gives every value of a store its checksum. None has one yet.
func seal(db *bbolt.DB) error {
	var ways [][][]byte
	err := db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, raw *bbolt.Bucket) error {
			return waysFrom([][]byte{bytes.Clone(name)}, raw, &ways)
		})
	})
	for _, way := range ways {
		for from := []byte(nil); err == nil; {
			last := []byte(nil)
			err = db.Update(func(tx *bbolt.Tx) (err error) {
				last, err = sealSome(walk(In(tx), way), from)
				return err
			})
			if from = last; last == nil {
				break
			}
		}
	}
	return err
}

// waysFrom collects the names on the way to a bucket and to all buckets in it.
func waysFrom(way [][]byte, raw *bbolt.Bucket, ways *[][][]byte) error {
	*ways = append(*ways, way)
	return raw.ForEachBucket(func(name []byte) error {
		return waysFrom(append(way[:len(way):len(way)], bytes.Clone(name)), raw.Bucket(name), ways)
	})
}

func walk(tx *Tx, way [][]byte) *Bucket {
	b := tx.Bucket(way[0])
	for _, name := range way[1:] {
		b = b.Bucket(name)
	}
	return b
}

// sealSome seals values behind a key and returns the key of the last one, or nil if there was none.
func sealSome(b *Bucket, behind []byte) (last []byte, err error) {
	var some []row
	c, size := b.keys.Range(), 0
	for key, value := c.Seek(behind); key != nil && size < batch; key, value = c.Next() {
		if value != nil && !bytes.Equal(key, behind) {
			some, size = append(some, row{b: b, key: bytes.Clone(key), stored: bytes.Clone(value)}), size+len(value)
		}
	}
	for _, r := range some { // a cursor does not survive changes
		if err := b.Put(r.key, r.stored); err != nil {
			return nil, err
		}
		last = r.key
	}
	return last, nil
}
