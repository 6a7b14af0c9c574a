package logbook

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"weltentor/resolve/store"
)

// SilentStatus counts letters of this turn that were put away without an answer to anybody, for one reason.
type SilentStatus struct {
	Reason  string         `json:"reason"` // a mark of automatic mail, such as X-Loop; otherwise "stranger" or "limit"
	Count   int            `json:"count"`
	Letters []SilentLetter `json:"letters,omitempty"` // the newest of them, oldest first
}

// SilentLetter is one of them.
type SilentLetter struct {
	MessageID string    `json:"message_id,omitempty"`
	From      string    `json:"from,omitempty"`
	Why       string    `json:"why"` // the mark with its value; otherwise the letter's fate
	At        time.Time `json:"at"`
}

// Reasons other than marks of automatic mail.
const (
	OfStrangers = "stranger" // the sender is unknown, and asks for nothing that strangers get
	OverLimit   = "limit"    // it would have been answered, but a limit was reached (Limits)
)

// SilentKept is how many such letters of a turn are listed one by one.
const SilentKept = 100

// silentBucket: turn u32, 0, reason → JSON number of letters; turn u32, 1, number u64 → JSON silentRecord, the last
// SilentKept of them. Entries of other turns are dropped.
var silentBucket = []byte("silent")

type silentRecord struct {
	SilentLetter
	Reason string `json:"reason"`
}

// Put counts a letter of a turn that was put away for a reason, and lists it.
func (l SilentLetter) Put(tx *store.Tx, turn int, reason string) error {
	b, err := tx.CreateBucketIfNotExists(silentBucket)
	if err != nil {
		return fmt.Errorf("noting a letter put away: %w", err)
	}
	prefix := store.U32(turn)
	for k, _ := b.Cursor().First(); k != nil && !bytes.HasPrefix(k, prefix); k, _ = b.Cursor().First() {
		store.Remove(b, bytes.Clone(k))
	}
	key := silentKey(turn, 0, []byte(reason))
	n, _, err := store.GetJSON[int](b, key)
	if err != nil {
		return err
	}
	store.PutJSON(b, key, n+1)
	letters := silentKey(turn, 1, nil)
	serial := uint64(1)
	if last, _ := b.Cursor().Last(); bytes.HasPrefix(last, letters) {
		serial = binary.BigEndian.Uint64(last[len(letters):]) + 1
	}
	store.PutJSON(b, silentKey(turn, 1, store.U64(serial)), silentRecord{Reason: reason, SilentLetter: l})
	if serial > SilentKept {
		store.Remove(b, silentKey(turn, 1, store.U64(serial-SilentKept)))
	}
	return nil
}

func silentKey(turn int, kind byte, rest []byte) []byte {
	return append(append(store.U32(turn), kind), rest...)
}

// Silent returns what was put away in a turn, the commonest reason first.
func Silent(tx *store.Tx, turn int) (out []SilentStatus, err error) {
	b := tx.Bucket(silentBucket)
	if b == nil {
		return nil, nil
	}
	counts, letters := silentKey(turn, 0, nil), silentKey(turn, 1, nil)
	c := b.Cursor()
	for k, _ := c.Seek(counts); bytes.HasPrefix(k, counts); k, _ = c.Next() {
		n, _, err := store.GetJSON[int](b, k)
		if err != nil {
			return nil, err
		}
		out = append(out, SilentStatus{Reason: string(k[len(counts):]), Count: n})
	}
	for k, _ := c.Seek(letters); bytes.HasPrefix(k, letters); k, _ = c.Next() {
		row, _, err := store.GetJSON[silentRecord](b, k)
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(out, func(s SilentStatus) bool { return s.Reason == row.Reason }); at >= 0 {
			out[at].Letters = append(out[at].Letters, row.SilentLetter)
		}
	}
	slices.SortStableFunc(out, func(a, b SilentStatus) int { return b.Count - a.Count })
	return out, nil
}

// ForgetSilent erases the senders of letters that were put away, if their addresses fit.
func ForgetSilent(tx *store.Tx, his func(mail string) bool) error {
	b := tx.Bucket(silentBucket)
	if b == nil {
		return nil
	}
	rows := map[string]silentRecord{}
	for k := range store.KeysOf(b) {
		if k[4] != 1 {
			continue
		}
		row, _, err := store.GetJSON[silentRecord](b, k)
		if err != nil {
			return err
		}
		if his(row.From) {
			row.From, row.MessageID, row.Why = "", "", row.Reason // a mark may quote the sender's words
			rows[string(k)] = row
		}
	}
	for k, row := range rows {
		store.PutJSON(b, []byte(k), row)
	}
	return nil
}
