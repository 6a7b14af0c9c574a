package chronicle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// shownBucket has for each realm what its reports have shown so far. It is made with the first of a game that counts.
var shownBucket = []byte("shown")

// Written is a report as it is stored.
type Written struct {
	Report []byte // packed
	Shown  []byte // what the realm's reports have shown, up to and with this one; nil: the game does not count that
}

// Writer writes the reports of an outcome for one goroutine: each is good until the next. It counts them against what the
// realm was shown before, as Shown returns it, and returns what it was shown then.
func Writer(outcome game.Outcome) func(realm int, before []byte) (rep game.Report, shown []byte) {
	by := game.Scribe(outcome)
	if s, ok := outcome.(game.Scribed); ok {
		by = s.Scribe()
	}
	return func(realm int, before []byte) (game.Report, []byte) {
		brief, _ := by.(game.Brief)
		return counted(brief, by.Report, realm, before)
	}
}

// counted writes a report: briefly if the game does so, otherwise whole.
func counted(brief game.Brief, whole func(realm int) game.Report, realm int, before []byte) (game.Report, []byte) {
	if brief == nil {
		return whole(realm), nil
	}
	shown, err := game.ReadShown(before)
	if err != nil {
		shown = new(game.Shown)
	}
	rep := brief.Since(realm, shown)
	return rep, shown.Bytes()
}

// Welcome is a realm's report 0 as it is stored, with the story of the world.
func Welcome(world game.World, realm int) (w Written, err error) {
	err = store.Guarded(func() {
		brief, _ := world.(game.Brief)
		rep, shown := counted(brief, world.Welcome, realm, nil)
		w = Written{store.Pack(AppendReport(nil, Opened(rep))), shown}
	})
	return w, err
}

// Put stores a realm's report of a turn, and what its reports have shown. 0 is its welcome.
func (w Written) Put(tx *store.Tx, turn, realm int) error {
	store.Put(tx.Bucket(store.ReportsBucket), store.Pair(turn, realm), w.Report)
	if w.Shown == nil {
		return nil
	}
	b, err := tx.CreateBucketIfNotExists(shownBucket)
	if err != nil {
		return fmt.Errorf("keeping what realm %d was shown: %w", realm, err)
	}
	store.Put(b, store.U32(realm), append(stampOf(turn, w.Report), w.Shown...))
	return nil
}

// stampSize is the length of a stamp.
const stampSize = 4 + 8

// stampOf names a report: its turn, and the beginning of its sum. A record begins with the stamp of its last report, so
// that it never counts for another.
func stampOf(turn int, packed []byte) []byte {
	sum := sha256.Sum256(packed)
	return append(store.U32(turn), sum[:stampSize-4]...)
}

// ForgetShown forgets what a realm was shown, as with another player: the next report is whole.
func ForgetShown(tx *store.Tx, realm int) {
	if b := tx.Bucket(shownBucket); b != nil {
		store.Remove(b, store.U32(realm))
	}
}

// Shown has for each realm what its reports have shown so far, for game.ReadShown. It lacks realms whose next report is
// whole, as nothing is stored, or not of the realm's newest report.
func Shown(tx *store.Tx) map[int][]byte {
	out := map[int][]byte{}
	eachShown(tx, func(realm, turn int, shown []byte, of bool) {
		if of && turn == Newest(tx, realm) {
			out[realm] = bytes.Clone(shown)
		}
	})
	return out
}

// eachShown visits the records: the turn of the realm's last report that was counted, what was shown up to then, and
// whether it is of that very report.
func eachShown(tx *store.Tx, see func(realm, turn int, shown []byte, of bool)) {
	b := tx.Bucket(shownBucket)
	if b == nil {
		return
	}
	for key := range store.KeysOf(b) {
		realm, raw := int(binary.BigEndian.Uint32(key)), b.Get(key)
		if len(raw) < stampSize {
			see(realm, 0, nil, false)
			continue
		}
		turn := int(binary.BigEndian.Uint32(raw))
		packed := tx.Bucket(store.ReportsBucket).Get(store.Pair(turn, realm))
		see(realm, turn, raw[stampSize:], bytes.Equal(raw[:stampSize], stampOf(turn, packed)))
	}
}

// verifyShown checks that what realms were shown can be read, and is of reports that are there.
func (v *verifier) verifyShown() {
	eachShown(v.tx, func(realm, turn int, shown []byte, of bool) {
		if _, err := game.ReadShown(shown); err != nil {
			v.wrong("realm %d: %v", realm, err)
		} else if !of {
			v.wrong("realm %d: the record of what it was shown is not of its report of turn %d", realm, turn)
		}
	})
}
