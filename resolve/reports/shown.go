package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"weltentor/resolve/store"
)

// shown has for each realm what its reports have shown so far. It is made with the first of a game that counts.
var shown = store.Values("shown")

// stampSize is the length of a stamp.
const stampSize = 4 + 8

// stampOf names a report: its turn, and the beginning of its sum. A record begins with the stamp of its last report, so
// that it never counts for another.
func stampOf(turn int, packed []byte) []byte {
	sum := sha256.Sum256(packed)
	return append(store.U32(turn), sum[:stampSize-4]...)
}

// ForgetShown forgets what a realm was shown, as with another player: the next report is whole.
func ForgetShown(tx *store.Tx, realm int) { shown.Remove(tx, store.U32(realm)) }

// Shown has for each realm what its reports have shown so far, for game.ReadShown. It lacks realms whose next report is
// whole, as nothing is stored, or not of the realm's newest report.
func Shown(tx *store.Tx) map[int][]byte {
	out := map[int][]byte{}
	EachShown(tx, func(realm, turn int, shown []byte, of bool) {
		if of && turn == Newest(tx, realm) {
			out[realm] = bytes.Clone(shown)
		}
	})
	return out
}

// EachShown visits the records: the turn of the realm's last report that was counted, what was shown up to then, and
// whether it is of that very report.
func EachShown(tx *store.Tx, see func(realm, turn int, shown []byte, of bool)) {
	for _, key := range shown.Keys(tx, nil) {
		realm, raw := int(binary.BigEndian.Uint32(key)), shown.Get(tx, key)
		if len(raw) < stampSize {
			see(realm, 0, nil, false)
			continue
		}
		turn := int(binary.BigEndian.Uint32(raw))
		stamp := stampOf(turn, rows.Get(tx, store.Pair(turn, realm)))
		see(realm, turn, raw[stampSize:], bytes.Equal(raw[:stampSize], stamp))
	}
}
