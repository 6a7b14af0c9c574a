package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"weltentor/resolve/store/faults"
)

// U32 is a number as part of a key: four bytes, big-endian.
func U32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// U64 is a number as part of a key: eight bytes, big-endian.
func U64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Pair is two numbers as a key, such as a turn and a realm.
func Pair(a, b int) []byte { return append(U32(a), U32(b)...) }

// Put stores in a writable transaction. Only mistakes of ours can fail there, such as an empty key or one that is too
// long.
func Put(b *Bucket, key, value []byte) {
	if err := b.Put(key, value); err != nil {
		panic(fmt.Sprintf("storing %x: %v", key, err))
	}
}

// Remove removes a key. An error is our own mistake, and panics.
func Remove(b *Bucket, key []byte) {
	if err := b.Delete(key); err != nil {
		panic(fmt.Sprintf("removing %x: %v", key, err))
	}
}

// PutJSON stores a value as JSON.
func PutJSON[T any](b *Bucket, key []byte, v T) { Put(b, key, MustJSON(v)) }

// MustJSON returns a value as JSON. It panics if that is impossible.
func MustJSON[T any](v T) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("encoding %T: %v", v, err))
	}
	return raw
}

// Undecoded is the panic about a record whose checksum is right, and which cannot be read as one of its kind: a mistake
// of ours, or a change by hand. The transaction that reads it ends with ErrDamaged, see Readable. The store is whole.
type Undecoded struct {
	What string
	Why  error
}

func (u *Undecoded) fault() error {
	return fmt.Errorf("%w: %s: %v", faults.ErrDamaged, u.What, u.Why)
}

// Readable calls f, and returns ErrDamaged if f reads a record that cannot be decoded. It is for who can go on without
// that record; for all others the transaction ends so.
func Readable(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Undecoded:
			err = p.fault()
		default:
			if ofStore(p) { // only here the stack shows it
				p = &broken{p}
			}
			panic(p)
		}
	}()
	f()
	return nil
}

// GetJSON reads a value; found is false if there is none. If it cannot be read as one of its kind, it panics with
// *Undecoded.
func GetJSON[T any](b *Bucket, key []byte) (v T, found bool) {
	found = decode(b, key, false, &v)
	return v, found
}

// decode is GetJSON, also for compressed values.
func decode(b *Bucket, key []byte, packed bool, into any) (found bool) {
	raw := b.Get(key)
	if raw == nil {
		return false
	}
	var wrong error
	if packed {
		raw, wrong = Unpack(raw)
	}
	if wrong == nil {
		wrong = json.Unmarshal(raw, into)
	}
	if wrong != nil {
		panic(&Undecoded{fmt.Sprintf("key %x", key), wrong})
	}
	return true
}

// Digests keep what was read of a table's records, by their content. So a record is decoded once, whatever its key.
type Digests[V, D any] struct {
	table *Table[V]
	of    func(V) D
	known map[[sha256.Size]byte]D
}

// mostDigests is how many are kept; then all are forgotten together.
const mostDigests = 1 << 15

// NewDigests returns an empty memory of a table. of makes the digest of a record.
func NewDigests[V, D any](table *Table[V], of func(V) D) *Digests[V, D] {
	return &Digests[V, D]{table, of, map[[sha256.Size]byte]D{}}
}

// Get reads a record as the table does, but returns what is kept of it.
func (d *Digests[V, D]) Get(tx *Tx, key []byte) (digest D, found bool) {
	raw := d.table.Raw(tx, key)
	if raw == nil {
		return digest, false
	}
	sum := sha256.Sum256(raw)
	if digest, found = d.known[sum]; found {
		return digest, true
	}
	v, _ := d.table.Get(tx, key)
	if len(d.known) >= mostDigests {
		clear(d.known)
	}
	digest = d.of(v)
	d.known[sum] = digest
	return digest, true
}

// KeysOf walks the keys of a bucket that does not change meanwhile.
func KeysOf(b *Bucket) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		c := b.Cursor()
		for k, _ := c.First(); k != nil && yield(k); k, _ = c.Next() {
		}
	}
}
