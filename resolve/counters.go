package resolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// The limits, each an hour and realm.
const (
	answersAnHour = 20 // further letters are taken, not answered
	alarmsAnHour  = 3  // letters that tell of wrong passwords
	guessesAnHour = 30 // wrong passwords from one unregistered address; then those from there are not tried
)

// The limits of self-service an hour and realm; answers count among answersAnHour, too.
const (
	servicesAnHour = 8
	reportsAnHour  = 4 // they may be large
)

// answersToOne is how many answers one address gets in an hour, whichever realms
// they are about: no letter of others can make us fill a mailbox.
const answersToOne = 3 * answersAnHour

func answersTo(mail string) string {
	return fmt.Sprintf("answers to %x", sha256.Sum256([]byte(strings.ToLower(mail))))
}

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
	dropBefore(b, key[:8])
	put(b, key, u32(n))
	return n <= limit
}

var daysBucket = []byte("days")

func dayKey(now time.Time, name string) []byte {
	return append(u64(uint64(now.Unix()/86400)), name...)
}

// countDay reads what has happened today, by UTC.
func countDay(tx *bbolt.Tx, now time.Time, name string) int {
	if b := tx.Bucket(daysBucket); b != nil {
		if v := b.Get(dayKey(now, name)); len(v) == 4 {
			return int(binary.BigEndian.Uint32(v))
		}
	}
	return 0
}

// allowDay is allow for a day and the whole world.
func allowDay(tx *bbolt.Tx, now time.Time, name string, limit int) (bool, error) {
	b, err := tx.CreateBucketIfNotExists(daysBucket)
	if err != nil {
		return false, fmt.Errorf("counting a day: %w", err)
	}
	n, key := countDay(tx, now, name)+1, dayKey(now, name)
	dropBefore(b, key[:8])
	put(b, key, u32(n))
	return n <= limit, nil
}

// dropBefore removes what was counted for earlier times.
func dropBefore(b *bbolt.Bucket, period []byte) {
	var old [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && !bytes.Equal(k[:8], period); k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		remove(b, k)
	}
}
