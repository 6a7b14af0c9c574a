package store

import (
	"bytes"
	"fmt"
)

// Bytes is a bucket of values whose form only the room knows that declares it. That room owns them: others call its
// functions, and nobody else opens the bucket. A bucket that is not part of every world is made with its first value.
type Bytes string

// Get reads a value as it is stored, or nil. It is valid until the transaction ends.
func (n Bytes) Get(tx *Tx, key []byte) []byte {
	if b := tx.Bucket([]byte(n)); b != nil {
		return b.Get(key)
	}
	return nil
}

// Has reports whether there is a value.
func (n Bytes) Has(tx *Tx, key []byte) bool { return n.Get(tx, key) != nil }

// Put stores a value.
func (n Bytes) Put(tx *Tx, key, value []byte) {
	b, err := tx.CreateBucketIfNotExists([]byte(n))
	if err != nil {
		panic(fmt.Sprintf("making the bucket %s: %v", n, err)) // our own mistake, as in Put
	}
	Put(b, key, value)
}

// Remove removes a value.
func (n Bytes) Remove(tx *Tx, key []byte) {
	if b := tx.Bucket([]byte(n)); b != nil {
		Remove(b, key)
	}
}

// Keys lists the keys that begin with a prefix, in order. Whoever walks them may change the bucket.
func (n Bytes) Keys(tx *Tx, prefix []byte) (keys [][]byte) {
	b := tx.Bucket([]byte(n))
	if b == nil {
		return nil
	}
	c := b.Cursor()
	for k, _ := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	return keys
}

// InOrder fills pages to the end, in this transaction, for values that come in the order of their keys.
func (n Bytes) InOrder(tx *Tx) { tx.Bucket([]byte(n)).Append() }

// Table is a bucket of records of one kind, owned as Bytes are.
type Table[V any] struct {
	Bytes
	packed bool
}

// Records declares a table whose records are stored as JSON.
func Records[V any](name string) Table[V] { return Table[V]{Bytes: Bytes(name)} }

// Packed declares a table whose records are compressed.
func Packed[V any](name string) Table[V] { return Table[V]{Bytes(name), true} }

// Get reads a record; found is false if there is none.
func (t Table[V]) Get(tx *Tx, key []byte) (v V, found bool, err error) {
	b := tx.Bucket([]byte(t.Bytes))
	switch {
	case b == nil:
		return v, false, nil
	case t.packed:
		return GetPacked[V](b, key)
	}
	return GetJSON[V](b, key)
}

// Raw reads a record as it is stored, or nil. It is valid until the transaction ends.
func (t Table[V]) Raw(tx *Tx, key []byte) []byte { return t.Bytes.Get(tx, key) }

// Put stores a record, and returns it as it is stored.
func (t Table[V]) Put(tx *Tx, key []byte, v V) (raw []byte) {
	if raw = MustJSON(v); t.packed {
		raw = Pack(raw)
	}
	t.Bytes.Put(tx, key, raw)
	return raw
}

// Each visits the records whose keys begin with a prefix, in order, until an error. visit may change the bucket.
func (t Table[V]) Each(tx *Tx, prefix []byte, visit func(key []byte, v V) error) error {
	for _, key := range t.Keys(tx, prefix) {
		v, found, err := t.Get(tx, key)
		if err == nil && found {
			err = visit(key, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
