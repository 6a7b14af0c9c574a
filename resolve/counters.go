package resolve

import (
	"bytes"
	"encoding/binary"
	"time"

	"go.etcd.io/bbolt"
)

// The limits, each an hour and realm.
const (
	answersAnHour = 20 // further letters are taken, not answered
	alarmsAnHour  = 3  // letters that tell of wrong passwords
	guessesAnHour = 30 // wrong passwords from one unregistered address; then those from there are not tried
)

func counterKey(now time.Time, realm int, name string) []byte {
	return append(append(u64(uint64(now.Unix()/3600)), u32(realm)...), name...)
}

// count reads what has happened in this hour.
func count(tx *bbolt.Tx, now time.Time, realm int, name string) int {
	if v := tx.Bucket(countersBucket).Get(counterKey(now, realm, name)); len(v) == 4 {
		return int(binary.BigEndian.Uint32(v))
	}
	return 0
}

// allow counts one more and tells whether it is within the limit. Counters of
// other hours are dropped.
func allow(tx *bbolt.Tx, now time.Time, realm int, name string, limit int) bool {
	n := count(tx, now, realm, name) + 1
	b, key := tx.Bucket(countersBucket), counterKey(now, realm, name)
	var old [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && !bytes.Equal(k[:8], key[:8]); k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		remove(b, k)
	}
	put(b, key, u32(n))
	return n <= limit
}
