package logbook

import (
	"bytes"
	"encoding/binary"
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

// The keys begin with the turn. Then 0 and a reason lead to a number of letters, and 1 and a number to one of the last
// SilentKept of them. Entries of other turns are dropped.
var (
	silent       = store.Values("silent")
	silentCounts = store.RecordsAt[int](silent)
	silentRows   = store.RecordsAt[silentRecord](silent)
)

type silentRecord struct {
	SilentLetter
	Reason string `json:"reason"`
}

// Put counts a letter of a turn that was put away for a reason, and lists it.
func (l SilentLetter) Put(tx *store.Tx, turn int, reason string) {
	for _, key := range silent.Keys(tx, nil) {
		if bytes.HasPrefix(key, store.U32(turn)) {
			break
		}
		silent.Remove(tx, key)
	}
	key := silentKey(turn, 0, []byte(reason))
	n, _ := silentCounts.Get(tx, key)
	silentCounts.Put(tx, key, n+1)
	letters, serial := silentKey(turn, 1, nil), uint64(1)
	if last := silent.Last(tx, letters); last != nil {
		serial = binary.BigEndian.Uint64(last[len(letters):]) + 1
	}
	silentRows.Put(tx, silentKey(turn, 1, store.U64(serial)), silentRecord{Reason: reason, SilentLetter: l})
	if serial > SilentKept {
		silent.Remove(tx, silentKey(turn, 1, store.U64(serial-SilentKept)))
	}
}

func silentKey(turn int, kind byte, rest []byte) []byte {
	return append(append(store.U32(turn), kind), rest...)
}

// Silent returns what was put away in a turn, the commonest reason first.
func Silent(tx *store.Tx, turn int) (out []SilentStatus) {
	counts := silentKey(turn, 0, nil)
	for key, n := range silentCounts.Each(tx, counts) {
		out = append(out, SilentStatus{Reason: string(key[len(counts):]), Count: n})
	}
	for _, row := range silentRows.Each(tx, silentKey(turn, 1, nil)) {
		if at := slices.IndexFunc(out, func(s SilentStatus) bool { return s.Reason == row.Reason }); at >= 0 {
			out[at].Letters = append(out[at].Letters, row.SilentLetter)
		}
	}
	slices.SortStableFunc(out, func(a, b SilentStatus) int { return b.Count - a.Count })
	return out
}

// ForgetSilent erases the senders of letters that were put away, if their addresses fit.
func ForgetSilent(tx *store.Tx, his func(mail string) bool) {
	for _, key := range silent.Keys(tx, nil) {
		if key[4] != 1 {
			continue
		}
		row, _ := silentRows.Get(tx, key)
		if his(row.From) {
			row.From, row.MessageID, row.Why = "", "", row.Reason // a mark may quote the sender's words
			silentRows.Put(tx, key, row)
		}
	}
}
