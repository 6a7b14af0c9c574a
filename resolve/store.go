package resolve

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"

	"go.etcd.io/bbolt"
)

// Schema is the version of what follows. Numbers in keys are big-endian, so
// that keys sort as what they stand for; values marked z are zstd frames with a
// checksum.
//
//	meta      schema, turn: u32; generation, serial: u64; rulebook: text;
//	          seed: 16 bytes; founded: JSON founding; pause, mailbox: JSON, if any;
//	          sending: JSON []slot; no null sender: JSON nullRefusal;
//	          met imap, met smtp: JSON time: when that server answered for the first time;
//	          mark: JSON MailboxMark: what is known of the world's mark in its mailbox, if any;
//	          letters by state: JSON map of numbers: how many letters of the outbox;
//	          room: zeros, there for a moment only, see Rehearse
//	turns     turn u32 → bucket, made when the turn begins to await orders:
//	            before  z  the state that awaits orders, with all joins so far
//	            opened     JSON opening: since when, and the sum the turn before left
//	            timing     JSON timing: what moved its deadline, who was reminded, if any
//	          and, when it is resolved:
//	            record     JSON turnRecord: rules, tables, seed, sums, hash, settings
//	            events  z  see encode.go
//	            notices z  JSON []game.Notice
//	joins     turn u32, number u32 → JSON join: who joined while the turn awaited orders,
//	          in order; with the chain of sums from the turn before to its `before`; of those
//	          who joined at once only the last has a sum
//	files     SHA-256 → z data: effective tables and attachments, each once
//	reports   turn u32, realm u32 → z report, see encode.go; turn 0 is the welcome
//	letters   SHA-256 of the raw mail → z JSON letterRecord, passwords scrubbed
//	sheets    turn u32, realm u32 → z JSON sheetRecord: the sheet in force
//	replaced  turn u32, realm u32, serial u64 → z JSON sheetRecord
//	realms    realm u32 → JSON realmRecord
//	outbox    letter u64 → JSON entry
//	drafts    letter u64 → z JSON Draft of a letter that is no report: its text
//	due       unix seconds u64, letter u64 → its kind: what waits to be sent
//	unsettled letter u64 → waiting, retried, held or undelivered: letters of the outbox
//	          that something may still become of, see outbox.settle
//	ids       SHA-256 of a Message-ID, half of it → letter u64; made with the first letter sent
//	notices   number u64 → z JSON Notice: what could not be mailed to the game master
//	news      number u64 → nothing: notices that are not told, or of the turn that awaits orders
//	signatures SHA-256 of a DKIM signature → u32 turn: used by a letter; the bucket is
//	          there from the first one on
//	tokens    SHA-256 → JSON tokenRecord: what players were asked to confirm; made with the first
//	passed    number u64 → JSON passedRecord: what was passed on to the game master; made with the
//	          first; meta has the last number under `passed`
//	mailed    turn u32, realm u32, half a SHA-256 → JSON time: texts mailed to the game master
//	          before their turn; made with the first
//	signups   number u32 → JSON signupRecord: the waiting list; made with the first
//	silent    letters of this turn put away without a word, see silent.go; made with the first
//	days      day u64, name → u32: what happened today; made with the first
//	counters  hour u64, name → u32; hours gone by are dropped
//
// Each value is followed by its checksum, see the package store. Schema 1 had none.
const Schema = 2

var (
	metaBucket     = []byte("meta")
	turnsBucket    = []byte("turns")
	filesBucket    = []byte("files")
	reportsBucket  = []byte("reports")
	lettersBucket  = []byte("letters")
	sheetsBucket   = []byte("sheets")
	replacedBucket = []byte("replaced")
	realmsBucket   = []byte("realms")
	outboxBucket   = []byte("outbox")
	draftsBucket   = []byte("drafts")
	dueBucket      = []byte("due")
	noticesBucket  = []byte("notices")
	countersBucket = []byte("counters")

	unsettledBucket = []byte("unsettled") // since schema 2
	newsBucket      = []byte("news")
	joinsBucket     = []byte("joins")
)

// buckets are those that are always there, the first ones since schema 1.
var (
	firstBuckets = [][]byte{metaBucket, turnsBucket, filesBucket, reportsBucket, lettersBucket, sheetsBucket,
		replacedBucket, realmsBucket, outboxBucket, draftsBucket, dueBucket, noticesBucket, countersBucket}
	buckets = slices.Concat(firstBuckets, [][]byte{unsettledBucket, newsBucket, joinsBucket})
)

// busy is how long a command that writes waits for another one's moment at the
// store, busyReading one that only reads. The longest such moment is the commit of a
// great turn, about a second; a command that was stopped holds it for as long as it
// likes.
const (
	busy        = 30 * time.Second
	busyReading = 5 * time.Second
)

// The files of a world. The settings are read by whoever opens it.
const (
	storeName    = "world.db"
	settingsName = "world.toml"
)

func (st *Store) path() string { return filepath.Join(st.dir, storeName) }

// Store is the store of a world directory. It is opened only for the moment of a call.
type Store struct {
	dir      string
	rulebook string // of the world; "": not known yet
	kept     int    // how many copies from before turns are; 0: five

	lock   *DirLock // that this command holds; nil: none is needed
	damage error    // met before: nothing is tried again
	spare  int      // pages that were free after the last change; 0: not known
}

// openWorld opens the store of a world directory, has it looked at, and gives it. One of
// an older schema is raised to the present one before, see raise, and a packed copy
// unpacked, see restored; nothing else is changed on the disk.
func openWorld(dir string, kept int, look func(*store.Tx) error) (*Store, error) {
	st := &Store{dir: dir, kept: kept}
	if err := st.restored(); err != nil {
		return nil, st.cured(err)
	}
	if _, err := whole(st.path()); err != nil {
		return nil, st.cured(err)
	}
	if err := privateWorld(dir); err != nil {
		return nil, err
	}
	err := st.view(look)
	if errors.Is(err, errOld) {
		if err = st.raise(); err == nil {
			err = st.view(look)
		}
	}
	return st, err
}

// view opens the store for reading, for the time of f.
func (st *Store) view(f func(*store.Tx) error) error {
	return st.open(true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			tx := store.In(raw)
			if err := st.fits(tx); err != nil {
				return err
			}
			return f(tx)
		})
	})
}

// update opens the store for one transaction: all of f, or nothing.
func (st *Store) update(f func(*store.Tx) error) error {
	return st.open(false, func(db *bbolt.DB) error {
		err := db.Update(func(raw *bbolt.Tx) error {
			tx := store.In(raw)
			if err := st.lock.stands(); err != nil {
				return err
			}
			if err := st.fits(tx); err != nil {
				return err
			}
			bump(tx, "generation")
			return f(tx)
		})
		if err == nil {
			stats := db.Stats()
			st.spare = stats.FreePageN + stats.PendingPageN
		}
		return err
	})
}

// fits refuses a store of a newer schema, of another rulebook, or half founded.
func (st *Store) fits(tx *store.Tx) error {
	lacks := func(names [][]byte) error {
		for _, name := range names {
			if tx.Bucket(name) == nil {
				return fault(ErrDamaged, "half-written", phrase.Str("path", st.path()), phrase.Str("what", string(name)))
			}
		}
		return nil
	}
	if err := lacks(firstBuckets); err != nil {
		return err
	}
	switch schema := tx.Schema(); {
	case schema > Schema:
		return fmt.Errorf("%w: %s has schema %d, this program reads up to %d", ErrSchema, st.path(), schema, Schema)
	case schema < 1:
		return fault(ErrDamaged, "no-schema", phrase.Str("path", st.path()))
	case schema < Schema:
		return errOld
	}
	if err := lacks(buckets); err != nil {
		return err
	}
	if name := string(tx.Bucket(metaBucket).Get([]byte("rulebook"))); st.rulebook != "" && name != st.rulebook {
		return fault(ErrRulebook, "other-book", phrase.Str("path", st.path()), phrase.Str("name", name), phrase.Str("own", st.rulebook))
	}
	return nil
}

func u32(n int) []byte    { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func u64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func pair(a, b int) []byte { return append(u32(a), u32(b)...) }

// number reads a number of the meta bucket, 0 if it is not there.
func number(tx *store.Tx, name string) uint64 {
	switch v := tx.Bucket(metaBucket).Get([]byte(name)); len(v) {
	case 4:
		return uint64(binary.BigEndian.Uint32(v))
	case 8:
		return binary.BigEndian.Uint64(v)
	}
	return 0
}

// bump counts a number of the meta bucket up and gives it.
func bump(tx *store.Tx, name string) uint64 {
	n := number(tx, name) + 1
	put(tx.Bucket(metaBucket), []byte(name), u64(n))
	return n
}

// put stores in a writable transaction, where only our own mistakes (an empty
// or oversized key) can fail.
func put(b *store.Bucket, key, value []byte) {
	if err := b.Put(key, value); err != nil {
		panic(fmt.Sprintf("storing %x: %v", key, err))
	}
}

func remove(b *store.Bucket, key []byte) {
	if err := b.Delete(key); err != nil {
		panic(fmt.Sprintf("removing %x: %v", key, err))
	}
}

func putJSON[T any](b *store.Bucket, key []byte, v T) { put(b, key, mustJSON(v)) }

func mustJSON[T any](v T) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("encoding %T: %v", v, err))
	}
	return raw
}

// getJSON reads a value; found is false if there is none.
func getJSON[T any](b *store.Bucket, key []byte) (v T, found bool, err error) {
	raw := b.Get(key)
	if raw == nil {
		return v, false, nil
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, false, fmt.Errorf("%w: key %x: %v", ErrDamaged, key, err)
	}
	return v, true, nil
}

// getPacked is getJSON of a compressed value.
func getPacked[T any](b *store.Bucket, key []byte) (v T, found bool, err error) {
	packed := b.Get(key)
	if packed == nil {
		return v, false, nil
	}
	raw, err := unpack(packed)
	if err == nil {
		err = json.Unmarshal(raw, &v)
	}
	if err != nil {
		return v, false, fmt.Errorf("%w: key %x: %v", ErrDamaged, key, err)
	}
	return v, true, nil
}

// keys walks the keys of a bucket that does not change meanwhile.
func keys(b *store.Bucket) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		c := b.Cursor()
		for k, _ := c.First(); k != nil && yield(k); k, _ = c.Next() {
		}
	}
}
