package resolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"weltentor/resolve/store"
)

// whose is whom a limit is counted for.
type whose string

const theWorld whose = ""

func ofRealm(number int) whose { return whose(fmt.Sprintf(" realm %d", number)) }

// ofMail is of an address; what is counted need not tell which.
func ofMail(mail string) whose {
	return whose(fmt.Sprintf(" mail %x", sha256.Sum256([]byte(strings.ToLower(mail)))))
}

var daysBucket = []byte("days")

// counter is where a limit's counter stands: hours in one bucket, days, by UTC, in
// another.
func (l Limit) counter(now time.Time, of whose) (bucket, key []byte) {
	row := limits[l]
	bucket = countersBucket
	if row.Per == day {
		bucket = daysBucket
	}
	return bucket, append(u64(uint64(now.Unix()/int64(row.Per.Seconds()))), row.Name+string(of)...)
}

// count reads what has happened in this hour, or today.
func (l Limit) count(tx *store.Tx, now time.Time, of whose) int {
	bucket, key := l.counter(now, of)
	if b := tx.Bucket(bucket); b != nil {
		if v := b.Get(key); len(v) == 4 {
			return int(binary.BigEndian.Uint32(v))
		}
	}
	return 0
}

// next counts one more, and tells the how manieth it is. Counters of other hours,
// or days, are dropped.
func (l Limit) next(tx *store.Tx, now time.Time, of whose) int {
	bucket, key := l.counter(now, of)
	b, err := tx.CreateBucketIfNotExists(bucket)
	if err != nil {
		panic(fmt.Sprintf("counting %s: %v", limits[l].Name, err)) // our own mistake, as in put
	}
	n := l.count(tx, now, of) + 1
	dropBefore(b, key[:8])
	put(b, key, u32(n))
	return n
}

// allow is next, and tells whether that is within the limit.
func (l Limit) allow(tx *store.Tx, now time.Time, of whose) bool {
	return l.next(tx, now, of) <= l.Most()
}

// Allow counts one more for the whole world, and tells whether it is within the
// limit.
func (o *Office) Allow(l Limit, now time.Time) (within bool, err error) {
	err = o.disk.update(func(tx *store.Tx) error {
		within = l.allow(tx, now, theWorld)
		return nil
	})
	return within, err
}

// told is for what is told one by one up to the limit, then once that there is
// more, then no more: first whether it is told at all, then whether as more.
func (l Limit) told(tx *store.Tx, now time.Time) (tell, more bool) {
	n := l.next(tx, now, theWorld)
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
		remove(b, k)
	}
}
