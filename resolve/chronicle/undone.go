package chronicle

import (
	"fmt"
	"slices"
	"time"

	"weltentor/resolve/logbook"
	"weltentor/resolve/replay"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Undone is a turn that was resolved and taken back. It is kept with everything it was made from, and the hash of the
// next turn covers its own: nobody can see the dice and have the turn forgotten. The state it began with, its events
// and its reports are in the bucket of files.
type Undone struct {
	Turn    int            `json:"turn"`
	Record  TurnRecord     `json:"record"`
	At      time.Time      `json:"at"`               // when it was taken back
	Log     logbook.Last   `json:"log"`              // the entry that records it, with the reason aside
	Edited  []game.Event   `json:"edited,omitempty"` // what was told of changes by hand
	Notices []game.Notice  `json:"notices,omitempty"`
	Sheets  []sheets.Sheet `json:"sheets,omitempty"`
	Reports map[int]string `json:"reports,omitempty"` // sums, by realm
	Moves   int            `json:"moves,omitempty"`   // how often the deadline after it was moved, as players were told
	Joins   []Join         `json:"joins,omitempty"`   // of the turn after it, which had begun
}

// undone has a turn and a number as its key; pending is the hashes that the next turn has to cover.
var undone = store.Packed[Undone]("undone")

const pending store.Slot[[]string] = "undone pending"

// TakeBack moves a resolved turn out of the way. The turn is returned as undone, and its reports can no longer be
// found: what they have shown is forgotten, so that the next ones are whole. Nothing of the turn after it is left but
// its joins, which are returned. The caller takes care of what awaits orders then.
func TakeBack(tx *store.Tx, shelf *sheets.Cache, turn int, now time.Time) (u Undone, joins []Join, err error) {
	key := store.U32(turn)
	u = Undone{Turn: turn, At: now.UTC()}
	found := false
	if u.Record, found = Record(tx, turn); !found {
		return u, nil, fmt.Errorf("%w: the record of turn %d is missing", faults.ErrDamaged, turn)
	}
	u.Notices = NoticesOf(tx, turn)
	u.Sheets = shelf.Sheets(tx, turn)
	if u.Edited, err = Edited(tx, turn); err != nil {
		return u, nil, err
	}
	if joins, err = JoinsOf(tx, turn+1); err != nil {
		return u, nil, err
	}
	u.Joins, u.Sheets = joins, slices.Clone(u.Sheets)
	for name, part := range map[string]store.Bytes{"state": states, "events": turnEvents} {
		raw, err := store.Unpack(part.Get(tx, key))
		if err != nil {
			return u, nil, fmt.Errorf("%w: %s of turn %d: %v", faults.ErrDamaged, name, turn, err)
		}
		store.PutFile(tx, raw)
	}
	if u.Reports, err = TakeReports(tx, turn); err != nil {
		return u, nil, err
	}
	for _, part := range []store.Bytes{turnRecords.Bytes, turnEvents, turnNotices.Bytes, turnTales.Bytes, leaves.Bytes} {
		part.Remove(tx, key)
	}
	for i := range joins {
		joined.Remove(tx, store.Pair(turn+1, i))
	}
	return u, joins, turns.Drop(tx, store.U32(turn+1))
}

// Put stores an undone turn after the earlier ones. The hash of the next resolved turn covers it.
func (u Undone) Put(tx *store.Tx) {
	former := undone.Keys(tx, store.U32(u.Turn))
	undone.Put(tx, store.Pair(u.Turn, len(former)), u)
	pending.Put(tx, append(Pending(tx), u.Record.Hash))
}

// Pending returns the hashes of the undone turns that the next turn has to cover.
func Pending(tx *store.Tx) (hashes []string) {
	hashes, _ = pending.Get(tx)
	return hashes
}

// UndoneOf lists a turn once for each time it was taken back, oldest first.
func UndoneOf(tx *store.Tx, turn int) []Undone { return undone.All(tx, store.U32(turn)) }

// CameAfter returns the realms that joined or changed hands after a turn was resolved and before it was taken back,
// sorted. If it was taken back several times, all of them count.
func CameAfter(tx *store.Tx, turn int) []int {
	var joins []Join
	for _, u := range undone.Each(tx, store.U32(turn)) {
		joins = append(joins, u.Joins...)
	}
	return realmsOf(joins, func(j Join) bool { return j.Edit == nil })
}

// AllUndone lists all turns that were taken back, by turn.
func AllUndone(tx *store.Tx) []Undone { return undone.All(tx, nil) }

// verifyUndone checks the turns that were taken back. Each must be as it was stored, begin where the turn before it
// ended, and be covered by a later turn. Turns of the present rules are played again. For each hash of a turn in the
// chain, began has the sums of the states with which the turn after it may have begun.
func (v *verifier) verifyUndone() {
	var all []Undone
	if err := store.Readable(func() { all = AllUndone(v.tx) }); err != nil {
		v.wrong("turns that were taken back cannot be read: %v", err)
		return
	}
	covered := Pending(v.tx)
	covered = append(covered, v.covers...)
	for _, u := range all {
		v.began[u.Record.Hash] = append(v.began[u.Record.Hash], sumsOf(u.Record.After, u.Joins)...)
		covered = append(covered, u.Record.Undone...)
	}
	for _, u := range all {
		wrong := len(v.found.Wrong)
		check := TurnCheck{Turn: u.Turn, Rules: u.Record.Rules, Hash: u.Record.Hash, State: u.Record.After,
			Events: u.Record.Events}
		v.verifyOne(u, covered)
		v.seals = append(v.seals, u.Record)
		if u.Record.Rules == v.Rb.Version() && len(v.found.Wrong) == wrong {
			check.Replayed = true
			v.replayUndone(u)
		}
		check.OK = len(v.found.Wrong) == wrong
		v.found.Undone = append(v.found.Undone, check)
	}
	for _, hash := range covered {
		if !slices.ContainsFunc(all, func(u Undone) bool { return u.Record.Hash == hash }) {
			v.wrong("a turn that was taken back is missing: %s", hash)
		}
	}
}

// sumsOf returns the sums of the states with which a turn may have begun: without those who joined, and after each of
// them.
func sumsOf(former string, joins []Join) []string {
	sums := []string{former}
	for _, j := range joins {
		if j.After != "" {
			sums = append(sums, j.After)
		}
	}
	return sums
}

// verifyOne checks what is stored of an undone turn.
func (v *verifier) verifyOne(u Undone, covered []string) {
	rec, name := u.Record, fmt.Sprintf("turn %d, taken back on %s", u.Turn, u.At.Format(time.DateTime))
	for what, sum := range map[string]string{"state": rec.Before, "events": rec.Events, "tables": rec.Tables} {
		if _, err := store.GetFile(v.tx, sum); err != nil {
			v.wrong("%s: its %s: %v", name, what, err)
		}
	}
	for realm, sum := range u.Reports {
		if _, err := store.GetFile(v.tx, sum); err != nil {
			v.wrong("%s: the report of realm %d: %v", name, realm, err)
		}
	}
	if got := SheetsSum(sheets.Plain(u.Sheets)); got != rec.Sheets {
		v.wrong("%s: its sheets are not what was stored: %s, now %s", name, rec.Sheets, got)
	}
	if got := rec.Chain(u.Turn); got != rec.Hash {
		v.wrong("%s: its hash is not what was stored: %s, now %s", name, rec.Hash, got)
	}
	if !slices.Contains(v.began[rec.Former], rec.Before) {
		v.wrong("%s: it begins with another state than the turn before it left", name)
	}
	if !slices.Contains(covered, rec.Hash) {
		v.wrong("%s: no later turn covers it", name)
	}
	if err := logged(v.tx, u.Turn, rec); err != nil {
		v.wrong("%s: %v", name, err)
	}
}

// replayUndone plays an undone turn again.
func (v *verifier) replayUndone(u Undone) {
	before, err := store.GetFile(v.tx, u.Record.Before)
	if err != nil {
		return // reported already
	}
	tables, err := store.GetFile(v.tx, u.Record.Tables)
	if err != nil {
		return
	}
	v.replayWith(replay.Turn{Number: u.Turn, Tables: tables, Edited: u.Edited}, u.Record, before, sheets.Plain(u.Sheets))
}
