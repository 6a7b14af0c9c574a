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

// Whose says for whom a limit is counted.
type Whose string

// TheWorld counts for the whole world.
const TheWorld Whose = ""

// OfRealm counts for a realm.
func OfRealm(number int) Whose { return Whose(fmt.Sprintf(" realm %d", number)) }

// OfMail counts for an address. The counter does not reveal which.
func OfMail(mail string) Whose {
	return Whose(fmt.Sprintf(" mail %x", sha256.Sum256([]byte(address.Folded(mail)))))
}

// Counters have the number of their hour, day or week, and a name as their key. Each kind has a bucket.
var hours, days, weeks = store.Values("counters"), store.Values("days"), store.Values("weeks")

// Word is the part of it for one word: requests with one word do not use up what others have.
func (of Whose) Word(word string) Whose { return of + Whose(" word "+word) }

// Proven is the part of it for letters that are proven by a signature or a password. Anybody can write the other
// letters, in anybody's name, so they use up nothing of it.
func (of Whose) Proven() Whose { return of + " proven" }

// counter returns where a limit's counter is. Days are by UTC.
func (l Limit) counter(now time.Time, of Whose) (in store.Bytes, key []byte) {
	row := rows[l]
	in = hours
	switch row.Per {
	case Day:
		in = days
	case Week:
		in = weeks
	}
	return in, append(store.U64(uint64(now.Unix()/int64(row.Per.Seconds()))), row.Name+string(of)...)
}

// Counted returns the count of this hour, or of today.
func (l Limit) Counted(tx *store.Tx, now time.Time, of Whose) int {
	in, key := l.counter(now, of)
	if v := in.Get(tx, key); len(v) == 4 {
		return int(binary.BigEndian.Uint32(v))
	}
	return 0
}

// Count counts one more, and returns the new count. Counters of other hours, or days, are dropped.
func (l Limit) Count(tx *store.Tx, now time.Time, of Whose) int {
	in, key := l.counter(now, of)
	n := l.Counted(tx, now, of) + 1
	dropBefore(tx, in, key[:8])
	in.Put(tx, key, store.U32(n))
	return n
}

// Allow counts one more, and reports whether that is within the limit.
func (l Limit) Allow(tx *store.Tx, now time.Time, of Whose) bool {
	return l.Count(tx, now, of) <= l.Most()
}

// Room reports whether this many more would be within the limit. It counts nothing.
func (l Limit) Room(tx *store.Tx, now time.Time, of Whose, more int) bool {
	return l.Counted(tx, now, of)+more <= l.Most()
}

// Told counts something that is reported one by one up to the limit, then once as "more", and then no longer. tell
// says whether it is to be reported now, and more whether as "more".
func (l Limit) Told(tx *store.Tx, now time.Time) (tell, more bool) {
	n := l.Count(tx, now, TheWorld)
	return n <= l.Most()+1, n > l.Most()
}

// dropBefore removes counters of earlier hours or days.
func dropBefore(tx *store.Tx, in store.Bytes, period []byte) {
	var old [][]byte
	for k := range in.From(tx, nil) {
		if bytes.Equal(k[:8], period) {
			break
		}
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		in.Remove(tx, k)
	}
}
