package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/wording"
)

// sumSize is the length of a checksum, which follows the value.
const sumSize = 4

// summed adds a name to a checksum, with its length, so that two names in a row differ from any other two.
func summed(sum uint32, name []byte) uint32 {
	sum = crc32.Update(sum, copies.Castagnoli, []byte{byte(len(name) >> 8), byte(len(name))})
	return crc32.Update(sum, copies.Castagnoli, name)
}

func (b *Bucket) sumOf(key, value []byte) uint32 {
	return crc32.Update(summed(b.sum, key), copies.Castagnoli, value)
}

func (b *Bucket) sealed(key, value []byte) []byte {
	out := make([]byte, 0, len(value)+sumSize)
	return binary.BigEndian.AppendUint32(append(out, value...), b.sumOf(key, value))
}

// opened is a value without its checksum. It panics with *Damage if that is wrong.
func (b *Bucket) opened(key, sealed []byte) []byte {
	value, ok := b.checked(key, sealed)
	readValues.Add(1)
	readBytes.Add(int64(len(sealed)))
	if !ok {
		panic(b.damage(key))
	}
	return value
}

func (b *Bucket) checked(key, sealed []byte) (value []byte, ok bool) {
	end := len(sealed) - sumSize
	if end < 0 {
		return nil, false
	}
	return sealed[:end:end], binary.BigEndian.Uint32(sealed[end:]) == b.sumOf(key, sealed[:end])
}

var readValues, readBytes atomic.Int64

// Read is how many values, with how many bytes, this process has read from all stores. That is what a call costs,
// whatever else the machine does.
func Read() (values, bytes int64) { return readValues.Load(), readBytes.Load() }

// Damage says that a value is not what was stored.
type Damage struct{ Bucket, Key string }

// Error says it in English.
func (d *Damage) Error() string { return d.In(phrase.En) }

// In says it in a language: what the value is to people, and where it is.
func (d *Damage) In(lang phrase.Lang) string {
	words, bucket := wording.Words(lang), d.Bucket
	bucket, _, _ = strings.Cut(bucket, "/")
	what := "stored." + bucket
	if !words.Has(what) {
		what = "stored.other"
	}
	return words.Say(phrase.P("damaged-value", phrase.Key("what", what), phrase.Str("bucket", d.Bucket),
		phrase.Str("key", d.Key)))
}

func (b *Bucket) damage(key []byte) *Damage { return &Damage{b.path(), shown(key)} }

// path is the names of the buckets on the way to this one, and its own.
func (b *Bucket) path() string {
	if b.in == nil {
		return shown(b.name)
	}
	return b.in.path() + "/" + shown(b.name)
}

// shown is a key for people: text as it is, one or two numbers as numbers, everything else in hex.
func shown(key []byte) string {
	text := len(key) > 0 && strings.IndexFunc(string(key), func(r rune) bool { return r < ' ' || r > '~' }) < 0
	switch {
	case text:
		return string(key)
	case len(key) == 4:
		return fmt.Sprint(binary.BigEndian.Uint32(key))
	case len(key) == 8:
		return fmt.Sprintf("%d.%d", binary.BigEndian.Uint32(key), binary.BigEndian.Uint32(key[4:]))
	}
	return hex.EncodeToString(key)
}

// Wrong yields everything that is wrong with the store on the disk: first its values, then its pages. An engine
// without a file checks its own pages.
func (tx *Tx) Wrong() iter.Seq[error] {
	return func(yield func(error) bool) {
		if tx.raw != nil {
			if err := copies.Treed(tx.raw); err != nil {
				yield(err)
				return
			}
		}
		for r := range tx.rows(nil) { // a page that cannot be read is met here, see below
			if !r.sound() && !yield(r.b.damage(r.key)) {
				return
			}
		}
		if tx.raw == nil {
			return
		}
		// bbolt checks on a goroutine of its own, whose panics nobody can catch. It ends only when all its errors were
		// read.
		more := true
		for err := range tx.raw.Check() {
			more = more && yield(fmt.Errorf("page: %w", err))
		}
	}
}

// row is a key as it is stored in its bucket.
type row struct {
	b           *Bucket  // nil: the key is that of a bucket that is in no other
	way         [][]byte // names of the buckets that it is in, the outermost first
	key, stored []byte
	bucket      bool // the key is that of a bucket, whose rows follow
}

// sound reports whether the row is a bucket or has the right checksum.
func (r row) sound() bool {
	if r.bucket {
		return true
	}
	_, ok := r.b.checked(r.key, r.stored)
	return ok
}

// rows goes through all that is stored, in order, but for one of the outermost buckets. If a bucket is missing where one
// should be, it yields a row without a value, which no check accepts.
func (tx *Tx) rows(but []byte) iter.Seq[row] {
	return func(yield func(row) bool) {
		c := tx.keys.Range()
		for name, _ := c.First(); name != nil; name, _ = c.Next() {
			if bytes.Equal(name, but) {
				continue
			}
			r := row{b: &Bucket{name: name}}
			b := tx.Bucket(name)
			if b != nil {
				r = row{key: name, bucket: true}
			}
			if !yield(r) || b != nil && !b.rows([][]byte{name}, yield) {
				return
			}
		}
	}
}

func (b *Bucket) rows(way [][]byte, yield func(row) bool) (more bool) {
	c := b.keys.Range()
	for key, stored := c.First(); key != nil; key, stored = c.Next() {
		var in *Bucket
		if stored == nil {
			in = b.Bucket(key)
		}
		if !yield(row{b, way, key, stored, in != nil}) {
			return false
		}
		if in != nil && !in.rows(slices.Concat(way, [][]byte{key}), yield) {
			return false
		}
	}
	return true
}
