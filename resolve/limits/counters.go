package limits

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/store"
)

// Whose is whom a limit is counted for.
type Whose string

const TheWorld Whose = ""

func OfRealm(number int) Whose { return Whose(fmt.Sprintf(" realm %d", number)) }

// OfMail is of an address; what is counted need not tell which.
func OfMail(mail string) Whose {
	return Whose(fmt.Sprintf(" mail %x", sha256.Sum256([]byte(address.Folded(mail)))))
}

var daysBucket = []byte("days")

// Word is a part of it: what one word asks for uses up nothing of another's.
func (of Whose) Word(word string) Whose { return of + Whose(" word "+word) }

// Proven is its part for letters that a signature or a password proves. Anybody can write the others, in
// anybody's name: they use up nothing of it.
func (of Whose) Proven() Whose { return of + " proven" }

// counter is where a limit's counter stands: hours in one bucket, days, by UTC, in
// another.
func (l Limit) counter(now time.Time, of Whose) (bucket, key []byte) {
	row := rows[l]
	bucket = store.CountersBucket
	if row.Per == Day {
		bucket = daysBucket
	}
	return bucket, append(store.U64(uint64(now.Unix()/int64(row.Per.Seconds()))), row.Name+string(of)...)
}

// Counted reads what has happened in this hour, or today.
func (l Limit) Counted(tx *store.Tx, now time.Time, of Whose) int {
	bucket, key := l.counter(now, of)
	if b := tx.Bucket(bucket); b != nil {
		if v := b.Get(key); len(v) == 4 {
			return int(binary.BigEndian.Uint32(v))
		}
	}
	return 0
}

// Count counts one more, and tells the how manieth it is. Counters of other hours,
// or days, are dropped.
func (l Limit) Count(tx *store.Tx, now time.Time, of Whose) int {
	bucket, key := l.counter(now, of)
	b, err := tx.CreateBucketIfNotExists(bucket)
	if err != nil {
		panic(fmt.Sprintf("counting %s: %v", rows[l].Name, err)) // our own mistake, as in put
	}
	n := l.Counted(tx, now, of) + 1
	dropBefore(b, key[:8])
	store.Put(b, key, store.U32(n))
	return n
}

// Allow is next, and tells whether that is within the limit.
func (l Limit) Allow(tx *store.Tx, now time.Time, of Whose) bool {
	return l.Count(tx, now, of) <= l.Most()
}

// Room tells whether so many more are within the limit; it counts nothing.
func (l Limit) Room(tx *store.Tx, now time.Time, of Whose, more int) bool {
	return l.Counted(tx, now, of)+more <= l.Most()
}

// Told is for what is told one by one up to the limit, then once that there is
// more, then no more: first whether it is told at all, then whether as more.
func (l Limit) Told(tx *store.Tx, now time.Time) (tell, more bool) {
	n := l.Count(tx, now, TheWorld)
	return n <= l.Most()+1, n > l.Most()
}

// dropBefore removes what was counted for other times.
func dropBefore(b *store.Bucket, period []byte) {
	var old [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && !bytes.Equal(k[:8], period); k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		store.Remove(b, k)
	}
}
