// Package store owns the bytes of a world: transactions, checksums, packed records, copies before turns, and the
// raising of older layouts. layout.go names every bucket with its record. Other packages declare what they own as
// Table, Slot, Bytes or Number, and only those declarations open a bucket. Below the checksums is an engine (Keys):
// bbolt in the world's file, or rows of a database. Tx, Bucket and Cursor have the shape of bbolt's.
//
// Each value has a checksum over its bucket, its key and itself, which is checked whenever it is read. A wrong value is
// never returned. Reading it panics, with *Damage or *Undecoded, since bbolt's calls have no error to give. The code
// that opens the store recovers these panics, and only them, and makes errors of them, so whoever reads records is
// given no error either. After *Damage the store is not used any more.
package store

import (
	"go.etcd.io/bbolt"

	"weltentor/resolve/store/disk"
)

// Tx is a transaction.
type Tx struct {
	keys Keys
	raw  *bbolt.Tx // nil: it is not in a file
	was  uint64    // the generation before it, if it changes the store
}

// Number is that of the last commit before a transaction that reads a file: another one means that something has changed.
func (tx *Tx) Number() int { return tx.raw.ID() }

// FromBolt makes a transaction with checksums of one of bbolt's.
func FromBolt(raw *bbolt.Tx) *Tx { return &Tx{keys: rootOf(raw), raw: raw} }

// Sealed is the outermost bucket as the engine has it: each value is followed by its checksum.
func (tx *Tx) Sealed() Keys { return tx.keys }

// begin gives the store a new generation.
func (tx *Tx) begin() {
	tx.was = Generation.Of(tx)
	Generation.Draw(tx)
}

// Was is the generation that the store had before this change.
func (tx *Tx) Was() uint64 { return tx.was }

// Bucket is a bucket of values and of other buckets.
type Bucket struct {
	keys Keys
	name []byte
	in   *Bucket // nil: it is in no other
	sum  uint32  // of the names on the way to it
}

func inside(in *Bucket, name []byte, keys Keys) *Bucket {
	if keys == nil {
		return nil
	}
	b := &Bucket{keys: keys, name: name, in: in}
	if in != nil {
		b.sum = in.sum
	}
	b.sum = summed(b.sum, name)
	return b
}

// found is a bucket in others, made if it does not exist.
func found(in *Bucket, name []byte, all Keys) (*Bucket, error) {
	keys, err := all.In(name), error(nil)
	if keys == nil {
		if keys, err = all.Make(name); err != nil {
			return nil, err
		}
	}
	return inside(in, name, keys), nil
}

// Bucket finds a bucket, and returns nil if there is none.
func (tx *Tx) Bucket(name []byte) *Bucket { return inside(nil, name, tx.keys.In(name)) }

// CreateBucketIfNotExists finds a bucket or makes it.
func (tx *Tx) CreateBucketIfNotExists(name []byte) (*Bucket, error) { return found(nil, name, tx.keys) }

// DeleteBucket removes a bucket and everything in it.
func (tx *Tx) DeleteBucket(name []byte) error { return tx.keys.Drop(name) }

// names lists the buckets, sorted.
func (tx *Tx) names() (out []string) {
	c := tx.keys.Range()
	for name, _ := c.First(); name != nil; name, _ = c.Next() {
		out = append(out, string(name))
	}
	return out
}

// ForEach goes through the buckets, sorted by name.
func (tx *Tx) ForEach(f func(name []byte, b *Bucket) error) error {
	for _, name := range tx.names() {
		if err := f([]byte(name), tx.Bucket([]byte(name))); err != nil {
			return err
		}
	}
	return nil
}

// Get reads a value, and returns nil if there is none. The value is valid until the transaction ends.
func (b *Bucket) Get(key []byte) []byte {
	sealed := b.keys.Get(key)
	if sealed == nil {
		return nil
	}
	return b.opened(key, sealed)
}

// Put stores a value, with its checksum.
func (b *Bucket) Put(key, value []byte) error { return b.keys.Put(key, b.sealed(key, value)) }

// Delete removes a value. It is no error if there is none.
func (b *Bucket) Delete(key []byte) error { return b.keys.Delete(key) }

// Bucket finds a bucket in the bucket, and returns nil if there is none.
func (b *Bucket) Bucket(name []byte) *Bucket { return inside(b, name, b.keys.In(name)) }

// CreateBucketIfNotExists finds a bucket in the bucket or makes it.
func (b *Bucket) CreateBucketIfNotExists(name []byte) (*Bucket, error) { return found(b, name, b.keys) }

// DeleteBucket removes a bucket in the bucket and everything in it.
func (b *Bucket) DeleteBucket(name []byte) error { return b.keys.Drop(name) }

// ForEach goes through values and buckets, sorted by key. The value of a bucket is nil.
func (b *Bucket) ForEach(f func(key, value []byte) error) error {
	c := b.Cursor()
	for key, value := c.First(); key != nil; key, value = c.Next() {
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// Append fills pages to the end, for values that come in the order of their keys, in an engine that has pages.
func (b *Bucket) Append() {
	if file, is := b.keys.(inFile); is {
		file.b.FillPercent = 1
	}
}

// Cursor goes through a bucket in the order of keys.
type Cursor struct {
	keys Range
	b    *Bucket
}

// Cursor makes a cursor.
func (b *Bucket) Cursor() *Cursor { return &Cursor{b.keys.Range(), b} }

func (c *Cursor) opened(key, sealed []byte) (k, v []byte) {
	if key == nil || sealed == nil {
		return key, nil
	}
	return key, c.b.opened(key, sealed)
}

// First moves to the first key.
func (c *Cursor) First() (key, value []byte) { return c.opened(c.keys.First()) }

// Last moves to the last key.
func (c *Cursor) Last() (key, value []byte) { return c.opened(c.keys.Last()) }

// Next moves on; key is nil after the last one.
func (c *Cursor) Next() (key, value []byte) { return c.opened(c.keys.Next()) }

// Prev moves back; key is nil before the first one.
func (c *Cursor) Prev() (key, value []byte) { return c.opened(c.keys.Prev()) }

// Seek moves to a key, or to the one that follows if it does not exist.
func (c *Cursor) Seek(key []byte) (k, v []byte) { return c.opened(c.keys.Seek(key)) }

// before is the last key before one, or of all if that is nil.
func (c *Cursor) before(key []byte) (k []byte) {
	if k, _ = c.Seek(key); k == nil || key == nil {
		k, _ = c.Last()
	} else {
		k, _ = c.Prev()
	}
	return k
}

// Holds tells the store that this command has its lock. From now on the lock must be valid before anything is changed.
func (st *Store) Holds(l *disk.DirLock) { st.lock = l }
