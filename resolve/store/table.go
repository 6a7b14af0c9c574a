package store

import (
	"bytes"
	"fmt"
	"iter"
)

// Bytes are the values of a bucket in a form that only the package knows that declares them. That package owns them:
// others call its functions, and nobody else opens the bucket. A bucket that is not part of every world is made with
// its first value.
type Bytes struct{ bucket, part string }

// Values declares the values of a bucket.
func Values(bucket string) Bytes { return Bytes{bucket: bucket} }

// Part declares the values that the buckets in a bucket have under one name, such as the state of each turn. The key of
// such a value is that of its bucket.
func (n Bytes) Part(name string) Bytes { return Bytes{n.bucket, name} }

// at finds the bucket of a value, or nil, and the key of the value there.
func (n *Bytes) at(tx *Tx, key []byte) (b *Bucket, name []byte) {
	b = tx.Bucket([]byte(n.bucket))
	if b == nil || n.part == "" {
		return b, key
	}
	return b.Bucket(key), []byte(n.part)
}

// Get reads a value as it is stored, or nil. It is valid until the transaction ends.
func (n *Bytes) Get(tx *Tx, key []byte) []byte {
	b, name := n.at(tx, key)
	if b == nil {
		return nil
	}
	return b.Get(name)
}

// Has reports whether there is a value.
func (n *Bytes) Has(tx *Tx, key []byte) bool { return n.Get(tx, key) != nil }

// Put stores a value.
func (n *Bytes) Put(tx *Tx, key, value []byte) {
	b, err := tx.CreateBucketIfNotExists([]byte(n.bucket))
	if err == nil && n.part != "" {
		b, err = b.CreateBucketIfNotExists(key)
		key = []byte(n.part)
	}
	if err != nil {
		panic(fmt.Sprintf("making the bucket of %s %x: %v", n.bucket, key, err)) // our own mistake, as in Put
	}
	Put(b, key, value)
}

// Remove removes a value.
func (n *Bytes) Remove(tx *Tx, key []byte) {
	if b, name := n.at(tx, key); b != nil {
		Remove(b, name)
	}
}

// Clear removes the bucket with all its values.
func (n *Bytes) Clear(tx *Tx) error {
	if tx.Bucket([]byte(n.bucket)) == nil {
		return nil
	}
	return tx.DeleteBucket([]byte(n.bucket))
}

// Drop removes one of the buckets in the bucket, with all its parts.
func (n *Bytes) Drop(tx *Tx, key []byte) error { return tx.Bucket([]byte(n.bucket)).DeleteBucket(key) }

// From walks keys and values from a key on, in order. The bucket must not change meanwhile.
func (n *Bytes) From(tx *Tx, key []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		b := tx.Bucket([]byte(n.bucket))
		if b == nil {
			return
		}
		c := b.Cursor()
		for k, v := c.Seek(key); k != nil && yield(k, v); k, v = c.Next() {
		}
	}
}

// Back walks keys and values from the last one back. The bucket must not change meanwhile.
func (n *Bytes) Back(tx *Tx) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		b := tx.Bucket([]byte(n.bucket))
		if b == nil {
			return
		}
		c := b.Cursor()
		for k, v := c.Last(); k != nil && yield(k, v); k, v = c.Prev() {
		}
	}
}

// Keys lists the keys that begin with a prefix, in order. Whoever walks them may change the bucket.
func (n *Bytes) Keys(tx *Tx, prefix []byte) (keys [][]byte) {
	for key := range n.From(tx, prefix) {
		if !bytes.HasPrefix(key, prefix) {
			break
		}
		keys = append(keys, bytes.Clone(key))
	}
	return keys
}

// Last is the last key that begins with a prefix, or nil.
func (n *Bytes) Last(tx *Tx, prefix []byte) []byte {
	b := tx.Bucket([]byte(n.bucket))
	if b == nil {
		return nil
	}
	if k := b.Cursor().before(behind(prefix)); bytes.HasPrefix(k, prefix) {
		return bytes.Clone(k)
	}
	return nil
}

// behind is the first key after all that begin with a prefix, or nil if there is none.
func behind(prefix []byte) []byte {
	next := bytes.Clone(prefix)
	for i := len(next) - 1; i >= 0; i-- {
		if next[i]++; next[i] != 0 {
			return next[:i+1]
		}
	}
	return nil
}

// RemoveBefore removes the values whose keys are below a key.
func (n *Bytes) RemoveBefore(tx *Tx, key []byte) {
	var old [][]byte
	for k := range n.From(tx, nil) {
		if bytes.Compare(k, key) >= 0 {
			break
		}
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		n.Remove(tx, k)
	}
}

// InOrder fills pages to the end, in this transaction, for values that come in the order of their keys.
func (n *Bytes) InOrder(tx *Tx) { tx.Bucket([]byte(n.bucket)).Append() }

// Table is a bucket of records of one kind, owned as Bytes are.
type Table[V any] struct {
	Bytes
	packed bool
}

// Records declares a table whose records are stored as JSON.
func Records[V any](bucket string) *Table[V] { return RecordsAt[V](Values(bucket)) }

// Packed declares a table whose records are compressed.
func Packed[V any](bucket string) *Table[V] { return PackedAt[V](Values(bucket)) }

// RecordsAt is Records for a part.
func RecordsAt[V any](at Bytes) *Table[V] { return &Table[V]{at, false} }

// PackedAt is Packed for a part.
func PackedAt[V any](at Bytes) *Table[V] { return &Table[V]{at, true} }

// Get reads a record; found is false if there is none.
func (t *Table[V]) Get(tx *Tx, key []byte) (v V, found bool) {
	b, name := t.at(tx, key)
	found = b != nil && decode(b, name, t.packed, &v)
	return v, found
}

// Raw reads a record as it is stored, or nil. It is valid until the transaction ends.
func (t *Table[V]) Raw(tx *Tx, key []byte) []byte { return t.Bytes.Get(tx, key) }

// Put stores a record, and returns it as it is stored.
func (t *Table[V]) Put(tx *Tx, key []byte, v V) (raw []byte) {
	if raw = MustJSON(v); t.packed {
		raw = Pack(raw)
	}
	t.Bytes.Put(tx, key, raw)
	return raw
}

// Each walks the records whose keys begin with a prefix, in order. Whoever walks them may change the bucket.
func (t *Table[V]) Each(tx *Tx, prefix []byte) iter.Seq2[[]byte, V] {
	return func(yield func(key []byte, v V) bool) {
		for _, key := range t.Keys(tx, prefix) {
			if v, found := t.Get(tx, key); found && !yield(key, v) {
				return
			}
		}
	}
}

// Carry copies the wanted records from another store.
func (t *Table[V]) Carry(tx, from *Tx, wanted func(key []byte, v V) bool) {
	for key, v := range t.Each(from, nil) {
		if wanted(key, v) {
			t.Bytes.Put(tx, key, t.Raw(from, key))
		}
	}
}

// All reads the records whose keys begin with a prefix, in order.
func (t *Table[V]) All(tx *Tx, prefix []byte) (all []V) {
	for _, v := range t.Each(tx, prefix) {
		all = append(all, v)
	}
	return all
}
