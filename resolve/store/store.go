// Package store is the file that a world is in: transactions go in, and records come out as they were written. Every
// room of resolve gets its transaction from it. It is bbolt with checksums. Each value has one over its bucket, its
// key and itself, which is written with it and checked whenever it is read. Tx, Bucket and Cursor have the shape of
// bbolt's.
//
// A value with a wrong checksum is never returned. Reading it panics with *Damage, since bbolt's calls have no error
// to give. The code that opens the store recovers that panic, and only that, and makes an error of it.
package store

import (
	"io"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/disk"
)

// Tx is a transaction.
type Tx struct{ raw *bbolt.Tx }

// In makes a transaction with checksums of one of bbolt's.
func In(raw *bbolt.Tx) *Tx { return &Tx{raw} }

// Bucket is a bucket of values and of other buckets.
type Bucket struct {
	raw  *bbolt.Bucket
	name []byte
	in   *Bucket // nil: it is in no other
	sum  uint32  // of the names on the way to it
}

func inside(in *Bucket, name []byte, raw *bbolt.Bucket) *Bucket {
	if raw == nil {
		return nil
	}
	b := &Bucket{raw: raw, name: name, in: in}
	if in != nil {
		b.sum = in.sum
	}
	b.sum = summed(b.sum, name)
	return b
}

func made(in *Bucket, name []byte, raw *bbolt.Bucket, err error) (*Bucket, error) {
	return inside(in, name, raw), err
}

// Bucket finds a bucket, and returns nil if there is none.
func (tx *Tx) Bucket(name []byte) *Bucket { return inside(nil, name, tx.raw.Bucket(name)) }

// CreateBucket makes a bucket that does not exist yet.
func (tx *Tx) CreateBucket(name []byte) (*Bucket, error) {
	raw, err := tx.raw.CreateBucket(name)
	return made(nil, name, raw, err)
}

// CreateBucketIfNotExists finds a bucket or makes it.
func (tx *Tx) CreateBucketIfNotExists(name []byte) (*Bucket, error) {
	raw, err := tx.raw.CreateBucketIfNotExists(name)
	return made(nil, name, raw, err)
}

// DeleteBucket removes a bucket and everything in it.
func (tx *Tx) DeleteBucket(name []byte) error { return tx.raw.DeleteBucket(name) }

// ForEach goes through the buckets, sorted by name.
func (tx *Tx) ForEach(f func(name []byte, b *Bucket) error) error {
	return tx.raw.ForEach(func(name []byte, raw *bbolt.Bucket) error { return f(name, inside(nil, name, raw)) })
}

// Size is how many bytes the whole store has in this transaction.
func (tx *Tx) Size() int64 { return tx.raw.Size() }

// WriteTo writes the whole store as it is in this transaction.
func (tx *Tx) WriteTo(dst io.Writer) (int64, error) { return tx.raw.WriteTo(dst) }

// Get reads a value, and returns nil if there is none. The value is valid until the transaction ends.
func (b *Bucket) Get(key []byte) []byte {
	sealed := b.raw.Get(key)
	if sealed == nil {
		return nil
	}
	return b.opened(key, sealed)
}

// Put stores a value, with its checksum.
func (b *Bucket) Put(key, value []byte) error { return b.raw.Put(key, b.sealed(key, value)) }

// Delete removes a value. It is no error if there is none.
func (b *Bucket) Delete(key []byte) error { return b.raw.Delete(key) }

// Bucket finds a bucket in the bucket, and returns nil if there is none.
func (b *Bucket) Bucket(name []byte) *Bucket { return inside(b, name, b.raw.Bucket(name)) }

// CreateBucketIfNotExists finds a bucket in the bucket or makes it.
func (b *Bucket) CreateBucketIfNotExists(name []byte) (*Bucket, error) {
	raw, err := b.raw.CreateBucketIfNotExists(name)
	return made(b, name, raw, err)
}

// DeleteBucket removes a bucket in the bucket and everything in it.
func (b *Bucket) DeleteBucket(name []byte) error { return b.raw.DeleteBucket(name) }

// ForEach goes through values and buckets, sorted by key. The value of a bucket is nil.
func (b *Bucket) ForEach(f func(key, value []byte) error) error {
	return b.raw.ForEach(func(key, sealed []byte) error {
		if sealed == nil {
			return f(key, nil)
		}
		return f(key, b.opened(key, sealed))
	})
}

// ForEachBucket goes through the buckets in the bucket, sorted by name.
func (b *Bucket) ForEachBucket(f func(name []byte) error) error { return b.raw.ForEachBucket(f) }

// Append fills pages to the end, for values that come in the order of their keys.
func (b *Bucket) Append() { b.raw.FillPercent = 1 }

// Stats counts what is in the bucket. To do that it reads all of it.
func (b *Bucket) Stats() bbolt.BucketStats { return b.raw.Stats() }

// Cursor goes through a bucket in the order of keys, as bbolt's does.
type Cursor struct {
	raw *bbolt.Cursor
	b   *Bucket
}

// Cursor makes a cursor.
func (b *Bucket) Cursor() *Cursor { return &Cursor{b.raw.Cursor(), b} }

func (c *Cursor) opened(key, sealed []byte) (k, v []byte) {
	if key == nil || sealed == nil {
		return key, nil
	}
	return key, c.b.opened(key, sealed)
}

// First moves to the first key.
func (c *Cursor) First() (key, value []byte) { return c.opened(c.raw.First()) }

// Last moves to the last key.
func (c *Cursor) Last() (key, value []byte) { return c.opened(c.raw.Last()) }

// Next moves on; key is nil after the last one.
func (c *Cursor) Next() (key, value []byte) { return c.opened(c.raw.Next()) }

// Prev moves back; key is nil before the first one.
func (c *Cursor) Prev() (key, value []byte) { return c.opened(c.raw.Prev()) }

// Seek moves to a key, or to the one that follows if it does not exist.
func (c *Cursor) Seek(key []byte) (k, v []byte) { return c.opened(c.raw.Seek(key)) }

// Holds tells the store that this command has its lock. From now on the lock must be valid before anything is changed.
func (st *Store) Holds(l *disk.DirLock) { st.lock = l }
